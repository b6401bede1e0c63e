//! From the properties of one node as they were read to its meaning.

pub(super) mod dialect;
mod header;
mod moves;
mod values;

use std::borrow::Cow;
use std::ops::Range;

use smallvec::SmallVec;

use super::rules;
use super::smartgo;
use super::syntax::Token;
use super::text::Escapes;
use super::typed::{Context, excerpt, names_point, point_text};
use super::words;
use crate::diagnostic::{Diagnostic, Diagnostics, PropertyPart, Severity, Span};
use crate::model::backgammon;
use crate::model::{
    BACKGAMMON, Color, GO, Game, GameKind, Id, Ident, NodeId, Property, PropertyType, SETUP, Value,
    ValueType, repeated,
};

use crate::values::komi_in_points;
use values::{
    KEPT, is_list, joined, push_list, push_single, raw, report_bad_value, report_plain_application,
    report_several,
};

/// The treatment of several texts of one property.
const JOINED: &str = "joined, with an empty line between them";

/// A property of the node that is being read.
#[derive(Debug)]
pub(super) struct ReadProperty<'a> {
    /// Its meaning as an identifier.
    pub ident: Ident,
    /// Its identifier in the text.
    pub token: Token<'a>,
    /// The indexes of its values.
    values: Range<usize>,
    /// Whether it is used up.
    pub done: bool,
}

/// The properties of the node that is being read, and the state of the reader between nodes.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    properties: Vec<ReadProperty<'a>>,
    values: Vec<Token<'a>>,
    identifiers: Vec<(Token<'a>, usize)>,
    started: bool,
    lower_case: bool,
    /// Whether the node has an overtime.
    has_overtime: bool,
}

impl<'a> Draft<'a> {
    /// Starts a node.
    pub(super) fn start(&mut self) {
        self.started = true;
    }

    /// Returns whether any node was started.
    pub(super) fn is_started(&self) -> bool {
        self.started
    }

    /// Returns the last identifier of the node.
    pub(super) fn last_identifier(&self) -> Option<&'a str> {
        let (token, _) = self.identifiers.last()?;
        Some(token.text)
    }

    /// Returns whether the node has no properties so far.
    pub(super) fn is_empty(&self) -> bool {
        self.identifiers.is_empty()
    }

    /// Adds an identifier; values follow.
    pub(super) fn identifier(&mut self, token: Token<'a>) {
        self.identifiers.push((token, self.values.len()));
    }

    /// Takes back identifiers without values from an offset on; returns whether there was one. With `is_in_list` the property
    /// before them has to be a list of points.
    pub(super) fn take_back(&mut self, start: usize, is_in_list: bool) -> bool {
        let before = self.identifiers.len();
        let mut owners = self.identifiers.iter();
        let owner = owners.rfind(|(token, _)| token.start < start);
        let owner = owner.and_then(|(token, _)| words::standard(token.text.as_bytes()));
        if is_in_list && owner.is_none_or(|id| id.value_type() != ValueType::Points) {
            return false;
        }
        while let Some((token, values)) = self.identifiers.last()
            && token.start >= start
            && *values == self.values.len()
        {
            self.identifiers.pop();
        }
        self.identifiers.len() < before
    }

    /// Adds a value to the last identifier, if there is one.
    pub(super) fn value(&mut self, token: Token<'a>) -> bool {
        let known = !self.identifiers.is_empty();
        if known {
            self.values.push(token);
        }
        known
    }

    /// Gives the node its meaning. Returns the last of the nodes that it was split into. `moved` tells whether a
    /// move was played before it: until then Smart-Go places stones as moves with several values.
    pub(super) fn finish(
        &mut self,
        node: NodeId,
        game: &mut Game<'a>,
        escapes: Escapes,
        moved: bool,
        log: &mut Diagnostics,
    ) -> NodeId {
        self.identify(node, escapes, log);
        if self.properties.is_empty() && node != NodeId::ROOT {
            return node;
        }
        let has_free_forms =
            |game: &Game<'_>| escapes == Escapes::SmartGo && game.file_format.is_some();
        let mut context = Context {
            size: game.size,
            escapes,
            has_free_forms: has_free_forms(game),
            node: node.index(),
        };
        let mut overtime = None;
        if node == NodeId::ROOT {
            overtime = dialect::rename(self, &context, log);
            header::read(game, self, &context, log);
            context.size = game.size;
            context.has_free_forms = has_free_forms(game);
        }
        let is_said = |value: &Token<'_>| !value.text.trim_ascii().is_empty();
        let has_overtime = self.values_with(Id::Overtime).any(is_said);
        self.has_overtime = has_overtime;
        let last = if game.kind == GO {
            let places_stones = escapes == Escapes::SmartGo && !moved;
            let last = self.go(node, game, places_stones, &context, log);
            if let Some(overtime) = overtime {
                game.set_property(node, Property::text(Id::Overtime, overtime));
            }
            if !self.values.is_empty() {
                self.komi(node, game, &context, log);
            }
            self.report_repeated(node, game, &context, log);
            last
        } else {
            let properties = self.other_game(game.kind, &context, log);
            game.set_properties(node, properties);
            node
        };
        self.properties.clear();
        self.values.clear();
        last
    }

    /// Takes the properties of a game other than Go. Their values stay as they are, but for forms of values that `FF[4]`
    /// forbids in every game.
    fn other_game(
        &self,
        kind: GameKind,
        context: &Context,
        log: &mut Diagnostics,
    ) -> Vec<Property<'a>> {
        self.report_duplicates(0..self.properties.len(), context, log);
        let mut properties = Vec::with_capacity(self.properties.len());
        for property in self.properties.iter().filter(|property| !property.done) {
            if kind == BACKGAMMON {
                self.check_backgammon(property, context, log);
            }
            let values = self.values_of(property);
            let mut value = raw(values, context);
            if let Some(id) = property.ident.standard() {
                if id.property_type() == PropertyType::Root {
                    header::report_elsewhere(id, &property.token, context, log);
                }
                if id == Id::Application
                    && let [only] = values
                    && report_plain_application(only, context, log)
                {
                    value = Value::Raw(Box::new([format!("{}:", context.verbatim(only)).into()]));
                }
                if id == Id::Size
                    && let [only] = values
                    && let Some(size) = header::canonical_size(only)
                {
                    value = Value::Raw(Box::new([size.into()]));
                }
            }
            properties.push(Property::new(property.ident.clone(), value));
        }
        properties
    }

    /// Makes properties of identifiers: lower case does not count.
    fn identify(&mut self, node: NodeId, escapes: Escapes, log: &mut Diagnostics) {
        let ends = self
            .identifiers
            .iter()
            .skip(1)
            .map(|(_, start)| *start)
            .chain([self.values.len()]);
        for (&(token, start), end) in self.identifiers.iter().zip(ends) {
            if start == end {
                log.leave_out(Span::new(token.start, token.end()));
                let rule = &rules::IDENT_WITHOUT_VALUE;
                log.report_with((rule, rule.severity), || {
                    let name = excerpt(token.text);
                    Diagnostic::new(rule, format!("the identifier \"{name}\" has no value"))
                        .at(token.start, token.end())
                        .help("left out")
                        .in_node(node.index())
                });
                continue;
            }
            let written = |ident| ReadProperty {
                ident,
                token,
                values: start..end,
                done: false,
            };
            if let Some(id) = Id::from_ident(token.text) {
                self.properties.push(written(id.into()));
                continue;
            }
            let text = capitals(token.text);
            if matches!(text, Cow::Owned(_)) && !std::mem::replace(&mut self.lower_case, true) {
                let message = format!(
                    "the identifier \"{}\" has lower-case letters",
                    excerpt(token.text)
                );
                let mut lower_case = Diagnostic::new(&rules::LOWER_CASE_IDENT, message)
                    .at(token.start, token.end())
                    .help(format!(
                        "read as {}; others in this file are not named",
                        excerpt(&text)
                    ))
                    .in_node(node.index());
                if escapes == Escapes::SmartGo {
                    // Identifiers were spelled out like that before FF[4].
                    lower_case.severity = Severity::Note;
                }
                log.report(lower_case);
            }
            let known = escapes == Escapes::SmartGo && smartgo::is_identifier(&text);
            if text.bytes().any(|c| c.is_ascii_digit()) && !known {
                log.report(
                    Diagnostic::new(
                        &rules::DIGIT_IDENT,
                        format!("the identifier \"{}\" has a digit", excerpt(token.text)),
                    )
                    .at(token.start, token.end())
                    .help("kept; only Smart-Go allows a digit, as the second character")
                    .in_node(node.index()),
                );
            }
            self.properties.push(written(Ident::from(text.as_ref())));
        }
        self.identifiers.clear();
    }

    /// Reads the komi of a server in points, if the application or the result proves its unit: `KM[375]` -> 7.5.
    fn komi(&self, node: NodeId, game: &mut Game<'a>, context: &Context, log: &mut Diagnostics) {
        let meant = komi_in_points(game.properties(node)).filter(|meant| meant.is_certain);
        let (Some(meant), Some(value)) = (meant, self.values_with(Id::Komi).next()) else {
            return;
        };
        let is_zero =
            |value: &Value<'_>| matches!(value, Value::Text(text) if text.parse() == Ok(0.0));
        let first = game.get(node, Id::Komi);
        let is_other = |value: &Value<'_>| Some(value) != first && !is_zero(value);
        // Nobody knows the right one of two komi.
        if game.values(node, Id::Komi).any(is_other) {
            return;
        }
        let message = format!(
            "a komi of {} from a server means {} points",
            excerpt(value.text),
            meant.points
        );
        let help = format!("read as {}", meant.points);
        let found = context.found(&rules::VALUE_REPAIRED, value, message, help);
        let part = PropertyPart::Text(value.text.to_owned());
        log.report(found.about(Id::Komi, part));
        game.set_property(node, Property::text(Id::Komi, meant.points));
    }

    /// Notes of the properties with an identifier that they have become something, if all their values are accepted.
    pub(super) fn finish_if(&mut self, id: Id, accepts: impl Fn(&str) -> bool) {
        let values = &self.values;
        for property in &mut self.properties {
            if property.ident.standard() == Some(id) {
                let values = values.get(property.values.clone()).unwrap_or(&[]);
                property.done |= values.iter().all(|value| accepts(value.text));
            }
        }
    }

    /// Takes the first property with an identifier and a single value that `read` understands, and those with the same value,
    /// because they add no meaning.
    pub(super) fn take<T>(
        &mut self,
        id: Id,
        mut read: impl FnMut(&Token<'a>) -> Option<T>,
    ) -> Option<T> {
        let (values, mut taken) = (&self.values, None);
        for property in &mut self.properties {
            if let Some([value]) = values.get(property.values.clone())
                && property.ident.standard() == Some(id)
            {
                if taken.is_none() {
                    taken = read(value).map(|found| (value.text, found));
                }
                property.done = taken.as_ref().is_some_and(|(text, _)| *text == value.text);
            }
        }
        taken.map(|(_, found)| found)
    }

    /// Returns all values of the properties with an identifier, in the order of the node.
    pub(super) fn values_with(&self, id: Id) -> impl Iterator<Item = &Token<'a>> {
        let same = move |property: &&ReadProperty<'a>| property.ident.standard() == Some(id);
        let properties = self.properties.iter().filter(same);
        properties.flat_map(|property| self.values_of(property))
    }

    /// Returns the value of the property at an index if it has just one.
    pub(super) fn only_value(&self, index: usize) -> Option<Token<'a>> {
        match self.values_of(self.properties.get(index)?) {
            [value] => Some(*value),
            _ => None,
        }
    }

    fn values_of(&self, property: &ReadProperty<'a>) -> &[Token<'a>] {
        self.values.get(property.values.clone()).unwrap_or(&[])
    }

    /// Reports values that are not moves of Backgammon; they stay as they are.
    fn check_backgammon(
        &self,
        property: &ReadProperty<'a>,
        context: &Context,
        log: &mut Diagnostics,
    ) {
        if color_of(&property.ident).is_none() {
            return;
        }
        for value in self.values_of(property) {
            if backgammon::play(value.text).is_none() {
                report_bad_value(
                    &property.ident,
                    "a roll with up to four steps, \"double\", \"take\" or \"drop\"",
                    value,
                    KEPT,
                    context,
                    log,
                );
            }
        }
    }

    /// Types all other properties of a part of the node. Values of one list are brought together, and
    /// so are texts.
    fn typed(
        &mut self,
        part: Range<usize>,
        context: &Context,
        log: &mut Diagnostics,
    ) -> Vec<Property<'a>> {
        self.report_duplicates(part.clone(), context, log);
        let end = part.end;
        let mut typed = Vec::with_capacity(part.len());
        for index in part {
            let Some(property) = self.properties.get(index).filter(|found| !found.done) else {
                continue;
            };
            let values = self.values_of(property);
            let Some(id) = property.ident.standard() else {
                typed.push(Property::new(property.ident.clone(), raw(values, context)));
                continue;
            };
            if header::is_header(id) {
                if values.len() > 1 {
                    report_several(property, "all are kept, but without effect", context, log);
                }
                header::report_elsewhere(id, &property.token, context, log);
                typed.push(Property::new(id, raw(values, context)));
            } else if is_list(id) {
                let values = self.gathered(index..end, id);
                push_list(&mut typed, id, &values, context, log);
            } else if id.value_type() == ValueType::Text {
                if values.len() > 1 {
                    report_several(property, JOINED, context, log);
                }
                let texts = self.gathered(index..end, id);
                match texts.as_slice() {
                    [text] => push_single(&mut typed, id, text, false, context, log),
                    texts => typed.push(joined(id, texts, context)),
                }
            } else {
                if values.len() > 1 {
                    report_several(property, "all are kept", context, log);
                }
                if id.property_type() == PropertyType::Root {
                    header::report_elsewhere(id, &property.token, context, log);
                }
                for value in values {
                    push_single(&mut typed, id, value, self.has_overtime, context, log);
                }
            }
        }
        // The overtime of a time limit takes the place of an empty one.
        let is_overtime = |property: &&Property<'_>| property.is(Id::Overtime);
        if !self.has_overtime && typed.iter().filter(is_overtime).count() > 1 {
            typed.retain(|one| !one.is(Id::Overtime) || one.value != Value::Text("".into()));
        }
        typed
    }

    /// Takes the values of all properties with this identifier in a part of the node.
    fn gathered(&mut self, part: Range<usize>, id: Id) -> SmallVec<[Token<'a>; 4]> {
        let mut all = SmallVec::new();
        for property in self.properties.get_mut(part).into_iter().flatten() {
            if property.ident.standard() == Some(id) {
                property.done = true;
                all.extend_from_slice(self.values.get(property.values.clone()).unwrap_or(&[]));
            }
        }
        all
    }

    /// Reports the first point that is set up twice, because a result has one stone there.
    fn report_repeated(
        &self,
        node: NodeId,
        game: &Game<'a>,
        context: &Context,
        log: &mut Diagnostics,
    ) {
        if log.are_ignored() {
            return;
        }
        let is_setup = |id: Id| SETUP.contains(&id);
        let is_list = |one: &&ReadProperty<'_>| one.ident.standard().is_some_and(is_setup);
        let mut lists = self.properties.iter().rev().filter(is_list).peekable();
        if let Some(last) = lists.peek().copied()
            && let Some(point) = game.first_repeated(node, &SETUP)
        {
            let message = format!("{} is set up twice in this node", point_text(point));
            let help = "AE, AB and AW are applied in this order";
            let mut values = lists.flat_map(|list| self.values_of(list).iter().rev());
            let value = values.find(|value| names_point("", value.text, point));
            let place = value.unwrap_or(&last.token);
            log.report(context.found(&rules::STONE_REPEATED, place, message, help));
        }
    }

    fn report_duplicates(&self, part: Range<usize>, context: &Context, log: &mut Diagnostics) {
        let properties = self.properties.get(part).unwrap_or(&[]);
        for index in repeated(properties.iter().map(|property| &property.ident)) {
            if let Some(property) = properties.get(index).filter(|property| !property.done) {
                let help = match property.ident.standard() {
                    Some(id) if is_list(id) => "read as one list",
                    Some(id) if id.value_type() == ValueType::Text => JOINED,
                    Some(Id::Black | Id::White) => continue,
                    _ => "both are kept",
                };
                let message = format!("{} appears twice in the node", property.ident);
                let token = &property.token;
                let found = context.found(&rules::DUPLICATE_PROPERTY, token, message, help);
                log.report(found.about(property.ident.clone(), PropertyPart::Ident));
            }
        }
    }
}

/// Returns an identifier without its lower-case letters; one without capitals as capitals.
pub(crate) fn capitals(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|c| c.is_ascii_lowercase()) {
        return Cow::Borrowed(text);
    }
    let dense: String = text.chars().filter(|c| !c.is_ascii_lowercase()).collect();
    Cow::Owned(if dense.starts_with(|c: char| c.is_ascii_uppercase()) {
        dense
    } else {
        text.to_ascii_uppercase()
    })
}

fn color_of(ident: &Ident) -> Option<Color> {
    ident.standard()?.player()
}
