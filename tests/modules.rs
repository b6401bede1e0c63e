//! The library and the program have few rooms, which are the modules at their roots. They form layers: no two import each other,
//! and neither do two files of a room of the library or of another crate. No format uses another, and no reader uses a writer.

#[path = "files/mod.rs"]
mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The formats. They may not know each other.
const FORMATS: &[&str] = &["ishi", "sgf", "smartgo"];

/// A reader cannot keep more rooms in mind.
const MOST_ROOMS: usize = 20;

/// For each module the modules next to it that it uses, with a file that does.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// A file of the library: its path, the names of the modules that lead to it, and its code without
/// comments, texts and tests.
struct Source {
    path: String,
    module: Vec<String>,
    code: String,
}

#[test]
fn the_library_and_the_program_have_few_rooms() {
    for (folder, file) in [("src", "lib"), ("crates/cli/src", "main")] {
        let folder = files::root().join(folder);
        let entries = fs::read_dir(&folder).expect("a folder of sources");
        let names = entries.map(|entry| entry.expect("an entry").path().with_extension(""));
        let mut rooms: BTreeSet<_> = names.collect();
        assert!(rooms.remove(&folder.join(file)));
        assert!(rooms.len() <= MOST_ROOMS, "{rooms:?}");
    }
}

#[test]
fn modules_form_layers() {
    let graph = graph(&library(), &[]);
    assert!(graph.len() > 15, "only {} modules were found", graph.len());
    assert!(uses(&graph, "sgf", "bracket") && uses(&graph, "convert", "dispatch"));
    assert_eq!(cycles(&graph), BTreeSet::new());
}

/// A file and its folder count as one, because a part of a file may use the file.
#[test]
fn files_of_a_room_form_layers() {
    let library = library();
    let mut found = 0;
    for Source { module, .. } in &library {
        let graph = graph(&library, module);
        found += graph.values().flatten().count();
        assert_eq!(cycles(&graph), BTreeSet::new(), "{}", module.join("/"));
    }
    assert!(found > 200, "only {found} uses were found");
}

#[test]
fn files_of_the_other_crates_form_layers() {
    for krate in ["archive", "charset", "draw"] {
        let sources = sources(&format!("crates/{krate}/src"));
        let modules = sources.iter().map(|source| source.module.as_slice());
        for module in modules.chain([&[][..]]) {
            let found = cycles(&graph(&sources, module));
            assert_eq!(found, BTreeSet::new(), "{krate} {}", module.join("/"));
        }
        assert!(graph(&sources, &[]).values().flatten().count() > 10);
    }
}

#[test]
fn modules_of_the_program_form_layers() {
    let program = program();
    let graph = graph(&program, &[]);
    assert!(graph.len() > 15, "only {} modules were found", graph.len());
    assert!(uses(&graph, "batch", "manifest") && uses(&graph, "report", "done"));
    assert!(!uses(&graph, "report", "manifest") && !uses(&graph, "manifest", "report"));
    assert_eq!(cycles(&graph), BTreeSet::new());
}

#[test]
fn no_format_uses_another() {
    let graph = graph(&library(), &[]);
    for format in FORMATS {
        for other in FORMATS.iter().filter(|other| *other != format) {
            assert!(!uses(&graph, format, other), "{format} uses {other}");
        }
    }
}

#[test]
fn no_reader_uses_a_writer() {
    let library = library();
    let found = readers_of_writers(&library);
    assert_eq!(found, BTreeSet::new());
}

/// A room may have 2 % more lines of code than when its line of `ceilings.txt` was written. Who raises a ceiling says in the
/// commit what a user gets for it.
#[test]
fn no_room_grows_above_its_ceiling() {
    let text = fs::read_to_string(files::root().join("tests/ceilings.txt")).expect("the ceilings");
    let ceilings = text.lines().filter_map(|line| line.split_once(' '));
    let ceilings: BTreeMap<_, usize> = ceilings
        .map(|(room, lines)| (room.to_owned(), lines.parse().expect("a number")))
        .collect();
    let rooms = rooms();
    let above = rooms
        .iter()
        .filter(|(room, lines)| ceilings.get(*room).is_none_or(|most| *lines > most));
    assert_eq!(above.collect::<Vec<_>>(), []);
    let gone = ceilings.keys().filter(|room| !rooms.contains_key(*room));
    assert_eq!(gone.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Cargo does not look for tests itself, because two packages share the folder.
#[test]
fn each_test_is_a_target_of_a_package() {
    let manifests = ["Cargo.toml", "crates/cli/Cargo.toml"]
        .map(|name| fs::read_to_string(files::root().join(name)).expect("a manifest"));
    for entry in fs::read_dir(files::root().join("tests")).expect("the tests") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").display();
        let target = format!("[[test]]\nname = \"{name}\"\n");
        let is_test = path.join("main.rs").is_file() || path.extension() == Some("rs".as_ref());
        assert!(!is_test || manifests.concat().contains(&target), "{name}");
    }
}

#[test]
fn planted_cycles_are_found() {
    let mut library = library();
    let is_model = |source: &Source| source.path == "src/model.rs";
    let model = library.iter().position(is_model).expect("the model");
    let plain = library[model].code.clone();
    for planted in [
        "use crate::convert::Conversion;",
        "pub use crate::convert;",
        "use crate::{model::Game, convert};",
        "pub(crate) use crate::{\n    model,\n    convert::{self, Finding},\n};",
        "fn f() { crate::convert::convert(); }",
        "use super::convert::Conversion;",
        "use crate::Games;",
        "macro_rules! m { () => { $crate::convert::x() } }",
    ] {
        library[model].code = format!("{plain}\n{}", code(planted));
        let cycles = cycles(&graph(&library, &[]));
        assert!(
            cycles.contains("model") && cycles.contains("convert"),
            "{planted}: {cycles:?}"
        );
    }
}

#[test]
fn planted_cycles_of_files_are_found() {
    let room = ["values".to_owned()];
    for planted in [
        "use super::time::TimeLimit;",
        "use super::TimeLimit;",
        "use crate::values::TimeLimit;",
    ] {
        let mut library = library();
        let path = "src/values/decimal.rs";
        let mut sources = library.iter_mut();
        let source = sources.find(|source| source.path == path);
        source.expect("a file of the room").code.push_str(planted);
        let cycles = cycles(&graph(&library, &room));
        assert!(
            cycles.contains("decimal") && cycles.contains("time"),
            "{planted}: {cycles:?}"
        );
    }
}

#[test]
fn planted_cycles_of_files_of_the_other_crates_are_found() {
    for (krate, file, planted, other) in [
        ("charset", "guess", "use super::detect::Note;", "detect"),
        ("charset", "guess", "use crate::Note;", "detect"),
        ("archive", "archive", "use super::look;", "kind"),
        ("draw", "course", "fn f() { crate::go::flags(); }", "go"),
    ] {
        let folder = format!("crates/{krate}/src");
        let mut sources = sources(&folder);
        let path = format!("{folder}/{file}.rs");
        let source = sources.iter_mut().find(|source| source.path == path);
        source.expect("a file of the crate").code.push_str(planted);
        let cycles = cycles(&graph(&sources, &[]));
        assert!(
            cycles.contains(file) && cycles.contains(other),
            "{planted}: {cycles:?}"
        );
    }
}

#[test]
fn what_is_no_code_of_the_library_does_not_count() {
    for harmless in [
        "// use crate::convert::Conversion;",
        "/// See [`crate::convert`].",
        "/* crate::convert::x */",
        "const A: &str = \"crate::convert::x \\\" crate::convert\";",
        "const A: &str = r#\"crate::convert::\"x\"#;",
        "#[cfg(test)]\nmod tests {\n    fn f() { '{'; }\n    use crate::convert::x;\n}",
        "#[cfg(test)]\nuse crate::convert::x;",
    ] {
        let source = Source {
            path: "src/model.rs".to_owned(),
            module: vec!["model".to_owned()],
            code: code(harmless),
        };
        let graph = graph(&[source], &[]);
        assert_eq!(graph.values().flatten().count(), 0, "{harmless}");
    }
}

#[test]
fn planted_uses_of_writers_are_found() {
    for planted in [
        "use crate::sgf::write::text;",
        "use super::write;",
        "use super::{write, x};",
    ] {
        let mut library = library();
        let path = "src/sgf/read.rs";
        let source = library
            .iter_mut()
            .find(|source| source.path == path)
            .expect("a reader");
        source.code.push_str(planted);
        assert!(readers_of_writers(&library).contains(path), "{planted}");
    }
}

fn uses(graph: &Graph, module: &str, other: &str) -> bool {
    graph
        .get(module)
        .is_some_and(|uses| uses.contains_key(other))
}

/// Returns the lines of code of each module of the library, and of each crate.
fn rooms() -> BTreeMap<String, usize> {
    let mut rooms = BTreeMap::new();
    for krate in ["", "archive", "charset", "cli", "draw"] {
        let folder = match krate {
            "" => "src".to_owned(),
            krate => format!("crates/{krate}/src"),
        };
        for source in sources(&folder) {
            let room = match krate {
                "" => format!("src/{}", source.module[0]),
                krate => format!("crates/{krate}"),
            };
            let lines = source.code.lines().filter(|line| !line.trim().is_empty());
            *rooms.entry(room).or_default() += lines.count();
        }
    }
    rooms
}

fn library() -> Vec<Source> {
    sources("src")
}

/// Reads the modules of the program. Its root may use all of them.
fn program() -> Vec<Source> {
    let mut sources = sources("crates/cli/src");
    sources.retain(|source| source.module != ["main"]);
    sources
}

fn sources(folder: &str) -> Vec<Source> {
    let root = files::root();
    let mut files = files::below(&root.join(folder));
    files.retain(|file| file.extension().is_some_and(|ending| ending == "rs"));
    let mut sources: Vec<Source> = files
        .iter()
        .map(|file| {
            let path = file.strip_prefix(root).expect("a file of the project");
            let names = path.strip_prefix(folder).expect("a file below it");
            let names = names.with_extension("");
            Source {
                path: path.to_string_lossy().replace('\\', "/"),
                module: names
                    .iter()
                    .map(|name| name.to_string_lossy().into_owned())
                    .collect(),
                code: fs::read_to_string(file).expect("a source file"),
            }
        })
        .collect();
    let tests = tests(&sources);
    sources.retain(|source| !tests.iter().any(|test| source.module.starts_with(test)));
    for source in &mut sources {
        source.code = code(&source.code);
    }
    sources
}

/// Returns the test modules with files.
fn tests(sources: &[Source]) -> Vec<Vec<String>> {
    let mut tests = Vec::new();
    for source in sources {
        let code = without_texts(&source.code);
        for after in code.split("#[cfg(test)]").skip(1) {
            let item = after.split([';', '{']).next().unwrap_or("");
            if let Some(name) = item
                .split_whitespace()
                .skip_while(|word| *word != "mod")
                .nth(1)
            {
                let is_root = |name: &&String| matches!(name.as_str(), "lib" | "main");
                let parent = source.module.iter().filter(|name| !is_root(name));
                tests.push(parent.cloned().chain([name.to_owned()]).collect());
            }
        }
    }
    tests
}

/// Returns a source text without comments, texts and test modules.
fn code(text: &str) -> String {
    let text = without_texts(text);
    let mut parts = text.split("#[cfg(test)]");
    let mut code = parts.next().unwrap_or("").to_owned();
    for part in parts {
        code.push_str(after_item(part));
    }
    code
}

/// Returns the text after the first item: after its `;` or the brace that closes it.
fn after_item(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(c, ';' | '}') {
            return &text[at + 1..];
        }
    }
    ""
}

/// Blanks out comments, texts and characters.
fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if rest.starts_with("r#\"") {
            rest.find("\"#").map_or(rest.len(), |at| at + 2)
        } else if c == '"' {
            quoted(rest)
        } else if c == '\'' {
            character(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// Returns the length of a text in quotation marks.
fn quoted(text: &str) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a character in quotation marks, 0 for a lifetime.
fn character(text: &str) -> usize {
    if text.starts_with("'\\") {
        return text[3..].find('\'').map_or(0, |at| at + 4);
    }
    let mut chars = text.char_indices().skip(2);
    match chars.next() {
        Some((at, '\'')) => at + 1,
        _ => 0,
    }
}

/// Returns the paths that code names from the root of the library, group by group taken apart.
fn paths(source: &Source) -> Vec<Vec<String>> {
    let tokens = tokens(&source.code);
    let mut found = Vec::new();
    for start in 0..tokens.len() {
        let before = start.checked_sub(1).map(|before| tokens[before].as_str());
        if before != Some("::") && matches!(tokens[start].as_str(), "crate" | "super" | "self") {
            collect(&tokens, start, &mut Vec::new(), &mut found);
        }
    }
    let from_root = |path: Vec<String>| {
        let mut module = match path[0].as_str() {
            "crate" => Vec::new(),
            _ => source.module.clone(),
        };
        for name in &path {
            match name.as_str() {
                "crate" | "self" => {}
                "super" => _ = module.pop(),
                _ => module.push(name.clone()),
            }
        }
        module
    };
    found.into_iter().map(from_root).collect()
}

/// Adds the paths that continue from `prefix` at a token; returns the token after them.
fn collect(
    tokens: &[String],
    mut at: usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> usize {
    let length = prefix.len();
    while let Some(token) = tokens.get(at) {
        if token == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                at = collect(tokens, at, prefix, found);
                if tokens.get(at).is_some_and(|token| token == ",") {
                    at += 1;
                }
            }
            prefix.truncate(length);
            return at + 1;
        }
        prefix.push(token.clone());
        at += 1;
        if tokens.get(at).is_none_or(|token| token != "::") {
            break;
        }
        at += 1;
    }
    found.push(prefix.clone());
    prefix.truncate(length);
    // A new name (`as`) is not a name of ours.
    while tokens.get(at).is_some_and(|token| token == "as") {
        at += 2;
    }
    at
}

/// Cuts code into words, `::` and single characters.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut inside = false;
    for c in code.chars() {
        let word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if word && inside => last.push(c),
            Some(last) if c == ':' && last == ":" => last.push(c),
            _ if c.is_whitespace() => {}
            _ => tokens.push(c.to_string()),
        }
        inside = word;
    }
    tokens
}

/// Returns the modules that the modules in `parent` use there. Its name is empty for the root of the library. A name that the parent
/// re-exports counts as the module that it comes from.
fn graph(library: &[Source], parent: &[String]) -> Graph {
    let root = ["lib".to_owned()];
    let is_parent = |source: &&Source| match parent {
        [] => source.module == root,
        _ => source.module == parent,
    };
    let is_below = |source: &&Source| source.module.starts_with(parent) && !is_parent(source);
    let depth = parent.len();
    let names: BTreeSet<&str> = library
        .iter()
        .filter(is_below)
        .map(|source| source.module[depth].as_str())
        .collect();
    let mut handed_on = BTreeMap::new();
    let code = library.iter().find(is_parent).map(|source| &source.code);
    for line in code.map_or("", String::as_str).split(';') {
        let words = tokens(line);
        let Some(start) = words.iter().position(|word| word == "use") else {
            continue;
        };
        let mut found = Vec::new();
        collect(&words, start + 1, &mut Vec::new(), &mut found);
        for path in found {
            handed_on.insert(path[path.len() - 1].clone(), path[0].clone());
        }
    }
    let mut graph = Graph::new();
    for source in library.iter().filter(is_below) {
        let module = &source.module[depth];
        let uses = graph.entry(module.clone()).or_default();
        for path in paths(source) {
            let Some(name) = path.strip_prefix(parent).and_then(|path| path.first()) else {
                continue;
            };
            let name = if names.contains(name.as_str()) {
                name
            } else {
                handed_on.get(name).unwrap_or(name)
            };
            if name != module && names.contains(name.as_str()) {
                uses.insert(name.clone(), source.path.clone());
            }
        }
    }
    graph
}

/// Returns the modules that use themselves by way of others.
fn cycles(graph: &Graph) -> BTreeSet<String> {
    let reachable = |start: &String| {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(module) = open.pop() {
            for next in graph.get(module).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let in_cycle = |module: &&String| reachable(module).contains(*module);
    graph.keys().filter(in_cycle).cloned().collect()
}

/// Returns the files of readers that use the writer of their format.
fn readers_of_writers(library: &[Source]) -> BTreeSet<String> {
    let is_reader = |source: &&Source| {
        FORMATS.contains(&source.module[0].as_str())
            && source.module.get(1).is_some_and(|name| name == "read")
    };
    let uses_writer = |source: &&Source| {
        paths(source).iter().any(|path| {
            path.first() == source.module.first() && path.get(1).is_some_and(|name| name == "write")
        })
    };
    let found = library.iter().filter(is_reader).filter(uses_writer);
    found.map(|source| source.path.clone()).collect()
}
