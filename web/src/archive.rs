//! Archives: tells them from records, and reads the records in them.

use std::ffi::OsStr;
use std::io::{Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

use ishi_archive::archive::{Member, members};
use ishi_archive::{Kind, Name, Why, look, without_ending};
use serde_json::{Value, json};

use crate::{Answer, Options};

/// How much of a file tells whether it is an archive, in bytes.
const HEAD: usize = 512;

/// Returns the kind of archive of a file. Returns `None` if it can be a record.
///
/// # Errors
///
/// In words, if it is packed in a way that is not read here.
pub fn kind(options: &Options, file: &[u8]) -> Result<Option<Kind>, String> {
    let head = file.get(..HEAD).unwrap_or(file);
    match look(head, Path::new(&options.name)) {
        None => Ok(None),
        Some(Ok(kind)) => Ok(Some(kind)),
        Some(Err(Why::Packed(what))) => Err(format!(
            "it is {what}: unpack it with 7-Zip, PeaZip or The Unarchiver, then bring the files that were in it"
        )),
        Some(Err(why)) => Err(why.to_string()),
    }
}

/// Unpacks an archive: the JSON lists its members with their names and sizes, the result is their
/// contents one after the other. Names that begin with a dot are left out.
///
/// # Errors
///
/// In words, if it is not an archive, or is broken before its first member.
pub fn unpack(options: &Options, file: &[u8]) -> Result<Answer, String> {
    let kind = kind(options, file)?.ok_or("it is not an archive")?;
    let mut listed = Vec::new();
    let mut contents = Vec::new();
    let mut take = |mut member: Member<'_>| {
        if let Some(told) = read(options, &mut member, &mut contents) {
            listed.push(told);
        }
        ControlFlow::Continue(())
    };
    let gone_through = members(kind, &mut Cursor::new(file), &mut take);
    let broken = gone_through.err().map(|error| error.to_string());
    match broken {
        Some(why) if listed.is_empty() => Err(why),
        broken => Ok(Answer {
            json: json!({"members": listed, "broken": broken}),
            result: contents,
        }),
    }
}

/// Adds the content of a member to `contents`, and describes it. Returns `None` for a hidden one.
fn read(options: &Options, member: &mut Member<'_>, contents: &mut Vec<u8>) -> Option<Value> {
    let own = without_ending(Path::new(&options.name));
    let starts = |part: &OsStr| part.as_encoded_bytes().starts_with(b".");
    let below = match (&member.path, &member.name) {
        (Some(path), _) if path.iter().any(starts) => return None,
        (Some(path), _) => own.join(path),
        (None, Some(name)) => own.join(String::from_utf8_lossy(name).as_ref()),
        // The one file in a `.gz` has the name of the archive without its ending.
        (None, None) => own,
    };
    let name = Name::of(&below).text().into_owned();
    let start = contents.len();
    let why = match &mut member.content {
        Err(why) => Some(why.to_string()),
        Ok(_) if member.name.is_some() && member.path.is_none() => {
            Some("its name leads out of the archive".to_owned())
        }
        Ok(content) => content
            .read_to_end(contents)
            .err()
            .map(|error| error.to_string()),
    };
    if why.is_some() {
        contents.truncate(start);
    }
    Some(json!({"name": name, "size": contents.len() - start, "why": why}))
}
