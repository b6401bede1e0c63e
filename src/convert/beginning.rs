//! The beginning of a game decides how its text travels, if the rest is plain moves in one line.
//!
//! Every format shows a move on the board or a pass, so a reading of the result without these moves finds the same as a reading of all
//! of it.

use super::alone::{Judgement, ReadBack};
use super::step::{SeenGame, Worker};
use crate::dispatch;
use crate::format::Format;
use crate::record::{self, Spelled};

/// The fewest plain moves for which a second, short text is worth its making.
const FEWEST: usize = 8;

impl Worker<'_> {
    /// Returns the judgement of a whole game by its beginning. Returns `None` if all of the result has to be read: for the proof,
    /// for a caller that looks at the games, or because the beginning is not shown.
    pub(super) fn judge_by_beginning(&self, seen: SeenGame<'_>, native: &str) -> Option<Judgement> {
        let options = self.options;
        let reads_all = options.verify || options.exact || self.watched;
        // Numbers and prisoners of an Ishi text can differ from those of its moves.
        if reads_all || self.from == Format::Ishi || seen.record.is_some() || seen.games != 1 {
            return None;
        }
        // The first of the moves stays, so that the first node is followed by one.
        let count = seen.game.moves_at_end().saturating_sub(1);
        if count < FEWEST {
            return None;
        }
        let own = dispatch::without_last_moves(self.from, seen.unit.text(), count)?;
        let native = dispatch::without_last_moves(options.to, native, count)?;
        let game = &seen.game.without_moves_at_end(count);
        let spelled = Spelled::of_unit(self.from, seen.unit).with_text(&own);
        let reading = ReadBack::of(&native, options.to);
        let mut judgement = self
            .judge(SeenGame { game, ..seen }, spelled, &reading)
            .ok()?;
        judgement.outcomes.native(count);
        let carried = judgement.carried.as_ref();
        carried
            .is_none_or(record::is_head_without_gaps)
            .then_some(judgement)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::convert::round_trips::sgf_headers;
    use crate::convert::{Conversion, ConvertOptions, Report};
    use crate::format::Format;
    use crate::source::{Source, SourceOptions};
    use crate::testing::law;

    fn convert(text: &str, options: &ConvertOptions) -> (Option<Vec<u8>>, Report) {
        let format = SourceOptions {
            format: Some(Format::Sgf),
            ..SourceOptions::default()
        };
        let mut source = Source::open(std::io::Cursor::new(text.as_bytes()), format).unwrap();
        let mut conversion = Conversion::new(options);
        let result = conversion.collect(&mut source).ok();
        (result, conversion.report().clone())
    }

    #[test]
    fn only_plain_moves_in_one_line_are_moves_at_the_end() {
        for (text, count) in [
            ("(;FF[4])", 0),
            ("(;B[aa])", 0),
            ("(;FF[4];B[aa])", 1),
            ("(;FF[4];B[aa];W[bb];W[bb])", 3),
            ("(;FF[4];B[aa];W[bb]N[x];B[cc])", 1),
            ("(;FF[4];B[aa];W[];B[cc])", 3),
            ("(;FF[4];B[aa];W[vv];B[cc])", 1),
            ("(;FF[4];B[aa];W[bb];B[cc]N[x])", 0),
            ("(;FF[4](;B[aa];W[bb])(;B[cc];W[dd]))", 1),
            ("(;FF[4];B[aa](;W[bb])(;W[cc];B[dd];W[ee]))", 2),
        ] {
            let game = crate::read(text.as_bytes()).unwrap().games.remove(0);
            assert_eq!(game.moves_at_end(), count, "{text}");
        }
    }

    /// Returns a strategy for moves in one line, with stones on stones, blanks, and sometimes other data.
    fn moves() -> impl Strategy<Value = String> {
        let line = || prop::sample::select(vec!["a", "b", "c", "i", "j", "s", "t"]);
        let place = prop_oneof![
            20 => (line(), line()).prop_map(|(column, row)| [column, row].concat()),
            1 => Just(String::new()),
        ];
        let color = prop::sample::select(vec!['B', 'W']);
        let other = prop_oneof![
            40 => Just(""),
            4 => Just("\n"),
            1 => Just("C[x]"),
            1 => Just("[x ;B[bb]"),
            1 => Just("(;W[cc])"),
        ];
        let mv = (color, place, other);
        let mv = mv.prop_map(|(color, place, other)| format!(";{color}[{place}]{other}"));
        prop::collection::vec(mv, 0..40).prop_map(|moves| moves.concat())
    }

    proptest! {
        #![proptest_config(law())]

        #[test]
        fn the_beginning_decides_as_the_whole(head in sgf_headers(), moves in moves(), to in prop::sample::select(Format::ALL), plain: bool) {
            let text = [head.trim_end_matches(')'), &moves, ")"].concat();
            let proven = ConvertOptions { plain, ..ConvertOptions::new(to) };
            let unproven = ConvertOptions { verify: false, ..proven.clone() };
            let ((bytes, report), (other, unread)) = (convert(&text, &proven), convert(&text, &unproven));
            if bytes.is_some() {
                prop_assert_eq!(bytes, other, "{}", text);
                let [told, untold] = [&report, &unread].map(|report| format!("{:?}", (&report.outcomes, &report.losses)));
                prop_assert_eq!(told, untold, "{}", text);
            }
        }
    }
}
