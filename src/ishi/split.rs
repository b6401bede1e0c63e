//! Cuts a growing buffer into units: the text of one event each.
//!
//! A unit starts with the REMARK lines just before its EVENT line, because they are about that event
//! (specification, section 5.4, REMARK). A continuation event, made by our writer, is in the unit of the event before it.

use super::clean::{first_word, trim_start};
use super::line::Keyword;
use super::tokens::{LineKind, Tokens};
use crate::format::piece::MAGIC;

/// How far the search for the end of a unit has come.
///
/// The offsets count from the start of the buffer, which must start with the unit.
#[derive(Debug, Clone, Default)]
pub struct SplitState {
    /// Cuts the buffer into lines.
    tokens: Tokens,
    /// Whether the unit has a line that only an event can have.
    started: bool,
    /// The start of the last REMARK lines, if no other line has come after them yet.
    remarks: Option<usize>,
    /// The unit ends here, unless the carrier of the EVENT line there marks it as a continuation.
    candidate: Option<usize>,
}

/// Returns the length of the unit at the start of the buffer. `None` if its end is not in the buffer
/// yet, or if the buffer is empty at the end of the file.
///
/// `at_end` means that the buffer will not grow any more. After a length is returned, the caller
/// removes as many bytes from the start of the buffer, and `state` is ready for the next unit.
/// Between calls the buffer may only grow. No byte is looked at more than a few times, even if the
/// buffer grows in small pieces.
pub fn next_unit(buffer: &[u8], at_end: bool, state: &mut SplitState) -> Option<usize> {
    loop {
        let start = state.tokens.start();
        let Some(token) = state.tokens.next(buffer, at_end) else {
            break;
        };
        let line = buffer.get(start..state.tokens.start())?;
        if let Some(end) = state.line(token.kind, line, start) {
            *state = SplitState::default();
            return Some(end);
        }
    }
    if !at_end || buffer.is_empty() {
        return None;
    }
    let end = state.candidate.unwrap_or(buffer.len());
    *state = SplitState::default();
    Some(end)
}

impl SplitState {
    /// Takes a line; returns where the unit ends if the line shows that.
    fn line(&mut self, kind: LineKind, line: &[u8], start: usize) -> Option<usize> {
        if self.candidate.is_some() {
            return self.line_after_event(kind, line);
        }
        match kind {
            LineKind::Blank => {}
            LineKind::Keyword(Keyword::Event) => {
                let end = self.remarks.take().unwrap_or(start);
                if self.started {
                    self.candidate = Some(end);
                }
                self.started = true;
            }
            LineKind::Keyword(Keyword::Remark) => {
                self.remarks.get_or_insert(start);
            }
            // Text before the first EVENT line goes with that event.
            _ if self.started || is_sign(kind) => {
                self.started = true;
                self.remarks = None;
            }
            _ => {}
        }
        None
    }

    /// Takes a line after the EVENT line at the candidate; returns where the unit ends if the line shows that.
    fn line_after_event(&mut self, kind: LineKind, line: &[u8]) -> Option<usize> {
        match kind {
            LineKind::Blank => None,
            LineKind::Keyword(Keyword::User) => {
                if is_joint(line) {
                    self.candidate = None;
                }
                self.candidate
            }
            _ => self.candidate,
        }
    }
}

/// Returns whether a USER line says that its event continues the one before: `USER ishi 3 continues`.
pub(crate) fn is_joint(line: &[u8]) -> bool {
    let title = trim_start(first_word(line).1);
    let rest = title.strip_prefix(MAGIC.as_bytes());
    rest.is_some_and(|rest| rest.starts_with(b" continues"))
}

/// Returns whether the text after USER is the title of a carrier.
pub(super) fn is_carrier_title(title: &str) -> bool {
    let rest = title.trim_start().strip_prefix(MAGIC);
    rest.is_some_and(|rest| rest.starts_with(' '))
}

/// Returns whether a line proves that an event has started. Blank and unknown lines and stray ends can come before an
/// EVENT line.
pub(super) fn is_sign(kind: LineKind) -> bool {
    !matches!(
        kind,
        LineKind::Blank
            | LineKind::Unknown
            | LineKind::Keyword(Keyword::EndVar | Keyword::EndCom | Keyword::EndUser)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a text whose bytes arrive in pieces of a size.
    fn units(text: &str, piece: usize) -> Vec<String> {
        let mut buffer = Vec::new();
        let mut state = SplitState::default();
        let mut found = Vec::new();
        for arriving in text.as_bytes().chunks(piece) {
            buffer.extend_from_slice(arriving);
            while let Some(length) = next_unit(&buffer, false, &mut state) {
                found.push(String::from_utf8(buffer.drain(..length).collect()).unwrap());
            }
        }
        while let Some(length) = next_unit(&buffer, true, &mut state) {
            found.push(String::from_utf8(buffer.drain(..length).collect()).unwrap());
        }
        assert!(buffer.is_empty());
        found
    }

    #[test]
    fn cuts_before_events_and_their_remarks() {
        for cut in [
            vec!["EVENT\r\nB 1 Q4\r\n", "EVENT x\r\n", "  event\tx\r\nW 2 D4"],
            vec![
                "REMARK a\n\nREMARK b\nEVENT r\nREMARK c\nB 1 Q4\n",
                "REMARK d\n \nEVENT\nREMARK e\n",
            ],
            vec!["B 1 Q4\n", "EVENT\n"],
            vec!["junk\nmore junk\nEVENT x\nB 1 Q4\n"],
            vec!["ENDCOM\nENDVAR\nEVENT x\nENDUSER\n", "EVENT y\n"],
            vec!["B 1 Q4\nVAR\nREMARK a\nENDVAR\n", "REMARK b\nEVENT y\n"],
            vec!["EVENT a\nREMARK r\nWHITE y\n", "REMARK s\nEVENT b\n"],
            vec![
                "EVENT\nCOM\nEVENT no\n  ENDCOMS\nREMARK\nENDUSER\n endcom x\n",
                "EVENT\n",
            ],
            vec!["EVENT\nUSER EVENT\nEVENT\nENDCOM\nENDUSER\n", "EVENT\n"],
            vec!["EVENT a\rB 1 Q4\r", "EVENT b\r\x1A"],
            vec!["\n\n"],
            vec!["EVENT a\nCOM\nEVENT b"],
        ] {
            let whole = cut.concat();
            for piece in [1, 2, 7, 10_000] {
                assert_eq!(units(&whole, piece), cut);
            }
        }
    }

    #[test]
    fn a_continuation_belongs_to_the_unit_of_the_event_before() {
        let first = "EVENT a\nB 1 Q4\n";
        let joined = "EVENT a (continued)\nUSER ishi 3 continues\nENDUSER\nB 2 D4\n";
        let other = "EVENT b\n\nUSER ishi 3\nENDUSER\n";
        let plain = "EVENT c\nUSER ishi\ncontinues\nENDUSER\n";
        for piece in [1, 5, 10_000] {
            assert_eq!(
                units(&[first, joined, other, joined, plain].concat(), piece),
                [
                    [first, joined].concat(),
                    [other, joined].concat(),
                    plain.to_owned()
                ]
            );
        }
    }

    #[test]
    fn an_empty_buffer_holds_no_unit() {
        assert_eq!(next_unit(b"", true, &mut SplitState::default()), None);
        assert_eq!(next_unit(b"EVENT", false, &mut SplitState::default()), None);
    }
}
