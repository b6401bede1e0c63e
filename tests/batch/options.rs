//! The options of a run in its manifest, and runs that share a folder of results.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::scene::{ISHI, Ran, SGF, Scene};

/// Returns the lines of a manifest about sources.
fn lines(scene: &Scene, folder: &str) -> Vec<Value> {
    let text = fs::read_to_string(scene.path(folder).join(".ishi-manifest")).expect("a manifest");
    let lines = text.lines().filter(|line| line.contains("\"options\""));
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn an_option_without_effect_says_so() {
    let scene = Scene::new(&[("a.sgf", SGF.as_bytes())]);
    for (arguments, option) in [
        ("-t ishi --recheck", "--recheck"),
        ("--in-place --recheck", "--recheck"),
        ("-t json --plain", "--plain"),
        ("-t json --no-verify", "--no-verify"),
        ("-t json --keep-edited", "--keep-edited"),
        ("-t json -j 2", "--jobs"),
        ("--force -o -", "--force"),
        ("-d out --recheck --force", "--recheck"),
        ("-d out --hidden", "--hidden"),
    ] {
        let arguments: Vec<_> = arguments.split(' ').collect();
        let ran = scene.run(&[&["convert", "a.sgf"], &arguments[..]].concat());
        ran.ends_with(0)
            .says(&format!("{option} has no effect here: "));
    }
    for (line, option) in [
        ("check a.sgf --hidden", "--hidden"),
        ("info a.sgf --hidden", "--hidden"),
        ("edit a.sgf --mirror --hidden -o -", "--hidden"),
        ("edit a.sgf --mirror --force -o -", "--force"),
        ("show a.sgf --force", "--force"),
    ] {
        let ran = scene.run(&line.split(' ').collect::<Vec<_>>());
        ran.ends_with(0)
            .says(&format!("{option} has no effect here: "));
    }
    // Options that have no effect together in any run are a mistake.
    for line in [
        "check a.sgf --list-rules",
        "check a.sgf --explain G042",
        "check --explain G042 --format json",
        "check a.sgf --diff --no-backup",
        "check a.sgf --diff --deny warnings",
        "edit a.sgf --mirror --diff --force",
        "show a.sgf --sheet -o x.html --coordinates none",
        "show a.sgf --list --coordinates none",
    ] {
        let ran = scene.run(&line.split(' ').collect::<Vec<_>>());
        ran.ends_with(2).says("cannot be used with");
    }
    // A folder in an archive can be hidden too.
    let zipped = crate::archives::gz(b"");
    scene.write("x.go.gz", &zipped);
    let ran = scene.run(&["convert", "x.go.gz", "-d", "out", "--hidden"]);
    assert!(!ran.stderr.contains("no effect"), "{}", ran.stderr);
}

#[test]
fn the_manifest_has_the_options_and_each_result_is_proven_with_them() {
    let latin = b"(;FF[4]GM[1]SZ[9]AR[aa:bb]PB[J\xfcrgen];B[cg])(;FF[4]GM[1]SZ[9];B[gc];W[cc])";
    let chess = [&latin[..], b"(;FF[4]GM[3];B[e2e4])"].concat();
    let scene = Scene::new(&[("a.sgf", latin), ("chess.sgf", &chess)]);
    for (number, (arguments, options)) in [
        ("a.sgf", "to=sgf"),
        ("a.sgf -f sgf -t smart-go", "to=smartgo from=sgf"),
        ("a.sgf --encoding latin1", "to=sgf encoding=windows-1252"),
        (
            "a.sgf --encoding cp850 -t ishi --output-encoding cp437",
            "to=ishi encoding=cp850 output-encoding=cp437",
        ),
        ("a.sgf --game 2 -t ishi", "to=ishi game=2"),
        ("a.sgf --plain -t ishi", "to=ishi plain"),
        ("a.sgf --exact -t ishi", "to=ishi exact"),
        (
            "a.sgf --strict --encoding latin1 -t ishi",
            "to=ishi encoding=windows-1252 strict",
        ),
        ("a.sgf --no-verify -t ishi", "to=ishi no-verify"),
        ("chess.sgf --skip-refused -t ishi", "to=ishi skip-refused"),
        ("a.sgf --split --exact -t ishi", "to=ishi exact split"),
        ("a.sgf -t json --plain", "to=json"),
        (
            "a.sgf -t json-positions --game 1",
            "to=json-positions game=1",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let out = format!("out/{number}");
        let arguments: Vec<_> = arguments.split(' ').collect();
        let convert = [&["convert", "-d", &out], &arguments[..]].concat();
        scene.run(&convert).ends_with(0);
        let all = lines(&scene, &out);
        assert_eq!(all.len(), 1, "{options}");
        assert_eq!(all[0]["options"], options);
        scene.run(&convert).ends_with(0).says("skipped, unchanged");
        let results = scene.names(&out).len();
        let ran = scene.run(&["verify", &out]);
        ran.ends_with(0).says(&format!("{results} proven"));
    }
}

#[test]
fn exact_leaves_out_records_that_have_the_format_of_the_target() {
    let scene = Scene::new(&[("in/a.sgf", SGF.as_bytes()), ("in/b.go", ISHI.as_bytes())]);
    scene
        .run(&["convert", "--exact", "in/a.sgf", "-d", "out"])
        .ends_with(1)
        .says("in/a.sgf: it is SGF already, so --exact has no bytes to bring back");
    scene
        .run(&["convert", "--exact", "in", "-d", "out"])
        .ends_with(0)
        .says("2 files: 1 converted, 1 other")
        .says("others: a record of the target format (--exact) (1)");
    assert_eq!(scene.names("out"), ["in/b.sgf"]);
}

#[test]
fn the_source_itself_is_no_result_even_by_force() {
    let scene = Scene::new(&[("a.sgf", SGF.as_bytes())]);
    let convert = ["convert", "a.sgf", "-o", "./a.sgf"];
    for force in [&[][..], &["--force"]] {
        scene
            .run(&[&convert[..], force].concat())
            .ends_with(1)
            .says("the result would overwrite its source")
            .says("--in-place");
    }
}

#[test]
fn a_line_of_the_manifest_has_the_source_and_its_results() {
    let scene = Scene::new(&[("in/two.sgf", format!("{SGF}{SGF}").as_bytes())]);
    scene
        .run(&["convert", "-t", "json", "in", "-d", "out"])
        .ends_with(0);
    let [line] = lines(&scene, "out").try_into().expect("one line");
    assert_eq!(line["source"], "../in/two.sgf");
    assert_eq!(line["size"], 2 * SGF.len());
    assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(line["results"][0]["path"], "in/two.json");
    assert_eq!([&line["lost"], &line["damaged"]], [0, 0]);
}

#[cfg(unix)]
#[test]
fn the_source_of_a_named_link_is_the_file_that_it_leads_to() {
    let scene = Scene::new(&[("real/a.go", ISHI.as_bytes())]);
    std::os::unix::fs::symlink("real/a.go", scene.path("link.go")).expect("a link");
    std::os::unix::fs::symlink("real", scene.path("folder")).expect("a link");
    for (input, result) in [("link.go", "link.sgf"), ("folder", "folder/a.sgf")] {
        let out = format!("out-{input}");
        scene.run(&["convert", input, "-d", &out]).ends_with(0);
        let [line] = lines(&scene, &out).try_into().expect("one line");
        assert_eq!(line["source"], "../real/a.go");
        assert_eq!(scene.names(&out), [result]);
    }
}

/// A pipe holds less than this, so a program that took it in is reading.
const MORE_THAN_A_PIPE: usize = 1 << 19;

#[test]
fn results_that_another_run_has_put_in_place_meanwhile_are_known() {
    let scene = Scene::new(&[
        ("a.go", ISHI.as_bytes()),
        ("other/stdin.go", ISHI.replace("Anna", "Otto").as_bytes()),
    ]);
    let mut child = scene
        .command(&["convert", "-j1", "a.go", "-", "-d", "out"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("a pipe");
    let game = format!("{ISHI}REMARK {}\r\n", " ".repeat(MORE_THAN_A_PIPE));
    input.write_all(game.as_bytes()).expect("a reader");
    // The run has a stage, but no result is in place.
    let other = scene.run(&["convert", "other/stdin.go", "-d", "out"]);
    other.ends_with(0);
    drop(input);
    let ran = Ran::new(&child.wait_with_output().expect("an end"));
    ran.ends_with(0)
        .says("note: standard input: its result has another name, because other/stdin.go has one of that name; the two differ");
    assert_eq!(scene.names("out"), ["a.sgf", "stdin-2.sgf", "stdin.sgf"]);
    let kept = fs::read_to_string(scene.path("out/stdin.sgf")).expect("a result");
    assert!(kept.contains("Otto"), "{kept}");
}

#[test]
fn a_dry_run_removes_no_file_of_a_killed_run() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), (".ishi-killed.tmp", b"half")]);
    scene.run(&["convert", "-n", "a.go"]).ends_with(0);
    assert!(scene.path(".ishi-killed.tmp").exists());
    scene.run(&["convert", "a.go"]).ends_with(0);
    assert_eq!(scene.names(""), ["a.go", "a.sgf"]);
}

#[cfg(unix)]
#[test]
fn a_folder_in_the_place_of_a_result_stays_also_behind_a_link() {
    let scene = Scene::new(&[("a.go", ISHI.as_bytes()), ("b.go", ISHI.as_bytes())]);
    fs::create_dir_all(scene.path("out/a.sgf")).expect("a folder");
    std::os::unix::fs::symlink("a.sgf", scene.path("out/b.sgf")).expect("a link");
    scene
        .run(&["convert", "a.go", "b.go", "-d", "out", "--force"])
        .ends_with(0);
    assert_eq!(scene.names("out"), ["a.go.sgf", "b.go.sgf"]);
}

#[test]
fn a_page_lists_fifty_games_and_two_hundred_constructs_of_a_file() {
    let game = |number: usize| {
        format!(
            "(;FF[4]GM[1]SZ[9]PB[B{number}]{};B[cg])",
            "AR[aa:bb]".repeat(usize::from(number < 5))
        )
    };
    let fifty: String = (0..50).map(game).collect();
    let more: String = (0..51).map(game).collect();
    let arrows = |count: usize| {
        let nodes = ";B[cg]AR[aa:bb]".repeat(count);
        format!("(;FF[4]GM[1]SZ[9]{nodes})")
    };
    let named = |letters: usize| {
        let name = "w".repeat(letters - 99);
        let players = format!("PB[{}]PW[{name}]", "b".repeat(100));
        format!("(;FF[4]GM[1]SZ[9]{players};B[cg])(;FF[4]GM[1]SZ[9]PB[x];B[cg])")
    };
    let half = "(;FF[4]GM[1]SZ[9]PB[Anna];B[cg])(;FF[4]GM[1]SZ[9]PW[Otto];B[cg])";
    let scene = Scene::new(&[
        ("in/a.sgf", fifty.as_bytes()),
        ("in/b.sgf", more.as_bytes()),
        ("in/c.sgf", arrows(200).as_bytes()),
        ("in/d.sgf", arrows(201).as_bytes()),
        ("in/e.sgf", half.as_bytes()),
        ("in/f.sgf", named(294).as_bytes()),
        ("in/g.sgf", named(295).as_bytes()),
        ("in/h.sgf", named(310).as_bytes()),
        ("in/i.sgf", b"(;FF[4]GM[1]SZ[9];B[aa]W[bb] zz;B[cc])"),
    ]);
    scene
        .run(&[
            "convert", "-t", "ishi", "in", "-d", "out", "--report", "r.html",
        ])
        .ends_with(0);
    let page = fs::read_to_string(scene.path("r.html")).expect("a page");
    let rows: Vec<Value> = page
        .lines()
        .filter(|line| line.starts_with("[\"in/"))
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let details: Vec<Value> = page
        .lines()
        .filter(|line| line.starts_with('{') && line.ends_with('}') && line.contains("\"items\":["))
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let length = |value: &Value| value.as_array().map_or(0, Vec::len);
    assert_eq!(
        rows.iter().map(|row| &row[3]).collect::<Vec<_>>(),
        [50, 51, 1, 1, 2, 2, 2, 2, 1]
    );
    let games = details.iter().map(|one| length(&one["games"]));
    assert_eq!(games.collect::<Vec<_>>(), [50, 50, 1, 1, 2, 2, 2, 2, 1]);
    let items = details.iter().take(5).map(|one| length(&one["items"]));
    assert_eq!(items.collect::<Vec<_>>(), [5, 5, 200, 200, 0]);
    assert_eq!(rows[4][10], "Anna \u{2013} ?; ? \u{2013} Otto");
    assert_eq!(details[4]["links"], json!(["./in/e.sgf", "./out/in/e.go"]));
    // The names to search for end after 300 characters.
    let name = |white: usize| format!("{} \u{2013} {}", "b".repeat(100), "w".repeat(white));
    let players = [5, 6, 7].map(|row: usize| rows[row][10].as_str().expect("a text"));
    assert_eq!(
        players,
        [format!("{}; x \u{2013} ?", name(195)), name(196), name(197)]
    );
    // One finding is an error, and one a warning.
    assert_eq!([&rows[8][8], &rows[8][9]], [1, 1]);
    assert_eq!(details[8]["found"], 2);
}

#[test]
fn a_drawing_has_the_letters_of_the_first_locale_that_is_set() {
    let scene = Scene::new(&[("a.sgf", SGF.as_bytes())]);
    for (locale, is_ascii) in [
        (["C", "C.UTF-8", "C.UTF-8"], true),
        (["C.UTF-8", "C", "C"], false),
        (["", "de_DE.utf8", "C"], false),
        (["", "C", "C.UTF-8"], true),
        (["", "", "C.UTF-8"], false),
        (["", "", ""], true),
    ] {
        let mut command = scene.command(&["show", "a.sgf"]);
        command.envs(["LC_ALL", "LC_CTYPE", "LANG"].into_iter().zip(locale));
        let drawn = Ran::new(&command.output().expect("the program")).stdout;
        assert_eq!(drawn.is_ascii(), is_ascii, "{locale:?}");
        assert!(!drawn.contains('\u{1b}'), "{drawn}");
    }
    for (color, is_coloured) in [("always", true), ("never", false), ("auto", false)] {
        let ran = scene.run(&["show", "a.sgf", "--color", color]);
        assert_eq!(ran.stdout.contains('\u{1b}'), is_coloured, "{color}");
    }
}
