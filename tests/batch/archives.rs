//! Archives of all kinds.

use std::fs::{self, File};
use std::io::Write;
use std::time::{Duration, SystemTime};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::scene::{ISHI, SGF, Scene};

pub fn zip(scene: &Scene, name: &str, members: &[(&str, &[u8])]) {
    let mut archive = ZipWriter::new(File::create(scene.path(name)).expect("an archive"));
    for (name, bytes) in members {
        let time = zip::DateTime::from_date_and_time(1996, 2, 29, 12, 0, 0).expect("an archive");
        let options = SimpleFileOptions::default().last_modified_time(time);
        archive.start_file(*name, options).expect("an archive");
        archive.write_all(bytes).expect("an archive");
    }
    archive.finish().expect("an archive");
}

pub fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mtime(820_000_000);
        header.set_mode(0o644);
        // The library would not write a name that leads out of the archive.
        for (to, from) in header.as_old_mut().name.iter_mut().zip(name.bytes()) {
            *to = from;
        }
        header.set_cksum();
        archive.append(&header, *bytes).expect("an archive");
    }
    archive.into_inner().expect("an archive")
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("an archive");
    encoder.finish().expect("an archive")
}

const MEMBERS: &[(&str, &[u8])] = &[
    ("one.go", ISHI.as_bytes()),
    ("sub/two.sgf", SGF.as_bytes()),
    ("sub/readme.txt", b"nothing"),
    ("inner.zip", b"PK\x03\x04"),
];

#[test]
fn members_lie_under_the_name_of_their_archive() {
    let scene = Scene::new(&[
        ("in/x/t.tar", &tar(MEMBERS)),
        ("in/g.tar.gz", &gz(&tar(MEMBERS))),
    ]);
    zip(&scene, "in/z.ZIP", MEMBERS);
    let report = scene.report(&["convert", "in", "-d", "out"], 0);
    assert_eq!(
        scene.names("out"),
        [
            "in/g/one.sgf",
            "in/g/sub/two.sgf",
            "in/x/t/one.sgf",
            "in/x/t/sub/two.sgf",
            "in/z/one.sgf",
            "in/z/sub/two.sgf"
        ]
    );
    let inputs: Vec<_> = report["inputs"].as_array().unwrap().iter().collect();
    assert_eq!(inputs[1]["input"], "in/g.tar.gz/sub/two.sgf");
    assert_eq!(report["summary"]["not_a_record"], 6);
    let time = |name: &str| fs::metadata(scene.path(name)).unwrap().modified().unwrap();
    let expected = SystemTime::UNIX_EPOCH + Duration::from_secs(820_000_000);
    assert_eq!(time("out/in/g/one.sgf"), expected);
    let expected = SystemTime::UNIX_EPOCH + Duration::from_secs(825_595_200);
    assert_eq!(time("out/in/z/one.sgf"), expected);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("0 converted, 6 skipped");
    scene
        .run(&["convert", "in/z.ZIP", "-d", "one"])
        .ends_with(0);
    assert_eq!(scene.names("one"), ["z/one.sgf", "z/sub/two.sgf"]);
}

/// Written by `lha` of `tests/interop/archives.py` (stored, and packed by `-lh1-`) and by jLHA (by
/// `-lh5-`, with headers of level 0, 1 and 2); lhasa unpacks the same records.
const DISK: &[u8] = include_bytes!("disk.lzh");

#[test]
fn disks_of_1990_are_read() {
    let scene = Scene::new(&[("DISK.LZH", DISK)]);
    let convert = ["convert", "DISK.LZH", "-d", "out"];
    scene.run(&convert).ends_with(0).says("5 converted");
    let results = [
        "DISK/GAMES/OLD.sgf",
        "DISK/GAMES/TWO.sgf",
        "DISK/LATEST.sgf",
        "DISK/NEWER.sgf",
        "DISK/STORED.sgf",
    ];
    assert_eq!(scene.names("out"), results);
    // All but one hold the same record, packed in different ways.
    let bytes = |name: &str| fs::read(scene.path("out").join(name)).unwrap();
    let stored = bytes("DISK/STORED.sgf");
    assert!(stored.starts_with(b"(;FF[4]") && stored.len() > 300);
    for same in ["DISK/GAMES/OLD.sgf", "DISK/LATEST.sgf", "DISK/NEWER.sgf"] {
        assert!(bytes(same) == stored, "{same}");
    }
    let time = fs::metadata(scene.path("out/DISK/STORED.sgf")).unwrap();
    let noon = SystemTime::UNIX_EPOCH + Duration::from_secs(637_675_200);
    assert_eq!(time.modified().unwrap(), noon);
    let member = scene.run(&["info", "DISK.LZH/GAMES/TWO.SGF"]);
    assert!(member.ends_with(0).stdout.contains("Anna"));
    let mut broken = DISK.to_vec();
    broken[60] ^= 1;
    scene.write("broken.lzh", &broken);
    let ran = scene.run(&["convert", "broken.lzh", "-d", "out"]);
    ran.ends_with(1)
        .says("broken.lzh/STORED.GO: cannot be read: its checksum is wrong");
}

#[test]
fn no_name_leads_out_of_the_folder() {
    let names = ["../evil.go", "/abs.go", "a/../../evil.go", "..\\evil.go"];
    let members: Vec<_> = names.map(|name| (name, ISHI.as_bytes())).to_vec();
    let scene = Scene::new(&[("in/t.tar", &tar(&members[..3]))]);
    zip(&scene, "in/z.zip", &members);
    let ran = scene.run(&["convert", "in", "-d", "deep/out"]);
    ran.ends_with(1)
        .says("../evil.go: cannot be read: its name leads out of the archive")
        .says("2 converted, 5 failed");
    assert_eq!(
        scene.names("deep"),
        ["out/in/t/abs.sgf", "out/in/z/abs.sgf"]
    );
}

#[test]
fn links_are_not_followed_and_a_hard_link_fails() {
    let mut archive = Builder::new(Vec::new());
    let mut add = |kind, name: &str, target: &str| {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        archive.append_link(&mut header, name, target).unwrap();
    };
    add(EntryType::Symlink, "a.go", "/etc/passwd");
    add(EntryType::Link, "b.go", "one.go");
    let mut bytes = archive.into_inner().unwrap();
    bytes.truncate(bytes.len() - 1024);
    bytes.extend(tar(MEMBERS));
    let scene = Scene::new(&[("l.tar", &bytes), ("p.tgz", &gz(&bytes))]);
    for (name, input) in [("l", "l.tar"), ("p", "p.tgz")] {
        let ran = scene.run(&["convert", input, "-d", name]);
        ran.ends_with(1)
            .says("b.go: cannot be read: it is a hard link or a sparse file; ishi cannot read it, but `tar x` unpacks it")
            .says("a link, not followed (1")
            .says("2 converted, 3 others, 1 failed");
    }
}

#[test]
fn encrypted_members_are_named() {
    let scene = Scene::new(&[]);
    zip(
        &scene,
        "z.zip",
        &[("a.go", ISHI.as_bytes()), ("b.sgf", SGF.as_bytes())],
    );
    let mut bytes = fs::read(scene.path("z.zip")).unwrap();
    // The first bit of the flags, before the member and in the directory.
    let local = bytes.windows(4).position(|sign| sign == b"PK\x03\x04");
    let entry = bytes.windows(4).position(|sign| sign == b"PK\x01\x02");
    bytes[local.unwrap() + 6] |= 1;
    bytes[entry.unwrap() + 8] |= 1;
    scene.write("z.zip", &bytes);
    let ran = scene.run(&["convert", "z.zip", "-d", "out"]);
    ran.ends_with(1)
        .says("z.zip/a.go: cannot be read: it is encrypted")
        .says("1 converted, 1 failed");
    assert_eq!(scene.names("out"), ["z/b.sgf"]);
}

#[test]
fn all_streams_of_gzip_are_read() {
    let second = SGF.replace("B[cg]", "B[aa]");
    let streams = [gz(SGF.as_bytes()), gz(second.as_bytes())].concat();
    let scene = Scene::new(&[("g.sgf.gz", &streams)]);
    let report = scene.report(&["convert", "g.sgf.gz", "-d", "out", "-t", "ishi"], 0);
    assert_eq!(report["inputs"][0]["games"], 2);
    let result = fs::read_to_string(scene.path("out/g.go")).unwrap();
    assert!(
        result.contains("B 1 C3") && result.contains("B 1 A9"),
        "{result}"
    );
}

#[test]
fn broken_archives_fail_and_the_rest_goes_on() {
    let whole = gz(&tar(MEMBERS));
    let scene = Scene::new(&[
        ("in/a.zip", b"PK\x03\x04 broken"),
        ("in/b.tar.gz", &whole[..whole.len() / 2]),
        ("in/c.tar", b"no archive at all, but long enough"),
        ("in/d.go", ISHI.as_bytes()),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(1)
        .says("in/a.zip: cannot be read")
        .says("in/b.tar.gz: cannot be read")
        .says("1 converted, 4 failed");
    assert!(scene.names("out").contains(&"in/d.sgf".to_owned()));
}

#[test]
fn members_and_folders_never_overwrite_each_other() {
    let other = ISHI.replace("Anna", "Berta");
    let scene = Scene::new(&[("in/x/one.go", other.as_bytes())]);
    zip(&scene, "in/x.zip", MEMBERS);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0).says("3 converted");
    assert_eq!(
        scene.names("out"),
        ["in/x/one.go.sgf", "in/x/one.sgf", "in/x/sub/two.sgf"]
    );
    assert!(
        fs::read_to_string(scene.path("out/in/x/one.sgf"))
            .unwrap()
            .contains("Berta")
    );
}

#[test]
fn the_last_of_several_members_of_one_name_in_a_zip_is_read_and_the_others_are_told() {
    let other = ISHI.replace("Anna", "Berta");
    let scene = Scene::new(&[]);
    let members = [("a.go", ISHI.as_bytes()), ("b.go", other.as_bytes())];
    zip(&scene, "z.zip", &members);
    let mut bytes = fs::read(scene.path("z.zip")).unwrap();
    for at in 0..bytes.len() - 4 {
        if bytes[at..].starts_with(b"b.go") {
            bytes[at] = b'a';
        }
    }
    scene.write("z.zip", &bytes);
    let ran = scene.run(&["convert", "z.zip", "-d", "out"]);
    ran.ends_with(1)
        .says("z.zip: cannot be read: some members have the same name, and only the last of each name was read")
        .says("1 converted, 1 failed");
    let result = fs::read_to_string(scene.path("out/z/a.sgf")).unwrap();
    assert!(result.contains("Berta"), "{result}");
}

#[test]
fn later_members_of_a_name_in_a_tar_have_numbers() {
    let texts = ["Anna", "Berta", "Carla"].map(|name| ISHI.replace("Anna", name));
    let members = texts.each_ref().map(|text| ("a.go", text.as_bytes()));
    let scene = Scene::new(&[("t.tar", &tar(&members))]);
    let report = scene.report(&["convert", "t.tar", "-d", "out"], 0);
    let names = scene.names("out");
    assert_eq!(names, ["t/a.go-2.sgf", "t/a.go.sgf", "t/a.sgf"]);
    let inputs = report["inputs"].as_array().unwrap().iter();
    let inputs: Vec<_> = inputs.map(|row| row["input"].as_str().unwrap()).collect();
    assert_eq!(inputs, ["t.tar/a.go", "t.tar/a.go#2", "t.tar/a.go#3"]);
    let ran = scene.run(&["convert", "t.tar", "-d", "out"]);
    ran.ends_with(0).says("0 converted, 3 skipped");
    scene.run(&["verify", "out"]).ends_with(0).says("3 proven");
}

#[test]
fn members_are_named_like_files_by_all_commands() {
    let scene = Scene::new(&[
        ("t.tgz", &gz(&tar(MEMBERS))),
        ("one.go.gz", &gz(ISHI.as_bytes())),
    ]);
    zip(&scene, "z.zip", MEMBERS);
    for archive in ["z.zip", "t.tgz"] {
        let member = format!("{archive}/sub/two.sgf");
        let info = scene.run(&["info", "--format", "json", archive]);
        assert!(
            info.ends_with(0).stdout.contains(&member),
            "{}",
            info.stdout
        );
        let check = scene.run(&["check", "-v", archive]);
        assert!(
            check.ends_with(0).stdout.contains(&member),
            "{}",
            check.stdout
        );
        check.says("2 records").says("2 other files");
        for command in ["check", "info", "show"] {
            scene.run(&[command, &member]).ends_with(0);
            scene
                .run(&[command, &format!("{archive}/none.go")])
                .ends_with(1);
        }
        scene
            .run(&["diff", &member, "z.zip/sub/two.sgf"])
            .ends_with(0);
        let convert = ["convert", &member, "-o", "-"];
        assert!(
            scene
                .run(&convert)
                .ends_with(0)
                .stdout
                .contains("AR[aa:bb]")
        );
    }
    scene.run(&["info", "one.go.gz"]).ends_with(0);
    scene
        .run(&["convert", "one.go.gz", "-d", "out"])
        .ends_with(0);
    assert_eq!(scene.names("out"), ["one.sgf"]);
}

#[test]
fn archives_that_are_not_opened_are_named() {
    let scene = Scene::new(&[
        ("in/a.rar", b"Rar!\x1a\x07\x00rest"),
        ("in/b.sgf.bz2", b"BZh91AY&SY"),
        ("in/c.arc", b"\x1a\x08GAME.GO\0\0\0\0\0\0\0\0\0"),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("a RAR archive")
        .says("compressed by bzip2")
        .says("an ARC archive");
    let ran = scene.run(&["info", "in/a.rar"]);
    ran.ends_with(1).says("unar");
}

#[test]
fn archives_without_files_are_named() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes()), ("in/tar.tar", &tar(&[]))]);
    zip(&scene, "in/empty.zip", &[]);
    let ran = scene.run(&["check", "in"]);
    ran.ends_with(0)
        .says("2 other files\n  no records: in/empty.zip, in/tar.tar");
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("an archive without files (2")
        .says("3 files: 1 converted, 2 others");
    let ran = scene.run(&["convert", "in/empty.zip", "-d", "out"]);
    ran.says("an archive without files");
}

#[test]
fn archives_in_a_folder_are_never_replaced() {
    let scene = Scene::new(&[("in/a.go", ISHI.as_bytes())]);
    zip(
        &scene,
        "in/old.zip",
        &[("b.go", ISHI.as_bytes()), ("c.sgf", SGF.as_bytes())],
    );
    scene.write("in/one.sgf.gz", &gz(SGF.as_bytes()));
    let archives =
        || ["in/old.zip", "in/one.sgf.gz"].map(|name| fs::read(scene.path(name)).unwrap());
    let before = archives();
    for dry in [&["-n"][..], &[]] {
        let ran = scene.run(&[&["convert", "--in-place", "in"], dry].concat());
        ran.ends_with(0)
            .says("a record in an archive, and --in-place replaces only files (3");
        assert_eq!(archives(), before);
    }
    assert_eq!(scene.names("in"), ["a.go", "old.zip", "one.sgf.gz"]);
}

#[test]
fn what_opens_other_archives_is_said() {
    let scene = Scene::new(&[
        ("in/a.go", ISHI.as_bytes()),
        ("in/x.rar", b"Rar!\x1a\x07\x00aaaa"),
    ]);
    let ran = scene.run(&["convert", "in", "-d", "out"]);
    ran.ends_with(0)
        .says("a RAR archive (1; `7z x` or `unar` may open it)");
}

/// An image of 1.44 MB, made with mtools: 38 games, one more in a folder, one with a long name, one deleted. One of the
/// three clusters of GAME10.GO is marked as bad.
const FLOPPY: &[u8] = include_bytes!("floppy.img.gz");

#[test]
fn an_image_of_a_floppy_disk_is_read_without_its_deleted_files() {
    let mut image = Vec::new();
    let mut gz = flate2::read::GzDecoder::new(FLOPPY);
    std::io::Read::read_to_end(&mut gz, &mut image).unwrap();
    let scene = Scene::new(&[("floppy.img", &image), ("in/FLOPPY.IMA", &image)]);
    let ran = scene.run(&["convert", "floppy.img", "-d", "out"]);
    ran.ends_with(0).says("40 files: 40 converted");
    let names = scene.names("out");
    for name in [
        "floppy/GAME38.sgf",
        "floppy/GAMES/INNER.sgf",
        "floppy/a long name.sgf",
    ] {
        assert!(
            names.iter().any(|found| found == name),
            "{name} in {names:?}"
        );
    }
    assert!(!names.iter().any(|name| name.contains("GONE")), "{names:?}");
    scene.run(&["verify", "out"]).ends_with(0).says("40 proven");
    let whole = scene.run(&["info", "floppy.img/GAME11.GO"]);
    assert!(
        whole.ends_with(0).stdout.contains("moves, nodes  119,"),
        "{}",
        whole.stdout
    );
    let ran = scene.run(&["convert", "in", "-d", "found"]);
    ran.ends_with(0).says("40 files: 40 converted");
    // A member gives its name to the result beside the image.
    scene
        .run(&["convert", "floppy.img/GAME10.GO"])
        .ends_with(0)
        .says("floppy.img/GAME10.GO -> GAME10.sgf");
    // The rest of a cut image has no bytes: each file says so, and the image too, because it can lack folders.
    scene.write("cut.img", &image[..30_000]);
    scene
        .run(&["convert", "cut.img", "-d", "cut"])
        .ends_with(1)
        .says("8 converted")
        .says("cut.img/GAME9.GO: cannot be read: the image of the disk is cut off");
    for (name, bytes) in [("short.img", &image[..600]), ("x.dsk", b"no disk")] {
        scene.write(name, bytes);
        scene.run(&["convert", name, "-d", "none"]).ends_with(1);
    }
}

#[test]
fn a_cut_zip_archive_gives_its_whole_members_and_names_the_rest() {
    let scene = Scene::new(&[]);
    let game = ISHI.repeat(40);
    zip(
        &scene,
        "x.zip",
        &[
            ("a.go", ISHI.as_bytes()),
            ("b.go", ISHI.as_bytes()),
            ("c.go", game.as_bytes()),
        ],
    );
    let bytes = fs::read(scene.path("x.zip")).unwrap();
    let third = bytes
        .windows(4)
        .rposition(|sign| sign == b"PK\x03\x04")
        .unwrap();
    scene.write("cut.zip", &bytes[..third + 60]);
    let ran = scene.run(&["convert", "cut.zip", "-d", "out"]);
    ran.ends_with(1)
        .says("cut.zip/c.go: cannot be read: its end is missing in the archive")
        .says("cut.zip: cannot be read: the end of the archive is missing; its whole members were read")
        .says("4 files: 2 converted, 2 failed");
    assert_eq!(scene.names("out"), ["cut/a.sgf", "cut/b.sgf"]);
}
