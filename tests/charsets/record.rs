//! Makes records, and checks the texts that are read from them.

use std::io::Cursor;

use ishi::charset::Charset;

use ishi::model::Value;
use ishi::source::{Source, SourceOptions};

use crate::Count;

/// How much text a record has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// The name of one player.
    Name,
    /// The names of both players, and the event.
    Event,
    /// Names, an event and two comments.
    Comments,
}

impl Size {
    /// Returns the name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Event => "event",
            Self::Comments => "comments",
        }
    }
}

/// When backslashes are put into a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Before it is encoded.
    Text,
    /// Into its bytes.
    Bytes,
}

impl Order {
    /// Both orders.
    pub const BOTH: [Self; 2] = [Self::Text, Self::Bytes];
}

/// The texts of a language, as far as a charset has them.
pub struct Texts<'a> {
    pub names: Vec<&'a str>,
    pub sentences: Vec<&'a str>,
}

/// Takes the names and sentences outside ASCII from a file.
pub fn texts(file: &str, charset: Charset) -> Texts<'_> {
    let usable = |text: &&str| !text.is_ascii() && charset.encode(text).is_ok();
    let (names, sentences) = file.split_once("\n\n").expect("an empty line");
    let bar = names.contains('|');
    let names = names.split(['\n', if bar { '|' } else { ' ' }]);
    Texts {
        names: names.filter(usable).collect(),
        sentences: sentences.lines().filter(usable).collect(),
    }
}

impl Texts<'_> {
    /// Makes the content of a record.
    pub fn record(&self, size: Size, index: usize, events: &[&str], charset: Charset) -> Said {
        let pick = |list: &[&str], step: usize| {
            let at = (index + step) % list.len();
            list.get(at).copied().unwrap_or_default().to_owned()
        };
        let mut properties = vec![("PB", pick(&self.names, 0))];
        if size != Size::Name {
            properties.push(("PW", pick(&self.names, 37)));
            properties.push(("EV", pick(events, 0)));
        }
        let mut comments = Vec::new();
        if size == Size::Comments {
            comments.push(pick(&self.sentences, 0));
            comments.push(format!("{} [15k]", pick(&self.sentences, 1)));
        }
        assert!(
            properties
                .iter()
                .all(|(_, text)| charset.encode(text).is_ok())
        );
        Said {
            properties,
            comments,
        }
    }
}

/// The content of a record.
pub struct Said {
    properties: Vec<(&'static str, String)>,
    comments: Vec<String>,
}

impl Said {
    /// Writes the record: in code page 437 as Ishi, in `MacRoman` as Smart Game Board did, and else
    /// as SGF.
    pub fn bytes(&self, charset: Charset, ca: Option<&str>, order: Order) -> Vec<u8> {
        if charset == Charset::CP437 {
            return charset.encode(&self.ishi()).expect("usable texts");
        }
        let start = match ca {
            _ if charset == Charset::MAC_ROMAN && ca.is_none() => "(;GaMe[1]SiZe[19]".to_owned(),
            Some(label) => format!("(;GM[1]FF[4]CA[{label}]SZ[19]"),
            None => "(;GM[1]FF[4]SZ[19]".to_owned(),
        };
        let mut bytes = start.into_bytes();
        let value = |text: &str| match order {
            Order::Text => charset.encode(&escaped(text)).expect("usable texts"),
            Order::Bytes => escaped_bytes(&charset.encode(text).expect("usable texts")),
        };
        for (ident, text) in &self.properties {
            bytes.extend([ident.as_bytes(), b"[", &value(text), b"]"].concat());
        }
        for (text, mv) in self.comments.iter().zip(["pd", "dp"]) {
            bytes.extend(format!("\n;B[{mv}]C[").into_bytes());
            bytes.extend([&value(text)[..], b"];W[dd]"].concat());
        }
        bytes.extend(b"\n;B[qq];W[cc])\n");
        bytes
    }

    fn ishi(&self) -> String {
        let keyword = |ident| match ident {
            "PB" => "BLACK",
            "PW" => "WHITE",
            _ => "EVENT",
        };
        let mut lines: Vec<_> = self
            .properties
            .iter()
            .rev()
            .map(|(ident, text)| format!("{} {text}\r\n", keyword(*ident)))
            .collect();
        if !self.properties.iter().any(|(ident, _)| *ident == "EV") {
            lines.insert(0, "EVENT a game\r\n".to_owned());
        }
        for (number, text) in (1..).zip(&self.comments) {
            lines.push(format!(
                "B {number} Q1{number}\r\nCOM\r\n{text}\r\nENDCOM\r\n"
            ));
        }
        lines.concat()
    }

    /// Reads the record and counts how it came out.
    pub fn check(&self, bytes: &[u8], charset: Charset, count: &mut Count) {
        count.all += 1;
        let mut source =
            Source::open(Cursor::new(bytes), SourceOptions::default()).expect("a game record");
        let read = read(&mut source);
        let expected = self.properties.iter().map(|(ident, text)| (*ident, text));
        let expected = expected.chain(self.comments.iter().map(|text| ("C", text)));
        let right = expected
            .into_iter()
            .all(|(ident, text)| read.contains(&(ident.to_owned(), text.clone())));
        if right {
            count.right += 1;
            return;
        }
        let note = source.note();
        let message = note.map_or("", |note| &*note.message);
        if let Some((_, other)) = message.split_once("could also be ") {
            count.warned += 1;
            let other = other.replace("code page ", "cp");
            let named = Charset::from_label(&other).map(Charset::label);
            count.named += usize::from(named == Some(charset.label()));
        }
        let label = source.charset().label();
        let (_, name) = self.properties.first().expect("a name");
        count.wrong.push(format!("{name}: {label}, {message}"));
    }
}

fn read(source: &mut Source<Cursor<&[u8]>>) -> Vec<(String, String)> {
    let read = ishi::read_source(source).expect("bytes in memory");
    let mut texts = Vec::new();
    for game in &read.games {
        for node in game.nodes() {
            for property in game.properties(node) {
                if let Value::Text(text) = &property.value {
                    texts.push((property.ident.to_string(), text.to_string()));
                }
            }
        }
    }
    texts
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn escaped_bytes(bytes: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::new();
    for byte in bytes {
        if matches!(byte, b'\\' | b']') {
            escaped.push(b'\\');
        }
        escaped.push(*byte);
    }
    escaped
}
