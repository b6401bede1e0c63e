use super::*;
use crate::model::Place;
use crate::sgf::property::property_text;

/// Writes a game as one line per node: depth, move, properties and detail.
fn dump(game: &Game<'_>) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    let mut depth = 0;
    for step in game.walk() {
        let crate::model::Step::Enter(node) = step else {
            depth -= 1;
            continue;
        };
        write!(text, "{:w$}", "", w = depth * 2).unwrap();
        depth += 1;
        if let Some(mv) = game.mv(node) {
            match mv.place {
                Place::Unreadable => write!(text, "{}[?]", mv.color.letter()).unwrap(),
                _ => text.push_str(&crate::sgf::property::move_text(mv)),
            }
        }
        let mut properties: Vec<_> = game.properties(node).iter().map(property_text).collect();
        properties.sort();
        for property in properties {
            write!(text, " {property}").unwrap();
        }
        for entry in game.details(node) {
            write!(
                text,
                " {{{} {}}}",
                entry.dialect.letter(),
                entry.text.replace('\n', "/")
            )
            .unwrap();
        }
        text.push('\n');
    }
    text
}

fn ishi_units(text: &str) -> Vec<&str> {
    let mut rest = text.as_bytes();
    let mut state = crate::ishi::split::SplitState::default();
    let mut units = vec![];
    while let Some(n) = crate::ishi::split::next_unit(rest, true, &mut state) {
        units.push(std::str::from_utf8(&rest[..n]).unwrap());
        rest = &rest[n..];
    }
    if units.is_empty() {
        units.push("");
    }
    units
}

fn decode(file: &std::path::Path) -> String {
    let bytes = std::fs::read(file).unwrap();
    String::from_utf8(bytes.clone()).unwrap_or_else(|_| bytes.iter().map(|b| *b as char).collect())
}

fn walkdir(dir: &str, ext: &[&str]) -> Vec<std::path::PathBuf> {
    let mut out = vec![];
    let mut stack = vec![std::path::PathBuf::from(dir)];
    while let Some(d) = stack.pop() {
        if d.is_file() {
            out.push(d);
            continue;
        }
        for e in std::fs::read_dir(&d).unwrap() {
            let p = e.unwrap().path();
            if p.is_dir() {
                stack.push(p);
            } else if ext.contains(&p.extension().and_then(|x| x.to_str()).unwrap_or("")) {
                out.push(p);
            }
        }
    }
    out.sort();
    out
}

fn same(a: &Game<'_>, b: &Game<'_>, detail: bool) -> Result<(), String> {
    use crate::model::Step;
    if a.size != b.size {
        return Err("size".into());
    }
    let mut x = a.walk();
    let mut y = b.walk();
    let mut n = 0;
    loop {
        match (x.next(), y.next()) {
            (None, None) => return Ok(()),
            (Some(Step::Enter(p)), Some(Step::Enter(q))) => {
                let props = |g: &Game<'_>, n| {
                    g.properties(n)
                        .iter()
                        .filter(|p| {
                            !(p.is(crate::model::Id::Charset)
                                || p.is(crate::model::Id::Application))
                        })
                        .cloned()
                        .map(crate::model::Property::into_owned)
                        .collect::<Vec<_>>()
                };
                let (pa, pb) = (props(a, p), props(b, q));
                let num = |g: &Game<'_>, n| {
                    g.text(n, crate::model::Id::MoveNumber)
                        .map(ToOwned::to_owned)
                };
                let ok = crate::model::equal::same_properties(&pa, &pb)
                    && crate::model::equal::same_move(a.mv(p), b.mv(q))
                    && num(a, p) == num(b, q);
                let ds = |g: &Game<'_>, n| {
                    let mut v: Vec<_> = g
                        .details(n)
                        .iter()
                        .map(|e| format!("{} {}", e.dialect.letter(), e.text))
                        .collect();
                    v.sort();
                    v
                };
                if !ok || (detail && ds(a, p) != ds(b, q)) {
                    let show = |v: &[crate::model::Property<'static>]| {
                        v.iter().map(property_text).collect::<Vec<_>>().join(" ")
                    };
                    return Err(format!(
                        "node {n}: {:?} {}\n   {:?}\n  vs {:?} {}\n   {:?}",
                        a.mv(p),
                        show(&pa),
                        ds(a, p),
                        b.mv(q),
                        show(&pb),
                        ds(b, q)
                    ));
                }
                n += 1;
            }
            (Some(Step::Leave(_)), Some(Step::Leave(_))) => {}
            other => return Err(format!("shape at {n} {other:?}")),
        }
    }
}

#[test]
fn adhoc() {
    let verbose = std::env::var("V").is_ok();
    let dir = std::env::var("DIR").unwrap();
    let mut bad = 0;
    let mut total = 0;
    for file in walkdir(&dir, &["go"]) {
        total += 1;
        let text = decode(&file);
        let charset = Some(crate::charset::Charset::Utf8);
        if verbose {
            println!("=== {}", file.display());
        }
        let mut written = String::new();
        let units = ishi_units(&text);
        let mut games = vec![];
        for unit in &units {
            let mut log = Diagnostics::new();
            for game in read(unit, &ReadOptions::default(), &mut log) {
                if verbose {
                    println!("{}", dump(&game));
                }
                crate::ishi::write(
                    &game,
                    &crate::options::WriteOptions {
                        charset,
                        ..Default::default()
                    },
                    &mut written,
                    &mut crate::outcome::Outcomes::new(),
                )
                .unwrap();
                games.push(game);
            }
            for d in log.kept() {
                let s = d.span.unwrap_or_default();
                if verbose {
                    println!(
                        "  {} {} [{}] {:?}",
                        d.rule.code,
                        d.message,
                        &unit[s.start..s.end],
                        d.help
                    );
                }
            }
        }
        let units = ishi_units(&written);
        let again: Vec<_> = units
            .iter()
            .flat_map(|unit| read(unit, &ReadOptions::default(), &mut Diagnostics::new()))
            .collect();
        let mut fail = (games.len() != again.len())
            .then(|| format!("{} games vs {}", games.len(), again.len()));
        for (a, b) in games.iter().zip(&again) {
            if let Err(e) = same(a, b, true) {
                fail.get_or_insert(e);
            }
        }
        if let Some(e) = fail {
            bad += 1;
            println!("DIFF {} {e}", file.display());
            if verbose {
                println!("{written}");
            }
        }
    }
    println!("{bad} of {total} differ");
}

#[test]
fn adhoc_sgf() {
    let verbose = std::env::var("V").is_ok();
    let dir = std::env::var("DIR").unwrap();
    let mut bad = 0;
    let mut total = 0;
    let mut refused = 0;
    for file in walkdir(&dir, &["sgf"]) {
        let text = decode(&file);
        let mut rest = text.as_bytes();
        let mut state = crate::bracket::split::SplitState::default();
        let mut n = 0;
        while let Some(len) = crate::bracket::split::next_unit(rest, true, &mut state) {
            let Ok(unit) = std::str::from_utf8(&rest[..len]) else {
                break;
            };
            rest = &rest[len..];
            n += 1;
            if n > 300 {
                break;
            }
            for game in crate::sgf::read(unit, &ReadOptions::default(), &mut Diagnostics::new()) {
                total += 1;
                let mut written = String::new();
                if crate::ishi::write(
                    &game,
                    &crate::options::WriteOptions::default(),
                    &mut written,
                    &mut crate::outcome::Outcomes::new(),
                )
                .is_err()
                {
                    refused += 1;
                    continue;
                }
                let units = ishi_units(&written);
                let mut log = Diagnostics::new();
                let again: Vec<_> = units
                    .iter()
                    .flat_map(|unit| read(unit, &ReadOptions::default(), &mut log))
                    .collect();
                let mut fail = (again.len() != 1).then(|| format!("{} games", again.len()));
                if let Some(b) = again.first()
                    && let Err(e) = same(&game, b, false)
                {
                    fail.get_or_insert(e);
                }
                if let Some(e) = fail {
                    bad += 1;
                    if bad < 40 || verbose {
                        println!(
                            "DIFF {}#{n} {}",
                            file.display(),
                            &e.chars().take(1500).collect::<String>()
                        );
                    }
                    for d in log.kept() {
                        if bad < 15 {
                            println!("    {} {}", d.rule.code, d.message);
                        }
                    }
                    if verbose {
                        println!("{written}");
                    }
                }
            }
        }
    }
    println!("{bad} of {total} differ, {refused} refused");
}

#[test]
fn adhoc_time() {
    let file = std::env::var("FILE").unwrap();
    let text = decode(std::path::Path::new(&file));
    let t = std::time::Instant::now();
    let game = crate::sgf::read(&text, &ReadOptions::default(), &mut Diagnostics::new()).remove(0);
    println!("sgf read {:?} {} nodes", t.elapsed(), game.node_count());
    let t = std::time::Instant::now();
    let mut written = String::new();
    crate::ishi::write(
        &game,
        &crate::options::WriteOptions::default(),
        &mut written,
        &mut crate::outcome::Outcomes::new(),
    )
    .unwrap();
    println!("ishi write {:?} {}", t.elapsed(), written.len());
    std::fs::write("/tmp/c-time.go", &written).unwrap();
    let t = std::time::Instant::now();
    let n = ishi_units(&written).len();
    println!("split {:?} {n}", t.elapsed());
    let t = std::time::Instant::now();
    let lines = syntax::parse(&written, &mut Diagnostics::new());
    println!("syntax {:?} {}", t.elapsed(), lines.len());
    let t = std::time::Instant::now();
    let trees = tree::build(&lines, &mut Diagnostics::new());
    println!("tree {:?} {}", t.elapsed(), trees.len());
    drop(trees);
    let t = std::time::Instant::now();
    let again = read(&written, &ReadOptions::default(), &mut Diagnostics::new());
    println!("read {:?} {}", t.elapsed(), again.len());
}
