//! Archives of random bytes: the paths of members stay inside, and no member is larger than the limit.

#![no_main]

use std::io::{Cursor, Write};
use std::ops::ControlFlow;
use std::path::Component;

use flate2::Compression;
use flate2::write::GzEncoder;
use ishi_archive::Kind;
use ishi_archive::archive::{LARGEST, Member, members};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, bytes) = input;
    match kind % 5 {
        0 => check(Kind::Zip, bytes),
        1 => check(Kind::Tar, bytes),
        2 => check(Kind::Gzip, bytes),
        3 => check(Kind::Lha, bytes),
        // Few changed bytes leave a checksum right.
        _ => check(Kind::Gzip, &compressed(bytes)),
    }
});

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn check(kind: Kind, bytes: &[u8]) {
    let mut take = |member: Member<'_>| {
        if let Some(path) = &member.path {
            let mut parts = path.components();
            assert!(
                parts.all(|part| matches!(part, Component::Normal(_))),
                "{path:?}"
            );
        }
        if let Ok(content) = member.content {
            let mut read = Vec::new();
            // A broken member may end with an error.
            let _ = content.read_to_end(&mut read);
            assert!(
                read.len() as u64 <= LARGEST,
                "a member has {} bytes",
                read.len()
            );
            // A found record is read; errors are allowed.
            let _ = ishi::read(&read);
        }
        ControlFlow::Continue(())
    };
    // Every error is a right answer.
    let _ = members(kind, &mut Cursor::new(bytes), &mut take);
}
