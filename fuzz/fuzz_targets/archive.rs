//! Archives: whatever their bytes are, their members are few, small and inside.

#![no_main]

use std::fs;
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::Component;

use cli::batch::archive::{Kind, Member, members};
use cli::batch::judge::Judge;
use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;

/// The program's own modules: the library has none for archives.
#[path = "../../src/cli"]
#[allow(dead_code)]
mod cli {
    pub mod batch {
        pub mod archive;
        pub mod judge;
        pub mod walk;
    }
}

/// How many times its size an archive may expand to, or how far in any case.
const GROWTH: u64 = 100;
const FREE: u64 = 64 << 20;

/// How many bytes of an archive a member has at least, once it is expanded.
const MEMBER: u64 = 46;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, bytes) = input;
    match kind % 4 {
        0 => check(Kind::Zip, bytes),
        1 => check(Kind::Tar, bytes),
        2 => check(Kind::TarGz, bytes),
        // Few changed bytes leave a checksum right.
        _ => check(Kind::TarGz, &compressed(bytes)),
    }
});

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn check(kind: Kind, bytes: &[u8]) {
    let path = std::env::temp_dir().join(format!("ishi-fuzz-{}", std::process::id()));
    fs::write(&path, bytes).expect("a file");
    let most = FREE.max(GROWTH * bytes.len() as u64);
    let (mut count, mut total) = (0, 0);
    let judge = Judge {
        format_given: false,
    };
    let mut take = |member: Member| {
        count += 1;
        if let Some(path) = &member.path {
            let mut parts = path.components();
            assert!(
                parts.all(|part| matches!(part, Component::Normal(_))),
                "{path:?}"
            );
        }
        if let Ok(mut file) = member.content {
            let mut content = Vec::new();
            total += file.read_to_end(&mut content).expect("a spooled file") as u64;
            // What was taken for a record is read, whatever the reader makes of it.
            let _ = ishi::read(&content);
        }
        ControlFlow::Continue(())
    };
    // Every error is a right answer.
    let _ = members(&path, kind, judge, &mut take);
    assert!(total <= most, "{} bytes became {total}", bytes.len());
    assert!(
        count <= most / MEMBER,
        "{} bytes have {count} members",
        bytes.len()
    );
}
