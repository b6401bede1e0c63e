//! The options that matter for the results of a run, and the words for them in a manifest.

pub mod document;
pub mod to;

use ishi::charset::Charset;
use ishi::convert::ConvertOptions;
use ishi::{Format, SourceFormat};

use super::args::ReadingArgs;
use crate::options::to::To;

/// The options that matter for the results of a run.
#[derive(Debug)]
pub struct Options {
    pub to: To,
    pub convert: ConvertOptions,
    pub from: Option<SourceFormat>,
    pub encoding: Option<Charset>,
}

/// An option without a value: its word, its field, and the value of the field if the word is there.
type Flag = (&'static str, fn(&mut ConvertOptions) -> &mut bool, bool);

/// In the order of a manifest.
const FLAGS: [Flag; 6] = [
    ("plain", |convert| &mut convert.plain, true),
    ("exact", |convert| &mut convert.exact, true),
    ("strict", |convert| &mut convert.strict, true),
    ("no-verify", |convert| &mut convert.verify, false),
    ("skip-refused", |convert| &mut convert.skip_refused, true),
    ("split", |convert| &mut convert.split, true),
];

impl Options {
    /// Creates the options of a run.
    pub fn new(reading: &ReadingArgs, to: To, convert: ConvertOptions) -> Self {
        Self {
            to,
            convert,
            from: reading.format(),
            encoding: reading.encoding,
        }
    }

    /// Returns the words for the options, with a blank between two.
    pub fn words(&self) -> String {
        let convert = &self.convert;
        let with_values = [
            ("to", Some(self.to.name().to_owned())),
            ("from", self.from.map(|format| format.name().to_owned())),
            ("encoding", self.encoding.map(Charset::label)),
            ("output-encoding", convert.charset.map(Charset::label)),
            ("game", convert.game.map(|game| game.to_string())),
        ];
        let with_values = with_values
            .into_iter()
            .filter_map(|(key, value)| Some(format!("{key}={}", value?)));
        let mut words: Vec<_> = with_values.collect();
        let mut convert = convert.clone();
        let given = FLAGS
            .iter()
            .filter(|(_, field, value)| *field(&mut convert) == *value);
        words.extend(given.map(|(word, ..)| (*word).to_owned()));
        words.join(" ")
    }

    /// Reads the words. Returns `None` for an option that this version does not know.
    pub fn parse(words: &str) -> Option<Self> {
        let mut options = Self {
            to: To::Format(Format::Sgf),
            convert: ConvertOptions::new(Format::Sgf),
            from: None,
            encoding: None,
        };
        let convert = &mut options.convert;
        for word in words.split(' ') {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "to" => {
                    options.to = To::from_name(value)?;
                    if let To::Format(format) = options.to {
                        convert.to = format;
                    }
                }
                "from" => options.from = Some(SourceFormat::from_name(value)?),
                "encoding" => options.encoding = Some(Charset::from_label(value)?),
                "output-encoding" => convert.charset = Some(Charset::from_label(value)?),
                "game" => convert.game = Some(value.parse().ok()?),
                _ => {
                    let (_, field, value) = FLAGS.iter().find(|(word, ..)| *word == key)?;
                    *field(convert) = *value;
                }
            }
        }
        Some(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(to: To, change: fn(&mut Options)) -> Options {
        let format = match to {
            To::Format(format) => format,
            To::Json { .. } => Format::Sgf,
        };
        let mut options = Options {
            to,
            convert: ConvertOptions::new(format),
            from: None,
            encoding: None,
        };
        change(&mut options);
        options
    }

    #[test]
    fn options_become_words_and_come_back() {
        let [sgf, ishi, smartgo] = [Format::Sgf, Format::Ishi, Format::SmartGo].map(To::Format);
        let json = |positions| To::Json { positions };
        let plain = of(sgf, |_| {});
        let read = of(smartgo, |options| {
            options.from = Some(Format::Ishi.into());
            options.encoding = Charset::from_label("cp850");
        });
        let written = of(ishi, |options| {
            options.convert.charset = Charset::from_label("latin1");
            options.convert.game = Some(12);
            options.convert.plain = true;
            options.convert.verify = false;
        });
        let strict = of(sgf, |options| {
            options.convert.exact = true;
            options.convert.strict = true;
            options.convert.skip_refused = true;
            options.convert.split = true;
        });
        let document = of(json(true), |options| {
            options.from = Some(SourceFormat::Gib);
            options.convert.game = Some(2);
        });
        for (options, words) in [
            (plain, "to=sgf"),
            (read, "to=smartgo from=ishi encoding=cp850"),
            (
                written,
                "to=ishi output-encoding=windows-1252 game=12 plain no-verify",
            ),
            (strict, "to=sgf exact strict skip-refused split"),
            (of(json(false), |_| {}), "to=json"),
            (document, "to=json-positions from=gib game=2"),
        ] {
            assert_eq!(options.words(), words);
            let read = Options::parse(words).expect(words);
            assert_eq!(format!("{read:?}"), format!("{options:?}"));
        }
    }

    #[test]
    fn unknown_words_are_not_read() {
        for words in [
            "",
            "to=sgf new",
            "to=gib",
            "from=auto",
            "game=x",
            "encoding=x",
        ] {
            assert!(Options::parse(words).is_none(), "{words}");
        }
    }

    #[test]
    fn a_source_format_has_the_same_word_however_it_was_typed() {
        for (from, words) in [
            ("sgf", "to=sgf from=sgf"),
            ("SGF", "to=sgf from=sgf"),
            ("smartgo", "to=sgf from=smartgo"),
            ("Smart-Go", "to=sgf from=smartgo"),
            ("AUTO", "to=sgf"),
        ] {
            let reading = ReadingArgs {
                from: from.to_owned(),
                encoding: None,
            };
            let to = To::Format(Format::Sgf);
            let options = Options::new(&reading, to, ConvertOptions::new(Format::Sgf));
            assert_eq!(options.words(), words, "{from}");
        }
    }
}
