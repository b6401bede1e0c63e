//! A folder with inputs, in which the program runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

use tempfile::TempDir;

pub const ISHI: &str =
    "EVENT A game\r\nBOARDSIZE 9\r\nBLACK Anna\r\nB 1 C3\r\nW 2 G7\r\nMARK #1-2\r\n";
pub const SGF: &str = "(;FF[4]GM[1]SZ[9]AR[aa:bb];B[cg];W[gc])";

/// Files with their contents and times.
pub type Tree = BTreeMap<PathBuf, (Vec<u8>, SystemTime)>;

pub struct Scene {
    folder: TempDir,
}

pub struct Ran {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Scene {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let scene = Self {
            folder: TempDir::new().expect("a temporary folder"),
        };
        for (name, bytes) in files {
            scene.write(name, bytes);
        }
        scene
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_remove("CLICOLOR_FORCE")
            .env_remove("NO_COLOR")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::new(&self.command(arguments).output().expect("the program"))
    }

    /// Runs, and returns the report.
    pub fn report(&self, arguments: &[&str], status: i32) -> serde_json::Value {
        let arguments = [arguments, &["--report", "report.json"]].concat();
        self.run(&arguments).ends_with(status);
        let report = fs::read(self.path("report.json")).expect("a report");
        serde_json::from_slice(&report).expect("JSON")
    }

    /// All files below a folder, with their contents and times; without the manifest.
    pub fn tree(&self, folder: &str) -> Tree {
        let mut tree = BTreeMap::new();
        collect(&self.path(folder), &self.path(folder), &mut tree);
        tree
    }

    /// The names of all files below a folder.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let tree = self.tree(folder);
        tree.keys()
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }
}

fn collect(root: &Path, folder: &Path, tree: &mut Tree) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, tree);
            continue;
        }
        if path.ends_with(".ishi-manifest") {
            continue;
        }
        let modified = fs::metadata(&path).and_then(|data| data.modified());
        let content = (fs::read(&path).expect("bytes"), modified.expect("a time"));
        tree.insert(path.strip_prefix(root).expect("a part").to_owned(), content);
    }
}

impl Ran {
    pub fn new(output: &Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    pub fn ends_with(&self, status: i32) -> &Self {
        assert_eq!(self.status, Some(status), "{}{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub fn says(&self, words: &str) -> &Self {
        assert!(self.stderr.contains(words), "{words:?} in {}", self.stderr);
        self
    }
}
