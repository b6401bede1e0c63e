//! The runs that are disturbed, each over about twelve files of all kinds.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::folder::Folder;
use crate::Status;
use crate::disk::simulator::Model;

/// A run, and the folder in which it starts.
pub struct Scene {
    /// The command line; its paths are below the folder.
    pub arguments: &'static [&'static str],
    pub start: Model,
    pub status: Status,
}

const ISHI: &str = "EVENT A game\r\nBOARDSIZE 9\r\nBLACK Anna\r\nB 1 C3\r\nW 2 G7\r\nMARK #1-2\r\n";
const SGF: &str = "(;FF[4]GM[1]SZ[9]AR[aa:bb];B[cg];W[gc])";
const SMARTGO: &str = "(;GaMe[1]SiZe[9];Black[cg];White[gc]M[aa])";

const CONVERT: &[&str] = &["/in", "-d", "/out", "--report", "/report.json"];

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("an archive");
    encoder.finish().expect("an archive")
}

fn tar(members: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, text) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mtime(820_000_000);
        header.set_cksum();
        archive
            .append_data(&mut header, name, text.as_bytes())
            .expect("an archive");
    }
    archive.into_inner().expect("an archive")
}

/// Results that are new, also from archives.
pub fn first() -> Scene {
    let folder = Folder::new(&Model::default());
    let other = ISHI.replace("Anna", "Berta");
    for (name, bytes) in [
        ("in/a.go", ISHI.as_bytes()),
        ("in/b.sgf", SGF.as_bytes()),
        ("in/c.mgt", SMARTGO.as_bytes()),
        ("in/clash.go", other.as_bytes()),
        ("in/deep/er/d.go", ISHI.as_bytes()),
        ("in/disk.tar", &tar(&[("x.go", ISHI), ("y/x.sgf", SGF)])),
        ("in/notes.txt", b"nothing"),
        ("in/one.sgf.gz", &gz(SGF.as_bytes())),
        ("in/same.go", ISHI.as_bytes()),
        ("in/two.sgf", SGF.repeat(2).as_bytes()),
    ] {
        folder.put(name, bytes);
    }
    Scene {
        arguments: CONVERT,
        start: folder.model(),
        status: Status::Done,
    }
}

/// The same with names that clash.
pub fn clashes() -> Scene {
    let scene = first();
    let folder = Folder::new(&scene.start);
    folder.put("in/clash.sgf", SGF.as_bytes());
    folder.put("in/same.ishi", ISHI.as_bytes());
    Scene {
        start: folder.model(),
        ..scene
    }
}

/// A run after another one: sources were edited, added and removed, and results are missing.
pub fn later() -> Scene {
    let scene = first();
    let folder = Folder::new(&scene.start);
    assert_eq!(folder.run(&scene, None).0, Status::Done);
    folder.put("in/a.go", ISHI.replace("Anna", "Carla").as_bytes());
    folder.put("in/b.sgf", SGF.replace("AR[aa:bb]", "").as_bytes());
    folder.put("in/deep/new.go", ISHI.as_bytes());
    folder.remove("in/c.mgt");
    folder.remove("out/in/same.sgf");
    folder.remove("out/in/two.sgf");
    Scene {
        arguments: CONVERT,
        start: folder.model(),
        status: Status::Done,
    }
}

/// Records that replace their sources. Two of them were at work when an earlier run was killed.
pub fn in_place() -> Scene {
    let folder = Folder::new(&Model::default());
    for (name, bytes) in [
        ("in/a.go", ISHI.as_bytes()),
        ("in/b.sgf", SGF.as_bytes()),
        ("in/c.mgt", SMARTGO.as_bytes()),
        ("in/deep/.ishi-killed.tmp", &b"half"[..]),
        ("in/deep/d.go", b"event x\nb 1 c3\n"),
        ("in/disk.tar", &tar(&[("x.go", ISHI)])),
        ("in/half.sgf", b"(;B[aa])"),
        ("in/half.sgf.orig", b"(;B[aa])"),
        ("in/notes.txt", b"nothing"),
        ("in/old.sgf", b"(;B[bb])"),
        ("in/old.sgf.orig", b"(;B[bb]C[an earlier one])"),
        ("in/two.sgf", SGF.repeat(2).as_bytes()),
    ] {
        folder.put(name, bytes);
    }
    Scene {
        arguments: &["/in", "--in-place"],
        start: folder.model(),
        status: Status::Done,
    }
}
