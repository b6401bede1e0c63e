//! The charsets of the games of one output.

use std::io::Cursor;

use super::step::WrittenGame;
use crate::format::Format;
use crate::format::charset::Charset;
use crate::source::sniff::Head;
use crate::source::{Source, SourceOptions};

/// The charsets of the games that were written so far. A reader decodes a file in one charset. If each game tree of an SGF file
/// names its charset, the reader decodes the trees one by one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Charsets {
    to: Format,
    /// Whether there is a game.
    any: bool,
    /// The charset of the last text that was not ASCII.
    last: Option<Charset>,
    /// Whether each text that was not ASCII names its charset.
    named: bool,
}

impl Charsets {
    /// Creates the charsets of an output without games.
    pub fn new(to: Format) -> Self {
        Self {
            to,
            any: false,
            last: None,
            named: true,
        }
    }

    /// Returns the charset of the last text that was not ASCII.
    pub fn last(&self) -> Option<Charset> {
        self.last
    }

    /// Adds a game that follows the others.
    pub fn add(&mut self, written: &WrittenGame) {
        self.any = true;
        if !is_ascii(written) {
            self.last = Some(written.charset);
            self.named &= self.names(written);
        }
    }

    /// Returns whether a reader decodes a game in its charset. Ishi does not name it, so the first letters decide.
    pub fn is_guessed(&self, written: &WrittenGame) -> bool {
        let is_modern = matches!(written.charset, Charset::Ascii | Charset::Utf8);
        is_modern || written.mark || self.last.is_some() || {
            let options = SourceOptions {
                format: Some(self.to),
                ..SourceOptions::default()
            };
            let source = Source::open(Cursor::new(&written.bytes), options);
            let read = source.map(|source| source.charset().decode(&written.bytes));
            read.is_ok_and(|read| read == written.text)
        }
    }

    /// Returns the charset in which a game has to be written, if a reader of the output would not decode it in the charset
    /// that it has.
    pub fn other(&self, written: &WrittenGame) -> Option<Charset> {
        let charset = written.charset;
        let is_read = match self.last {
            _ if !self.any => true,
            None => charset.is_ascii_compatible() || is_ascii(written),
            Some(last) if last == charset => true,
            Some(last) if is_ascii(written) => last.is_ascii_compatible(),
            Some(_) => self.named && self.names(written),
        };
        (!is_read).then(|| self.last.unwrap_or(Charset::Utf8))
    }

    /// Returns whether a text names its charset, so that a reader finds it among texts in other charsets.
    fn names(&self, written: &WrittenGame) -> bool {
        let label = || Head::new(&written.bytes).about_charset().label;
        let named = || Charset::from_label(&label()?);
        self.to == Format::Sgf
            && written.charset.is_ascii_compatible()
            && named() == Some(written.charset)
    }
}

/// Returns whether a text has the same bytes in each charset that is compatible with ASCII.
fn is_ascii(written: &WrittenGame) -> bool {
    let has_own_bytes = || written.bytes == written.text.as_bytes();
    !written.mark && written.text.is_ascii() && has_own_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{Conversion, ConvertError, ConvertOptions};
    use crate::diagnostic::Diagnostics;
    use crate::dispatch;
    use crate::format::charset::rules::UNNAMED;
    use crate::model::{Id, NodeId, Value};

    /// Charsets and texts of games that do not name their charset.
    const LATIN: (&str, &str) = ("windows-1252", "(;FF[4]PB[Müller]CP[x]XX[Grüße])");
    const CHINESE: (&str, &str) = ("utf-8", "(;FF[4]PB[段]CP[x]XX[段])");

    fn open(bytes: &[u8], format: Format) -> Source<Cursor<&[u8]>> {
        let format = Some(format);
        let options = SourceOptions {
            format,
            ..SourceOptions::default()
        };
        Source::open(Cursor::new(bytes), options).unwrap()
    }

    fn converted(
        bytes: &[u8],
        from: Format,
        options: &ConvertOptions,
    ) -> Result<Vec<Vec<u8>>, ConvertError> {
        let mut games = Vec::new();
        Conversion::new(options).run(&mut open(bytes, from), &mut |_, game| {
            games.push(game.to_vec());
            Ok(())
        })?;
        Ok(games)
    }

    /// Converts SGF games in charsets to Smart-Go, puts the results into one file, and converts it back.
    fn joined(games: &[(&str, &str)], split: bool) -> Result<Vec<Vec<u8>>, ConvertError> {
        let mut file = Vec::new();
        for (label, text) in games {
            let bytes = Charset::from_label(label).unwrap().encode(text).unwrap();
            let to = ConvertOptions::new(Format::SmartGo);
            file.extend(converted(&bytes, Format::Sgf, &to).unwrap().concat());
        }
        let back = ConvertOptions {
            split,
            ..ConvertOptions::new(Format::Sgf)
        };
        converted(&file, Format::SmartGo, &back)
    }

    #[test]
    fn a_charset_that_a_reader_does_not_guess_is_told() {
        let told = |label: &str, text: &str| {
            let charset = Charset::from_label(label).unwrap();
            let bytes = charset.encode(text).unwrap();
            let options = SourceOptions {
                charset: Some(charset),
                ..SourceOptions::default()
            };
            let mut source = Source::open(Cursor::new(&bytes[..]), options).unwrap();
            let options = ConvertOptions::new(Format::Ishi);
            let mut conversion = Conversion::new(&options);
            assert_eq!(conversion.collect(&mut source).unwrap(), &bytes[..]);
            conversion.report().findings.has(&UNNAMED)
        };
        assert!(told("cp850", "EVENT\r\nBLACK J\u{f8}rgen\r\n"));
        assert!(!told("macintosh", "EVENT\r\nBLACK Andr\u{e9}\r\n"));
        assert!(!told("utf-8", "EVENT\r\nBLACK Andr\u{e9}\r\n"));
    }

    fn players(bytes: &[u8]) -> Vec<String> {
        let mut source = open(bytes, Format::Sgf);
        let mut names = Vec::new();
        while let Some(unit) = source.next_unit().unwrap() {
            for game in dispatch::read(Format::Sgf, unit.text(), &mut Diagnostics::new()) {
                if let Some(Value::Text(name)) = game.get(NodeId::ROOT, Id::PlayerBlack) {
                    names.push(name.to_string());
                }
            }
        }
        names
    }

    #[test]
    fn games_that_were_joined_are_read_in_the_charset_of_their_file() {
        let french = ("utf-8", "(;FF[4]PB[René]CP[x]XX[é])");
        let wide = ("utf-16le", "(;FF[4]PB[Kim]CP[x]XX[y])");
        let ascii = ("utf-8", "(;FF[4]PB[Anna]CP[x]XX[y])");
        let named = ("gb18030", "(;FF[4]CA[GB18030]PB[段]CP[x]XX[段])");
        let korean = ("euc-kr", "(;FF[4]CA[EUC-KR]PB[초]CP[x]XX[초])");
        for (games, names) in [
            ([CHINESE, LATIN], ["段", "Müller"]),
            ([LATIN, french], ["Müller", "René"]),
            ([ascii, wide], ["Anna", "Kim"]),
            ([wide, ascii], ["Kim", "Anna"]),
            ([named, korean], ["段", "초"]),
            ([french, LATIN], ["René", "Müller"]),
        ] {
            let back = joined(&games, false).unwrap();
            assert_eq!(players(&back.concat()), names, "{games:?}");
        }
    }

    #[test]
    fn games_that_come_home_name_their_charsets() {
        let back = joined(&[LATIN, CHINESE], false).unwrap();
        assert_eq!(players(&back.concat()), ["Müller", "段"]);
    }

    #[test]
    fn games_in_files_have_their_charsets() {
        let back = joined(&[LATIN, CHINESE], true).unwrap();
        let names: Vec<_> = back.iter().flat_map(|file| players(file)).collect();
        assert_eq!(names, ["Müller", "段"]);
        assert!(back[0].windows(7).any(|bytes| bytes == b"[Gr\xFC\xDFe]"));
    }
}
