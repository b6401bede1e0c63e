//! The pages of the documentation and their code blocks.
//!
//! The first line of a block names its kind: the language, then the name of a file, if it is one.
//!
//! - `console`: lines that start with `$ ` are commands, and the lines after them are their output. A line
//!   `...` matches any lines. A last line `[exit status 1]` names a status other than 0.
//! - any other language with a name: the block is that file, for the commands of the page. A name
//!   that starts with `examples/` or `python/examples/` is a file of the repository, which has the same text.
//! - `ishi`, `smartgo` and `sgf` without a name: a record that has to be readable.
//! - `pest NAME`: rules of `grammars/NAME`, word for word.
//! - `sh`: the lines that call `ishi` are run and have to end with status 0; the others are shown.
//! - `text` and `rust`: shown.
//!
//! Outside of blocks:
//!
//! - `<!-- $ COMMAND -->` is run and not seen.
//! - `<!-- picture: COMMAND -o NAME -->`: the command draws `docs/NAME`.
//! - `<!-- commands -->`: the commands of `ishi` in the table after this line are run and have to end with status 0.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::files;
pub use crate::files::root;

/// A page.
pub struct Page {
    /// Its name below the repository.
    pub name: String,
    path: PathBuf,
    /// Its lines, without line ends.
    pub lines: Vec<String>,
}

/// A code block of a page.
pub struct Block {
    /// The language.
    pub language: String,
    /// The name of the file, if there is one.
    pub file: Option<String>,
    /// The lines between the fences, counted from 0.
    pub lines: Range<usize>,
}

/// Returns whether the pages are to be written again.
pub fn is_update() -> bool {
    std::env::var("ISHI_DOCS").is_ok_and(|value| value == "update")
}

/// Returns all pages: the README and everything in `docs`.
pub fn pages() -> Vec<Page> {
    let mut paths = files::below(&root().join("docs"));
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    paths.into_iter().map(Page::read).collect()
}

/// Looks at each page and expects no failures. If the pages are to be written again, the changes of `look` are written.
pub fn expect(mut look: impl FnMut(&mut Page) -> Vec<String>) {
    let mut failures = Vec::new();
    let (_alone, pages) = pages_to_write();
    for mut page in pages {
        failures.extend(look(&mut page));
        if is_update() {
            page.write();
        }
    }
    assert!(
        failures.is_empty() || is_update(),
        "{}",
        failures.join("\n\n")
    );
}

/// Returns all pages for a test that writes them again. Then other such tests wait until it is over, because each writes
/// whole pages.
pub fn pages_to_write() -> (Option<MutexGuard<'static, ()>>, Vec<Page>) {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = is_update().then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner));
    (alone, pages())
}

impl Page {
    /// Reads a page.
    pub fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).expect("a page in UTF-8");
        let name = path.strip_prefix(root()).expect("a page of ours");
        Self {
            name: name.display().to_string(),
            lines: text.lines().map(str::to_owned).collect(),
            path,
        }
    }

    /// Writes the page back.
    pub fn write(&self) {
        let text = self.lines.join("\n") + "\n";
        let old = fs::read_to_string(&self.path).expect("the page");
        if text != old {
            fs::write(&self.path, text).expect("the page can be written");
        }
    }

    /// Returns the code blocks, first to last.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<(String, usize)> = None;
        for (index, line) in self.lines.iter().enumerate() {
            let Some(words) = line.strip_prefix("```") else {
                continue;
            };
            match open.take() {
                None => open = Some((words.trim().to_owned(), index + 1)),
                Some((words, start)) => {
                    let mut words = words.splitn(2, ' ').map(str::to_owned);
                    blocks.push(Block {
                        language: words.next().unwrap_or_default(),
                        file: words.next(),
                        lines: start..index,
                    });
                }
            }
        }
        assert!(open.is_none(), "{}: a code block has no end", self.name);
        blocks
    }

    /// Returns the text of a block, each line with its end.
    pub fn text(&self, block: &Block) -> String {
        let lines = self.lines[block.lines.clone()].iter();
        lines.flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// Returns the place of a line for a message.
    pub fn at(&self, line: usize) -> String {
        format!("{}:{}", self.name, line + 1)
    }
}
