//! Pictures of the pages that the program draws.
//!
//! `<!-- picture: ishi show ARGUMENTS -o NAME -->` draws `docs/NAME`, from the records of the page.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::page::{is_update, pages, root};

#[test]
fn pictures_are_those_that_the_program_draws() {
    let mut failures = Vec::new();
    let mut drawn = 0;
    for page in pages() {
        let commands = page.lines.iter().enumerate().filter_map(|(line, text)| {
            let words = text.strip_prefix("<!-- picture: ishi show ")?;
            let words = words.strip_suffix(" -->")?;
            Some((line, words.split_once(" -o ").expect("a name")))
        });
        for (line, (arguments, name)) in commands {
            let folder = TempDir::new().expect("a folder");
            for block in page.blocks() {
                if let Some(file) = block.file.as_deref().filter(|_| block.language != "pest") {
                    fs::write(folder.path().join(file), page.text(&block)).expect("a record");
                }
            }
            let status = Command::new(env!("CARGO_BIN_EXE_ishi"))
                .arg("show")
                .args(arguments.split(' '))
                .args(["-o", "picture.svg"])
                .current_dir(folder.path())
                .status()
                .expect("the program");
            assert!(status.success(), "{}: {arguments}", page.at(line));
            let picture = fs::read_to_string(folder.path().join("picture.svg")).expect("a picture");
            let path = root().join("docs").join(name);
            let before = fs::read_to_string(&path).unwrap_or_default();
            if before.replace("\r\n", "\n") != picture {
                failures.push(format!("{}: docs/{name} is another picture", page.at(line)));
                if is_update() {
                    fs::write(&path, picture).expect("the picture can be written");
                }
            }
            drawn += 1;
        }
    }
    assert!(
        failures.is_empty() || is_update(),
        "{}",
        failures.join("\n")
    );
    assert!(drawn > 1, "{drawn} pictures");
}
