//! Records in all the charsets that they are found in, made from names and sentences.
//!
//! The texts are in `texts/`: names, an empty line, sentences. They were written for these tests;
//! the tables that charsets are told by were made without them.

#[path = "../corpus/mod.rs"]
mod corpus;
mod damaged;
#[path = "../files/mod.rs"]
mod files;
mod known;
#[path = "../files/random.rs"]
mod random;
mod record;
mod words;

use std::collections::BTreeMap;

use ishi::charset::Charset;
use record::{Order, Size};

/// A charset, the texts it is tried with, and the content of its records.
struct Tried {
    label: &'static str,
    texts: &'static str,
    events: [&'static str; 4],
    /// The value of CA when it is wrong.
    lies: [&'static str; 3],
    /// How many of 100 records with one name and no CA must come out right.
    alone: usize,
}

const CHINESE: [&str; 4] = [
    "第十二届名人战决赛",
    "全国围棋联赛",
    "友谊赛",
    "业余公开赛第三轮",
];
const TAIWANESE: [&str; 4] = [
    "第十二屆名人賽決賽",
    "全國圍棋聯賽",
    "友誼賽",
    "業餘公開賽第三輪",
];
const JAPANESE: [&str; 4] = [
    "第十二期名人戦決勝",
    "王座戦予選",
    "学生選手権",
    "十段戦第三局",
];
const KOREAN: [&str; 4] = [
    "제십이기 명인전 결승",
    "한국바둑리그",
    "친선대국",
    "아마선수권 삼회전",
];
const EUROPEAN: [&str; 4] = [
    "Europäische Meisterschaft",
    "Championnat de France à Besançon",
    "Torneo de Málaga",
    "Göteborg Open",
];

const TRIED: [Tried; 8] = [
    Tried {
        label: "gb18030",
        texts: include_str!("texts/simplified.txt"),
        events: CHINESE,
        lies: ["UTF-8", "ISO-8859-1", "Big5"],
        alone: 95,
    },
    Tried {
        label: "big5",
        texts: include_str!("texts/traditional.txt"),
        events: TAIWANESE,
        lies: ["UTF-8", "ISO-8859-1", "GB2312"],
        alone: 95,
    },
    Tried {
        label: "shift_jis",
        texts: include_str!("texts/japanese.txt"),
        events: JAPANESE,
        lies: ["UTF-8", "ISO-8859-1", "EUC-JP"],
        alone: 0,
    },
    Tried {
        label: "euc-jp",
        texts: include_str!("texts/japanese.txt"),
        events: JAPANESE,
        lies: ["UTF-8", "ISO-8859-1", "Shift_JIS"],
        alone: 0,
    },
    Tried {
        label: "euc-kr",
        texts: include_str!("texts/korean.txt"),
        events: KOREAN,
        lies: ["UTF-8", "ISO-8859-1", "GB18030"],
        alone: 0,
    },
    Tried {
        label: "windows-1252",
        texts: include_str!("texts/western.txt"),
        events: EUROPEAN,
        lies: ["UTF-8", "macintosh", "GB18030"],
        alone: 0,
    },
    Tried {
        label: "macintosh",
        texts: include_str!("texts/western.txt"),
        events: EUROPEAN,
        lies: ["UTF-8", "ISO-8859-1", "Shift_JIS"],
        alone: 0,
    },
    Tried {
        label: "cp437",
        texts: include_str!("texts/western.txt"),
        events: EUROPEAN,
        lies: ["UTF-8", "ISO-8859-1", "Shift_JIS"],
        alone: 0,
    },
];

/// The statement of a record about its charset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ca {
    Right,
    Missing,
    Lying,
}

/// How records of one kind came out.
#[derive(Debug, Default)]
struct Count {
    all: usize,
    right: usize,
    /// Wrong, with a warning that names another charset, and the right one.
    warned: usize,
    named: usize,
    wrong: Vec<String>,
}

impl Count {
    fn percent(&self) -> usize {
        self.right * 100 / self.all.max(1)
    }
}

#[test]
fn records_in_every_charset_come_out_right() {
    let mut failures = Vec::new();
    println!("charset       size      CA       right of  all   wrong: warned, right one named");
    for tried in &TRIED {
        for ((size, ca), count) in count(tried) {
            let (label, size_name) = (tried.label, size.name());
            println!(
                "{label:13} {size_name:9} {ca:8?} {:5} of {:4} {:3} % {:6} {:6}",
                count.right,
                count.all,
                count.percent(),
                count.warned,
                count.named,
            );
            for wrong in &count.wrong {
                println!("    {wrong}");
            }
            let least = match (size, ca) {
                (Size::Comments, _) | (_, Ca::Right) => 99,
                (Size::Name, Ca::Missing) => tried.alone,
                _ => 0,
            };
            let silent = count.all - count.right - count.warned;
            let must_warn = (size, ca) == (Size::Name, Ca::Missing) && tried.alone == 0;
            if count.percent() < least || must_warn && silent > 0 {
                failures.push(format!("{label} {size_name} {ca:?}: {count:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn count(tried: &Tried) -> BTreeMap<(Size, Ca), Count> {
    let charset = Charset::from_label(tried.label).expect("a known label");
    let texts = record::texts(tried.texts, charset);
    assert!(texts.names.len() >= 100 && texts.sentences.len() >= 100);
    let mut counts: BTreeMap<_, Count> = BTreeMap::new();
    for size in [Size::Name, Size::Event, Size::Comments] {
        let number = match size {
            Size::Name | Size::Event => texts.names.len(),
            Size::Comments => texts.sentences.len(),
        };
        for index in 0..number {
            let said = texts.record(size, index, &tried.events, charset);
            for ca in [Ca::Right, Ca::Missing, Ca::Lying] {
                // An Ishi record cannot name its charset.
                if tried.label == "cp437" && ca != Ca::Missing {
                    continue;
                }
                let label = match ca {
                    Ca::Right => Some(tried.label),
                    Ca::Missing => None,
                    Ca::Lying => tried.lies.get(index % tried.lies.len()).copied(),
                };
                let bytes = Order::BOTH.map(|order| said.bytes(charset, label, order));
                let [in_text, in_bytes] = &bytes;
                let twice = if in_text == in_bytes { 1 } else { 2 };
                for bytes in bytes.iter().take(twice) {
                    said.check(bytes, charset, counts.entry((size, ca)).or_default());
                }
            }
        }
    }
    counts
}
