//! Archives from an attacker: the output of one input is limited, and the cost grows with it.

use std::fs;
use std::io::{self, Cursor, Read, Seek, Write};
use std::ops::ControlFlow;

use ishi_archive::Kind;
use ishi_archive::archive::{self, Bytes};
use tar::{Builder, EntryType, Header};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::archives::{gz, tar, zip};
use crate::scene::{ISHI, Scene};

/// Goes through an archive, and returns how many bytes came out of it, and of each member the name and
/// whether it could be read.
fn gone_through(kind: Kind, archive: &mut dyn Bytes) -> (u64, Vec<(String, bool)>) {
    let mut all = 0;
    let mut members = Vec::new();
    let _ = archive::members(kind, archive, &mut |member| {
        let read = member
            .content
            .map(|reader| io::copy(reader, &mut io::sink()));
        let is_read = matches!(read, Ok(Ok(_)));
        all += read.map_or(0, |read| read.unwrap_or(0));
        let name = member.name.unwrap_or_default();
        members.push((String::from_utf8_lossy(&name).into_owned(), is_read));
        ControlFlow::Continue(())
    });
    (all, members)
}

#[test]
fn hard_links_are_within_the_limit_for_all_members() {
    let mut bytes = tar(&[("a.go", &vec![b'a'; 1 << 20])]);
    bytes.truncate(bytes.len() - 1024);
    let mut archive = Builder::new(Vec::new());
    for number in 0..200 {
        let mut header = Header::new_gnu();
        header.set_entry_type(EntryType::Link);
        header.set_size(0);
        let name = format!("{number:03}.go");
        archive.append_link(&mut header, name, "a.go").unwrap();
    }
    bytes.extend(archive.into_inner().unwrap());
    let packed = gz(&bytes);
    assert!(packed.len() < 20_000, "{}", packed.len());
    let (all, members) = gone_through(Kind::Gzip, &mut Cursor::new(packed));
    assert_eq!(all, 64 << 20);
    // The others are named.
    assert_eq!(members.len(), 201);
    assert_eq!(members.iter().filter(|(_, is_read)| *is_read).count(), 64);
}

/// Counts the bytes that are read.
struct Counted(Cursor<Vec<u8>>, u64);

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        self.1 += count as u64;
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// Returns a zip whose members have the same name. They get it last, because the library writes no equal
/// names.
fn zip_of_one_name(count: usize) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..count {
        let options = SimpleFileOptions::default();
        archive
            .start_file(format!("{number:06}.go"), options)
            .unwrap();
        write!(archive, "EVENT {number}").unwrap();
    }
    let mut bytes = archive.finish().unwrap().into_inner();
    for at in 6..bytes.len() - 3 {
        if bytes[at..].starts_with(b".go") {
            bytes[at - 6..at].copy_from_slice(b"member");
        }
    }
    bytes
}

#[test]
fn members_of_one_name_cost_what_others_cost() {
    let read = [500, 1000, 2000].map(|count| {
        let mut archive = Counted(Cursor::new(zip_of_one_name(count)), 0);
        let (_, members) = gone_through(Kind::Zip, &mut archive);
        assert_eq!(members.len(), count);
        assert_eq!(members[count - 1], (format!("member.go#{count}"), true));
        archive.1
    });
    assert!(10 * read[1] < 22 * read[0], "{read:?}");
    assert!(10 * read[2] < 48 * read[0], "{read:?}");
}

#[test]
fn bombs_do_not_go_off() {
    let mut bomb = b"EVENT\r\nCOM\r\n".to_vec();
    bomb.resize(80 << 20, b'a');
    let members: &[(&str, &[u8])] = &[("a.go", ISHI.as_bytes()), ("b.go", &bomb)];
    let scene = Scene::new(&[("t.tar.gz", &gz(&tar(members)))]);
    zip(&scene, "z.zip", members);
    for archive in ["t.tar.gz", "z.zip"] {
        let ran = scene.run(&["convert", archive, "-d", "out"]);
        ran.ends_with(1).says("200 times its size");
    }
    assert_eq!(scene.names("out"), ["t/a.sgf", "z/a.sgf"]);
}

#[test]
fn members_that_share_their_bytes_expand_no_further_than_others() {
    let member = vec![b'a'; 8 << 20];
    let scene = Scene::new(&[]);
    zip(&scene, "one.zip", &[("00000.go", &member)]);
    let bytes = fs::read(scene.path("one.zip")).unwrap();
    let start = |sign: &[u8]| bytes.windows(4).rposition(|window| window == sign);
    let directory = start(b"PK\x01\x02").unwrap();
    let end = start(b"PK\x05\x06").unwrap();
    // The directory has the one member a thousand times, under other names.
    let count = 1000_u16;
    let mut bomb = bytes[..directory].to_vec();
    for number in 0..count {
        let mut entry = bytes[directory..end].to_vec();
        let name = entry.windows(8).position(|window| window == b"00000.go");
        let name = name.unwrap();
        entry[name..name + 5].copy_from_slice(format!("{number:05}").as_bytes());
        bomb.extend(entry);
    }
    let length = u32::try_from(bomb.len() - directory).unwrap();
    let mut tail = bytes[end..].to_vec();
    tail[8..10].copy_from_slice(&count.to_le_bytes());
    tail[10..12].copy_from_slice(&count.to_le_bytes());
    tail[12..16].copy_from_slice(&length.to_le_bytes());
    bomb.extend(tail);
    let (all, members) = gone_through(Kind::Zip, &mut Cursor::new(bomb));
    assert_eq!((all, members.len()), (64 << 20, 1000));
    assert!(members[..8].iter().all(|(_, is_read)| *is_read));
    assert!(!members[8..].iter().any(|(_, is_read)| *is_read));
}

#[test]
fn headers_of_tar_archives_are_no_bombs() {
    let mut archive = Builder::new(Vec::new());
    for kind in [EntryType::GNULongName, EntryType::XHeader] {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(32 << 20);
        header.set_cksum();
        let name = io::repeat(b'a').take(32 << 20);
        archive.append(&header, name).expect("a member");
    }
    let scene = Scene::new(&[("t.tgz", &gz(&archive.into_inner().expect("an archive")))]);
    let ran = scene.run(&["convert", "t.tgz", "-d", "out"]);
    ran.ends_with(1)
        .says("t.tgz: cannot be read: one of its headers is too long");
    assert!(scene.names("out").is_empty());
}
