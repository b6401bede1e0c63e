//! A folder with files, in which the program runs.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder with files for the program.
pub struct Scene(TempDir);

impl Scene {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let scene = Self(TempDir::new().expect("a temporary folder"));
        for (name, bytes) in files {
            let path = scene.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
        scene
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn read(&self, name: &str) -> String {
        let bytes = fs::read(self.path().join(name));
        bytes.map_or_else(
            |_| format!("no {name}"),
            |bytes| String::from_utf8_lossy(&bytes).into_owned(),
        )
    }

    /// Runs `ishi edit`; returns its status, standard output and standard error.
    pub fn edit(&self, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ishi"))
            .arg("edit")
            .args(arguments)
            .current_dir(self.path())
            .env("COLUMNS", "100")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stdin = child.stdin.take().expect("its input");
        // The program may not read it.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the program");
        let [stdout, stderr] = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.code(), stdout, stderr)
    }
}
