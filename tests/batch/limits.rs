//! Archives from an attacker: the output of one input is limited, and the cost grows with it.

use std::fs;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;

use ishi_archive::Kind;
use ishi_archive::archive::{self, Bytes};
use tar::{Builder, EntryType, Header};

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
    ran.ends_with(1).says("t.tgz: cannot be read: ");
    assert!(scene.names("out").is_empty());
}
