//! How long reading, writing, converting, proving, comparing and checking take, by format.
//!
//! Inputs are made here, always the same; records of the corpus are measured too where there is one.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use ishi::Format;
use ishi::check::{Levels, check};
use ishi::compare::compare;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};

/// A record that is measured.
struct Input {
    name: &'static str,
    format: Format,
    bytes: Vec<u8>,
}

fn inputs() -> Vec<Input> {
    let sgf = |name, text: String| Input {
        name,
        format: Format::Sgf,
        bytes: text.into_bytes(),
    };
    let mut inputs = vec![
        sgf("one game", game(0, 240, false)),
        sgf("annotated game", game(1, 240, true)),
        sgf(
            "200 games",
            (0..200).map(|seed| game(seed, 200, false)).collect(),
        ),
        sgf(
            "20 annotated games",
            (0..20).map(|seed| game(seed, 200, true)).collect(),
        ),
    ];
    for to in [Format::Ishi, Format::SmartGo] {
        let written = ["200 games", "20 annotated games"].map(|name| {
            let input = inputs.iter().find(|input| input.name == name);
            let bytes = input.map(|input| convert(&input.bytes, input.format, to, 1));
            Input {
                name,
                format: to,
                bytes: bytes.unwrap_or_default(),
            }
        });
        inputs.extend(written);
    }
    inputs.extend(corpus());
    inputs
}

/// Returns the games of Go servers in the corpus as one record, if there is a corpus.
fn corpus() -> Option<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/sgf/real/kgs-6d");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let bytes = paths
        .iter()
        .filter_map(|path| std::fs::read(path).ok())
        .flatten()
        .collect();
    Some(Input {
        name: "corpus",
        format: Format::Sgf,
        bytes,
    })
}

/// Makes a game: moves all over the board, and comments, marks and variations if it is annotated.
fn game(seed: u32, moves: u32, annotated: bool) -> String {
    let mut text =
        format!("(;FF[4]GM[1]SZ[19]PB[Black {seed}]PW[White]KM[6.5]DT[2020-05-17]RE[B+R]");
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
    for number in 0..moves {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let letter =
            |shift: u32| char::from(b'a' + u8::try_from((state >> shift) % 19).unwrap_or(0));
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        let _ = write!(text, "\n;{color}[{}{}]", letter(8), letter(16));
        if annotated && number % 5 == 0 {
            let _ = write!(
                text,
                "C[a word on move {number}\nand one more]TR[{}{}]LB[aa:A][bb:12]",
                letter(4),
                letter(12)
            );
        }
        if annotated && number % 20 == 19 {
            let _ = write!(text, "(;{color}[{}{}]N[variation])(", letter(3), letter(11));
            let _ = write!(text, ";{color}[tt]");
        }
    }
    let open = text.matches('(').count() - text.matches(')').count();
    text.push_str(&")".repeat(open));
    text.push('\n');
    text
}

fn convert(bytes: &[u8], from: Format, to: Format, threads: usize) -> Vec<u8> {
    run(
        bytes,
        from,
        &ConvertOptions {
            verify: false,
            threads,
            ..ConvertOptions::new(to)
        },
    )
}

fn run(bytes: &[u8], from: Format, options: &ConvertOptions) -> Vec<u8> {
    Conversion::new(options)
        .collect(&mut open(bytes, from))
        .expect("all formats hold it")
}

fn open(bytes: &[u8], format: Format) -> Source<Cursor<&[u8]>> {
    let options = SourceOptions {
        format: Some(format),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes), options).expect("a record")
}

fn benches(criterion: &mut Criterion) {
    for input in inputs() {
        let mut group = criterion.benchmark_group(format!("{} ({})", input.name, input.format));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Bytes(input.bytes.len() as u64));
        group.bench_function("read", |bencher| {
            bencher.iter(|| ishi::read(black_box(&input.bytes)));
        });
        let record = ishi::read(&input.bytes).expect("a record");
        for &to in Format::ALL {
            group.bench_function(BenchmarkId::new("write", to), |bencher| {
                bencher.iter(|| ishi::write(black_box(&record.games), to));
            });
            group.bench_function(BenchmarkId::new("convert", to), |bencher| {
                bencher.iter(|| convert(black_box(&input.bytes), input.format, to, 1));
            });
            let options = ConvertOptions::new(to);
            group.bench_function(BenchmarkId::new("convert and prove", to), |bencher| {
                bencher.iter(|| run(black_box(&input.bytes), input.format, &options));
            });
        }
        group.bench_function("compare", |bencher| {
            bencher.iter(|| {
                let games = record.games.iter();
                games.map(|game| compare(game, game).count).sum::<usize>()
            });
        });
        group.bench_function("check", |bencher| {
            bencher.iter(|| {
                let mut source = open(black_box(&input.bytes), input.format);
                check(&mut source, &Levels::default()).map(|checked| checked.nodes)
            });
        });
        group.finish();
    }
}

criterion_group!(all, benches);
criterion_main!(all);
