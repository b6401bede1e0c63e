//! The statements of a text in brackets, node by node, so that two texts can be compared.

use super::node::capitals;
use super::property::{parse_property, property_text};
use super::syntax::{self, Kind, Token};
use crate::charset::Charset;
use crate::model::{BoardSize, Id, Ident, Property, Value, ValueType};
use crate::piece::Statement;

/// Returns the statements of a text. The order of properties and points, forms of numbers, white space between values, FF and CA
/// do not count.
pub(crate) fn content(text: &str) -> Vec<Statement> {
    let mut reader = Reader::default();
    let tokens: Vec<_> = syntax::tokens(text).collect();
    for token in &tokens {
        reader.token(token);
    }
    reader.close_node();
    reader.statements
}

#[derive(Default)]
struct Reader {
    statements: Vec<Statement>,
    /// The properties of the node that is read, each with its values.
    properties: Vec<String>,
    /// How many nodes there were.
    nodes: usize,
    /// The number of the node that the next one follows.
    last: usize,
    /// The same at each open parenthesis.
    open: Vec<usize>,
}

impl Reader {
    fn token(&mut self, token: &Token<'_>) {
        match token.kind {
            Kind::Brackets | Kind::Space => {}
            Kind::Preface | Kind::Stray | Kind::ExtraClose => {
                let words = token.text.trim();
                if !words.is_empty() {
                    self.properties.push(words.to_owned());
                }
            }
            Kind::Open => {
                self.close_node();
                self.open.push(self.last);
            }
            Kind::Close => {
                self.close_node();
                self.last = self.open.pop().unwrap_or(0);
            }
            Kind::Node => self.node(),
            Kind::Identifier => self.properties.push(capitals(token.text).into_owned()),
            Kind::Value(_) | Kind::Unclosed => self.value(token.text),
            Kind::Moves => {
                for (number, mv) in token.text.split(';').enumerate() {
                    if number > 0 {
                        self.node();
                    }
                    // Moves before another property end with the `;` of its node.
                    if !mv.is_empty() {
                        self.properties.push(mv.to_owned());
                    }
                }
            }
        }
    }

    fn value(&mut self, text: &str) {
        if let Some(property) = self.properties.last_mut() {
            property.extend(["[", text, "]"]);
        }
    }

    fn node(&mut self) {
        self.close_node();
        self.nodes += 1;
        let text = format!("{};", self.last);
        self.say(text, false);
        self.last = self.nodes;
    }

    fn close_node(&mut self) {
        let mut properties: Vec<_> = std::mem::take(&mut self.properties)
            .iter()
            .filter_map(|property| normal(property))
            .collect();
        properties.sort_unstable();
        for text in properties {
            // A record without them means the same.
            let is_optional = text == "SZ[19]" || text == "GM[1]";
            self.say(text, is_optional);
        }
    }

    fn say(&mut self, text: String, is_optional: bool) {
        self.statements.push(Statement {
            text,
            is_first: self.nodes <= 1,
            is_optional,
        });
    }
}

/// How the application starts that this program writes.
const OWN_NAME: &str = concat!("AP[", env!("CARGO_PKG_NAME"), ":");

/// Returns a property in the form in which it is compared, if it is about the game.
fn normal(text: &str) -> Option<String> {
    let ident = Ident::from(text.split('[').next().unwrap_or(text));
    let value = || text.split(['[', ']']).nth(1).unwrap_or("");
    let is_label = ident == Id::Charset.into() && Charset::from_label(value()).is_some();
    let is_silent = ident == Id::FileFormat.into() || is_label;
    if is_silent || text.starts_with(OWN_NAME) {
        return None;
    }
    if matches!(ident.standard(), Some(Id::Black | Id::White)) {
        let text: String = text.split_whitespace().collect();
        // Up to 19 lines both are a pass; on larger boards the reader tells.
        return Some(text.replace("[tt]", "[]"));
    }
    let property = parse_property(text, BoardSize::square(52));
    let property = property.map(|property| property_text(&sorted(property)));
    Some(property.unwrap_or_else(|| text.to_owned()))
}

/// Returns a property with its points in order, where the order does not count.
fn sorted(property: Property<'static>) -> Property<'static> {
    let is_list = property.ident.standard().map(Id::value_type) == Some(ValueType::Points);
    let Property { ident, value } = property;
    let value = match value {
        Value::Points(mut areas) if is_list && ident != Ident::from(Id::Letters) => {
            areas.sort_unstable();
            Value::Points(areas)
        }
        Value::Lines(mut lines) => {
            lines.sort_unstable();
            Value::Lines(lines)
        }
        Value::Labels(labels) => {
            let mut labels = labels.into_vec();
            labels.sort_unstable();
            Value::Labels(labels.into_iter().collect())
        }
        value => value,
    };
    Property::new(ident, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(record: &str) -> Vec<String> {
        content(record).into_iter().map(|said| said.text).collect()
    }

    #[test]
    fn white_space_after_identifiers_does_not_count() {
        let expected = ["0;", "1;", "B[aa]", "2;", "W[bb]", "3;", "C[x]"];
        assert_eq!(texts("(;;B[aa];W[bb];C[x])"), expected);
        assert_eq!(texts("(; ; B [aa] ; W [bb] ; C [x])"), expected);
    }

    #[test]
    fn the_order_of_a_move_and_its_comment_does_not_count() {
        assert_eq!(
            texts("(;;B[aa];C[x]W[bb];B[cc])"),
            texts("(;;B[aa];W[bb]C[x];B[cc])")
        );
    }
}
