//! COM blocks as names and comments (specification, section 5.4, COM).

use std::borrow::Cow;

use crate::ishi::line::{Block, Line, Sign};
use crate::ishi::role::Role;
use crate::model::{Id, Property};

/// Returns the COM blocks before and after the setup stones.
fn blocks<'l, 'a>(role: Role, lines: &[&'l Line<'a>]) -> (Vec<&'l Block<'a>>, Vec<&'l Block<'a>>) {
    let (event, own) = lines
        .split_at_checked(super::event_scope(role, lines))
        .unwrap_or_default();
    let of = |lines: &[&'l Line<'a>]| {
        let blocks = lines.iter().filter_map(|line| match line {
            Line::Com(block) => Some(block),
            _ => None,
        });
        blocks.collect()
    };
    (of(event), of(own))
}

/// Returns the name and comment of a node.
pub(super) fn of_node<'a>(role: Role, lines: &[&Line<'a>]) -> Vec<Property<'a>> {
    let (event, own) = blocks(role, lines);
    if role == Role::Event {
        return event_properties(&event, &own);
    }
    let mut properties = properties(&own);
    if !properties.iter().any(|property| property.is(Id::Name)) {
        let marker = super::marker(lines);
        properties.extend(marker.map(|marker| Property::text(Id::Name, marker)));
    }
    properties
}

/// Returns the name and comment that COM blocks mean: `N` is the title of the first block, `C` all
/// the bodies.
///
/// A block of a title and no lines is only a name. Before the second and each further block, with
/// its title as a line, comes an empty line.
fn properties<'a>(blocks: &[&Block<'a>]) -> Vec<Property<'a>> {
    let Some((first, further)) = blocks.split_first() else {
        return Vec::new();
    };
    let mut properties = Vec::new();
    if !first.title.is_empty() {
        properties.push(Property::text(Id::Name, with_signs(plain(&first.title))));
    }
    if further.is_empty() {
        if first.title.is_empty() || !first.body.is_empty() {
            properties.push(Property::text(Id::Comment, body(first)));
        }
    } else {
        let texts = std::iter::once(body(first)).chain(further.iter().map(|block| titled(block)));
        let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
        properties.push(Property::text(Id::Comment, texts.join("\n\n")));
    }
    properties
}

/// Returns the properties of the COM blocks of an event.
///
/// Blocks about the event are the game comment `GC` if there are also blocks about its setup
/// stones, otherwise `N` and `C`.
fn event_properties<'a>(event: &[&Block<'a>], setup: &[&Block<'a>]) -> Vec<Property<'a>> {
    if setup.is_empty() {
        return properties(event);
    }
    let mut found = properties(setup);
    if !event.is_empty() {
        found.push(Property::text(Id::GameComment, all_titled(event)));
    }
    found
}

/// Returns blocks with their titles as one text, with empty lines between them.
fn all_titled<'a>(blocks: &[&Block<'a>]) -> Cow<'a, str> {
    match blocks {
        [block] => titled(block),
        blocks => {
            let texts: Vec<_> = blocks.iter().map(|block| titled(block)).collect();
            Cow::Owned(texts.join("\n\n"))
        }
    }
}

/// Returns the title, if there is one, and the lines of a block as one text.
fn titled<'a>(block: &Block<'a>) -> Cow<'a, str> {
    if block.title.is_empty() {
        return body(block);
    }
    let title = with_signs(plain(&block.title));
    if block.body.is_empty() {
        return title;
    }
    Cow::Owned(format!("{title}\n{}", body(block)))
}

fn body<'a>(block: &Block<'a>) -> Cow<'a, str> {
    match block.body.as_slice() {
        [] => Cow::Borrowed(""),
        [line] => with_signs(plain(line)),
        lines => {
            let length = lines.iter().map(|line| line.len() + 1).sum();
            let mut text = String::with_capacity(length);
            for (index, line) in lines.iter().enumerate() {
                if index > 0 {
                    text.push('\n');
                }
                text.push_str(&with_signs(plain(line)));
            }
            Cow::Owned(text)
        }
    }
}

/// Returns a line with the characters that its signs mean: `\T` is `▲` (specification, section 5.4, COM).
pub fn with_signs(line: Cow<'_, str>) -> Cow<'_, str> {
    if !line.contains('\\') {
        return line;
    }
    let mut text = String::with_capacity(line.len());
    let mut rest = &*line;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let mut letters = after.chars();
        let sign = letters.next().and_then(Sign::from_letter);
        let rest_of_word = letters.as_str();
        match sign {
            Some(sign) if Sign::can_precede(rest_of_word) => {
                text.push(sign.character());
                rest = rest_of_word;
            }
            _ => {
                text.push('\\');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Returns text as the model has it: with blanks for TAB (SGF `FF[4]`, section 3.2), and without control
/// characters, because no format has them.
pub fn plain<'a>(text: &Cow<'a, str>) -> Cow<'a, str> {
    // Most texts are ASCII, and are quicker to go through as bytes.
    let is_ascii = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    if is_ascii || !text.contains(char::is_control) {
        return text.clone();
    }
    let visible = text.chars().filter(|c| *c == '\t' || !c.is_control());
    Cow::Owned(visible.map(|c| if c == '\t' { ' ' } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_characters_where_no_word_goes_on() {
        for (line, text) in [
            ("marked \\T and \\s, \\d\\c", "marked ▲ and ■, ♦✓"),
            ("\\D \\C", "♦ ✓"),
            ("C:\\temp \\t1 \\té \\x \\", "C:\\temp \\t1 \\té \\x \\"),
            ("\\\\t", "\\▲"),
            ("plain", "plain"),
        ] {
            assert_eq!(with_signs(line.into()), text);
        }
    }
}
