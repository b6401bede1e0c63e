//! Finds where in the text the properties are that findings are about.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::node::capitals;
use super::syntax::{Token, TokenKind};
use super::tokenizer::Tokens;
use super::typed::names_point;
use crate::diagnostic::{About, Diagnostics, PropertyPart, Span};
use crate::model::{Id, Ident};

/// Properties that the reader of an older format turns into others.
const OLDER: &[(&str, &[&str])] = &[
    ("LB", &["L"]),
    ("TR", &["M"]),
    ("MA", &["M"]),
    ("IT", &["TE", "BM"]),
    ("DO", &["BM", "TE"]),
    ("AB", &["B"]),
    ("AW", &["W"]),
    ("KM", &["KI"]),
];

/// A property of a node.
struct PropertyTokens<'a> {
    ident: Token<'a>,
    name: Cow<'a, str>,
    values: SmallVec<[Token<'a>; 1]>,
}

/// How many findings of a node are placed. To look for each takes time with the length of the node.
const MOST: usize = 1000;

/// Gives findings about properties and values their places. So far they have the places of their nodes.
pub(crate) fn place_findings(text: &str, log: &mut Diagnostics) {
    let mut nodes: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
    for (index, found) in log.kept().iter().enumerate() {
        if let (Some(span), Some(_)) = (found.span, &found.about) {
            nodes.entry(span).or_default().push(index);
        }
    }
    for (span, indexes) in nodes {
        let node = written(text, span);
        for index in indexes.into_iter().take(MOST) {
            if let Some(found) = log.kept_mut().get_mut(index)
                && let Some(about) = &found.about
            {
                found.span = find(&node, about).or(found.span);
            }
        }
    }
}

/// Returns where a property of the first node of a game is: its identifier and its values.
pub(crate) fn in_first_node(
    text: &str,
    log: &Diagnostics,
    game: usize,
    id: Id,
) -> Option<(Span, Vec<Span>)> {
    let node = written(text, log.place_of(game, 0)?);
    let property = node.iter().find(|property| property.name == id.ident())?;
    let span = |token: &Token<'_>| token.span();
    let values = property.values.iter().map(span);
    Some((span(&property.ident), values.collect()))
}

/// Returns the properties of a node by their names, given its place.
fn written(text: &str, node: Span) -> Vec<PropertyTokens<'_>> {
    let mut properties: Vec<PropertyTokens<'_>> = Vec::new();
    for token in Tokens::of_node(text, node) {
        match (token.kind, properties.last_mut()) {
            (TokenKind::Identifier, _) => properties.push(PropertyTokens {
                ident: token,
                name: capitals(token.text),
                values: SmallVec::new(),
            }),
            (TokenKind::Value | TokenKind::Unclosed, Some(property)) => property.values.push(token),
            _ => {}
        }
    }
    properties.sort_by(|one, two| one.name.cmp(&two.name));
    properties
}

fn find(node: &[PropertyTokens<'_>], about: &About) -> Option<Span> {
    let idents = || about.idents.iter().map(Ident::as_str);
    let older = idents().flat_map(|ident| {
        let known = OLDER.iter().find(|(newer, _)| *newer == ident);
        known.map_or(&[][..], |(_, older)| older).iter().copied()
    });
    let found = [named(node, idents()), named(node, older)];
    let of = |wanted: &PropertyPart| found.iter().find_map(|found| part(found, wanted));
    of(&about.part).or_else(|| of(&PropertyPart::Ident))
}

/// Returns the properties of each name, in the order of the text.
fn named<'n, 'a, 'i>(
    node: &'n [PropertyTokens<'a>],
    names: impl Iterator<Item = &'i str>,
) -> SmallVec<[&'n [PropertyTokens<'a>]; 2]> {
    let of = |name| {
        let start = node.partition_point(|found| &*found.name < name);
        let end = node.partition_point(|found| &*found.name <= name);
        node.get(start..end)
    };
    names.filter_map(of).collect()
}

/// Returns the place of a part of the properties of some names.
fn part(found: &[&[PropertyTokens<'_>]], part: &PropertyPart) -> Option<Span> {
    let values = found.iter().map(|named| {
        named.iter().flat_map(|property| {
            let name = &*property.name;
            property.values.iter().map(move |value| (name, value))
        })
    });
    let first = |is_wanted: &dyn Fn(&(&str, &Token<'_>)) -> bool| {
        let lists = values.clone();
        let first = lists.filter_map(|mut values| values.find(is_wanted));
        first.map(|(_, value)| value.span()).min()
    };
    let last = |is_wanted: &dyn Fn(&(&str, &Token<'_>)) -> bool| {
        let lists = values.clone();
        let last = lists.filter_map(|mut values| values.rfind(is_wanted));
        last.map(|(_, value)| value.span()).max()
    };
    match part {
        PropertyPart::Ident => {
            let idents = found.iter().filter_map(|named| named.first());
            idents.map(|property| property.ident.span()).min()
        }
        PropertyPart::Value => first(&|_| true),
        PropertyPart::Text(text) => {
            first(&|(_, value)| value.text == text).or_else(|| first(&|_| true))
        }
        PropertyPart::LastText(text) => last(&|(_, value)| value.text == text),
        PropertyPart::Point(point) => first(&|(name, value)| names_point(name, value.text, *point)),
        PropertyPart::LastPoint(point) => {
            last(&|(name, value)| names_point(name, value.text, *point))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::typed::letters_to_point;
    use crate::sgf;

    fn part_of(text: &str, span: Span) -> &str {
        text.get(span.start..span.end).unwrap()
    }

    /// Reads a game with the places of its nodes.
    fn placed(text: &str) -> Diagnostics {
        let mut log = Diagnostics::with_places();
        sgf::read(text, &mut log);
        log
    }

    #[test]
    fn a_node_reaches_from_its_semicolon_to_its_last_identifier_or_value() {
        for (text, expected) in [
            (
                "(;FF[4]C[x] ;B[aa] ;W[bb]C[y]\n)",
                &[";FF[4]C[x]", ";B[aa]", ";W[bb]C[y]"][..],
            ),
            ("(;FF[4];C )", &[";FF[4]", ";C"]),
            ("(;FF[4];C[x", &[";FF[4]", ";C[x"]),
            ("(FF[4]C[x] )", &["FF[4]C[x]"]),
            // The setup and the move are two nodes with one text.
            (
                "(;FF[4]AB[aa]B[bb];W[cc])",
                &[";FF[4]AB[aa]B[bb]", ";FF[4]AB[aa]B[bb]", ";W[cc]"],
            ),
        ] {
            let log = placed(text);
            let spans = (0..).map_while(|node| log.place_of(0, node));
            let found: Vec<_> = spans.map(|span| part_of(text, span)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_finding_is_at_its_property_or_at_the_value_that_it_names() {
        let text = "(;FF[4]LB[cc:x][gg:dd]TR[cc][d d : f f][dd]AR[aa:cc]DD[aa,bb:cc]\
                    L[ee]M[ee]C[x]N[y]N[x];B[ab]KI[5])";
        let log = placed(text);
        let in_node = |node: usize, idents: &[&str], part: PropertyPart| {
            let node = written(text, log.place_of(0, node).unwrap());
            let idents = idents.iter().map(|ident| Ident::from(*ident)).collect();
            let span = find(&node, &About { idents, part });
            span.map(|span| (part_of(text, span), text.get(..span.start).unwrap()))
        };
        let of = |name: &str| letters_to_point(name.as_bytes()[0], name.as_bytes()[1]).unwrap();
        let point = |name: &str| PropertyPart::Point(of(name));
        let last_point = |name: &str| PropertyPart::LastPoint(of(name));
        let value = |text: &str| PropertyPart::Text(text.to_owned());
        let last_value = |text: &str| PropertyPart::LastText(text.to_owned());
        // The node, the identifiers and the part of a finding; its text, and the end of the text before it.
        for (node, idents, part, expected) in [
            (0, &["LB"][..], PropertyPart::Ident, Some(("LB", "]"))),
            (0, &["LB"], PropertyPart::Value, Some(("cc:x", "LB["))),
            (0, &["LB"], point("gg"), Some(("gg:dd", "["))),
            // A label names its point alone, and the older property L the other ones.
            (0, &["LB"], point("dd"), Some(("LB", "]"))),
            (0, &["LB"], point("ee"), Some(("ee", "L["))),
            (0, &["TR"], point("dd"), Some(("d d : f f", "["))),
            (0, &["TR"], last_point("dd"), Some(("dd", "f]["))),
            (0, &["TR"], point("ff"), Some(("d d : f f", "["))),
            (0, &["TR"], point("fg"), Some(("TR", "]"))),
            (0, &["MA"], point("ee"), Some(("ee", "M["))),
            // An arrow names its ends, a list of points with commas each of them.
            (0, &["AR"], point("cc"), Some(("aa:cc", "AR["))),
            (0, &["AR"], point("bb"), Some(("AR", "]"))),
            (0, &["DD"], point("bc"), Some(("aa,bb:cc", "DD["))),
            (0, &["DD"], point("ab"), Some(("DD", "]"))),
            // Of several properties the first one counts, unless the last value is asked for.
            (0, &["N", "C"], value("x"), Some(("x", "C["))),
            (0, &["N"], value("x"), Some(("x", "N["))),
            (0, &["N"], value("z"), Some(("y", "N["))),
            (0, &["N", "C"], last_value("x"), Some(("x", "N[y]N["))),
            (0, &["N"], last_value("z"), Some(("N", "]"))),
            (1, &["B"], PropertyPart::Ident, Some(("B", ";"))),
            (1, &["B"], PropertyPart::Value, Some(("ab", "B["))),
            (1, &["KM"], PropertyPart::Value, Some(("5", "KI["))),
            (1, &["C"], PropertyPart::Ident, None),
        ] {
            let name = format!("{node} {idents:?} {part:?}");
            let found = in_node(node, idents, part);
            assert_eq!(
                found.as_ref().map(|(text, _)| *text),
                expected.map(|(text, _)| text),
                "{name}"
            );
            if let (Some((_, before)), Some((_, end))) = (found, expected) {
                assert!(before.ends_with(end), "{name}: {before}");
            }
        }
    }
}
