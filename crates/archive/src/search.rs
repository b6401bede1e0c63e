//! Finds the records below a path, in the order of the names.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use super::archive::{self, Kind, Member};
use super::judge;
use super::kind::{look, without_ending};
use super::name::{Name, path_bytes, path_of};
use super::walk::{Met, walk};
use super::why::Why;
use ishi::crash::contained;
use ishi::sniff::{Head, Sniffed};

/// Something that was found.
pub struct Found<'f> {
    /// The name in messages.
    pub name: Name,
    /// Whether the caller named it, instead of its folder or archive.
    pub named: bool,
    /// The file, or the archive with the member.
    pub file: PathBuf,
    /// Its name in the archive.
    pub member: Option<Vec<u8>>,
    /// Its path below a folder that mirrors the search: `a/x/g.go` for a folder `a`, `b/g.go` for an archive
    /// `b.zip`, `g.go` for a file.
    pub below: PathBuf,
    /// When it was last changed.
    pub modified: Option<SystemTime>,
    /// The bytes to read.
    pub content: Content<'f>,
    /// The facts that its beginning tells, if it was judged.
    pub(crate) sniffed: Option<Sniffed>,
}

/// The bytes of a found file.
pub enum Content<'f> {
    /// The file.
    File,
    /// The whole content of a short file.
    Whole(Vec<u8>),
    /// A reader that can be read once.
    Once(&'f mut dyn Read),
    /// No record, for this reason.
    Not(Why),
}

/// Receives the found files.
pub type Taker<'t> = dyn FnMut(Found<'_>) -> ControlFlow<()> + 't;

/// How records are searched for.
#[derive(Default)]
pub struct Search<'s> {
    /// Whether names that begin with a dot count.
    pub hidden: bool,
    /// Whether the caller named the format of the records.
    pub format_given: bool,
    /// Whether folders of results below a folder are left out.
    pub without_results: bool,
    /// Files and folders below a folder that are left out; it gets the path from the root of the file
    /// system.
    pub without: Option<&'s dyn Fn(&Path) -> bool>,
}

impl Search<'_> {
    /// Finds the files at a path: a file, all files in a folder, the members of an archive, or one member
    /// (`old.zip/games/a.go`). A named file is not judged.
    pub fn find(&self, path: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
        if path.is_dir() {
            return self.folder(path, take);
        }
        match archive_at(path) {
            Some(Ok(kind)) => {
                let below = without_ending(&own_name(path));
                return self.archive(path, kind, &below, true, take);
            }
            Some(Err(why)) => {
                return take(Found {
                    named: true,
                    ..not(path, why)
                });
            }
            None => {}
        }
        if !path.exists()
            && let Some((archive, kind, member)) = inside(path)
        {
            return self.inside(archive, kind, member, take);
        }
        take(Found {
            named: true,
            modified: modified(path),
            ..file(path)
        })
    }

    fn inside(
        &self,
        path: &Path,
        kind: Kind,
        wanted: &Path,
        take: &mut Taker<'_>,
    ) -> ControlFlow<()> {
        let below = without_ending(&own_name(path));
        let mut any = false;
        let mut each = |mut found: Found<'_>| {
            let member = found.member.as_deref().map(path_of);
            let own = member.as_deref().or(found.below.strip_prefix(&below).ok());
            // A broken archive breaks this member too, so report it.
            let about_all = found.member.is_none() && found.file == path;
            if about_all || own.is_some_and(|own| own.starts_with(wanted)) {
                any = true;
                found.named |= own == Some(wanted);
                return take(found);
            }
            ControlFlow::Continue(())
        };
        let all = Search {
            hidden: true,
            format_given: self.format_given,
            ..Search::default()
        };
        all.archive(path, kind, &below, false, &mut each)?;
        if any {
            return ControlFlow::Continue(());
        }
        let why = "the archive has no member of this name".to_owned();
        take(Found {
            name: Name::of(path).member(&path_bytes(wanted)),
            named: true,
            content: Content::Not(Why::Failed(why)),
            ..file(path)
        })
    }

    /// Gives out the path of each file that [`Search::find`] looks at. An archive is one file, because it is not opened.
    pub fn count(
        &self,
        path: &Path,
        each: &mut dyn FnMut(&Path) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !path.is_dir() {
            return each(path);
        }
        self.walk(path, &mut |met| match met {
            Met::Other(path, _) | Met::Unreadable(path, _) | Met::File(path, _) => each(&path),
        })
    }

    fn folder(&self, root: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
        let above = own_name(root);
        self.walk(root, &mut |met| match met {
            Met::Other(path, what) => take(not(&path, Why::Other(what))),
            Met::Unreadable(path, error) => take(not(&path, error.into())),
            Met::File(path, relative) => self.met(&path, &above.join(&relative), take),
        })
    }

    fn walk(&self, root: &Path, each: &mut dyn FnMut(Met) -> ControlFlow<()>) -> ControlFlow<()> {
        let canonical = root.canonicalize().ok();
        let is_out = |below: &Path| match (self.without, &canonical) {
            (Some(without), Some(root)) => without(&root.join(below)),
            _ => false,
        };
        walk(root, self.hidden, self.without_results, &is_out).try_for_each(each)
    }

    /// Looks at a file that was found in a folder.
    fn met(&self, path: &Path, below: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
        let looked = head_of(path).and_then(|(head, modified)| {
            if let Some(kind) = look(&head, path) {
                return Ok((Some(kind?), file(path)));
            }
            let found = Found {
                modified,
                sniffed: judge::sniff(&head, path, self.format_given)?,
                below: below.to_owned(),
                // A longer file is read when it is needed.
                content: if head.len() < Head::SIZE {
                    Content::Whole(head)
                } else {
                    Content::File
                },
                ..file(path)
            };
            Ok((None, found))
        });
        match looked {
            Ok((Some(kind), _)) => self.archive(path, kind, &without_ending(below), false, take),
            Ok((None, found)) => take(found),
            Err(why) => take(not(path, why)),
        }
    }

    fn archive(
        &self,
        path: &Path,
        kind: Kind,
        below: &Path,
        named: bool,
        take: &mut Taker<'_>,
    ) -> ControlFlow<()> {
        let own_time = modified(path);
        let mut is_empty = true;
        let mut each = |member: Member<'_>| {
            is_empty = false;
            if is_hidden(&member) && !self.hidden {
                return ControlFlow::Continue(());
            }
            self.member(path, below, (named, own_time), member, take)
        };
        let gone_through = contained(|| {
            let file = File::open(path)?;
            archive::members(kind, &mut BufReader::new(file), &mut each)
        });
        match gone_through.unwrap_or_else(|crash| Err(io::Error::other(crash))) {
            Ok(_) if is_empty => take(not(path, Why::Other("an archive without files"))),
            Ok(going) => going,
            Err(error) => take(Found {
                named,
                ..not(path, error.into())
            }),
        }
    }

    fn member(
        &self,
        archive: &Path,
        below: &Path,
        (named, own_time): (bool, Option<SystemTime>),
        member: Member<'_>,
        take: &mut Taker<'_>,
    ) -> ControlFlow<()> {
        let name = Name::of(archive);
        // The one file in a `.gz` has the name of the archive without its ending.
        let single = member.name.is_none();
        let path = if single {
            Some(below.to_owned())
        } else {
            member.path.map(|path| below.join(path))
        };
        let found = Found {
            name: match &member.name {
                Some(member) => name.member(member),
                None => name,
            },
            named: named && single,
            file: archive.to_owned(),
            member: member.name,
            modified: member.modified.or(own_time),
            below: path.clone().unwrap_or_default(),
            content: Content::File,
            sniffed: None,
        };
        let not = |content| Found { content, ..found };
        match (member.content, path) {
            (Err(why), _) => take(not(Content::Not(why))),
            (Ok(_), None) => {
                let why = "its name leads out of the archive".to_owned();
                take(not(Content::Not(Why::Failed(why))))
            }
            (Ok(reader), Some(path)) => {
                let judged = judge::head_of(reader).map_err(Why::from).and_then(|head| {
                    match look(&head, &path) {
                        Some(Ok(_)) => Err(Why::Other("an archive in an archive, not opened")),
                        Some(Err(why)) => Err(why),
                        // A named file is not judged.
                        None if single && named => Ok((head, None)),
                        None => {
                            let sniffed = judge::sniff(&head, &path, self.format_given)?;
                            Ok((head, sniffed))
                        }
                    }
                });
                match judged {
                    Err(why) => take(not(Content::Not(why))),
                    Ok((head, sniffed)) => take(Found {
                        sniffed,
                        ..not(Content::Once(&mut Cursor::new(head).chain(reader)))
                    }),
                }
            }
        }
    }
}

/// Returns the beginning of a file, and when it was last changed.
fn head_of(path: &Path) -> Result<(Vec<u8>, Option<SystemTime>), Why> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(Why::Other("a device or a pipe"));
    }
    let head = judge::head_of(&mut File::open(path)?)?;
    Ok((head, metadata.modified().ok()))
}

/// Returns whether there may be more than one record in a path.
pub fn is_many(path: &Path) -> bool {
    path.is_dir() || matches!(archive_at(path), Some(Ok(_)))
}

/// Looks at a file that was named: whether it is an archive.
fn archive_at(path: &Path) -> Option<Result<Kind, Why>> {
    look(&head_of(path).ok()?.0, path)
}

/// Takes a path apart that leads into an archive: the archive, its kind and the path in it.
fn inside(path: &Path) -> Option<(&Path, Kind, &Path)> {
    let archive = path.ancestors().skip(1).find(|above| above.is_file())?;
    let kind = archive_at(archive)?.ok()?;
    Some((archive, kind, path.strip_prefix(archive).ok()?))
}

/// Returns the last part of a path as it is written. Returns an empty path for one that ends in `.` or `..`.
fn own_name(path: &Path) -> PathBuf {
    let bytes = path_bytes(path);
    if bytes.ends_with(b"/.") || *bytes == *b"." {
        return PathBuf::new();
    }
    match path.components().next_back() {
        Some(Component::Normal(name)) => PathBuf::from(name),
        _ => PathBuf::new(),
    }
}

fn is_hidden(member: &Member<'_>) -> bool {
    let starts = |part: &OsStr| part.as_encoded_bytes().starts_with(b".");
    let mut parts = member.path.iter().flat_map(|path| path.iter());
    parts.any(starts)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

fn file(path: &Path) -> Found<'static> {
    Found {
        name: Name::of(path),
        named: false,
        file: path.to_owned(),
        member: None,
        below: own_name(path),
        modified: None,
        content: Content::File,
        sniffed: None,
    }
}

fn not(path: &Path, why: Why) -> Found<'static> {
    Found {
        content: Content::Not(why),
        ..file(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_a_path_is_its_name() {
        for (path, expected) in [
            ("a/b.sgf", "b.sgf"),
            ("a/", "a"),
            ("a/.b", ".b"),
            ("a/b.", "b."),
            (".", ""),
            ("a/.", ""),
            ("..", ""),
            ("a/..", ""),
            ("/", ""),
            ("", ""),
        ] {
            assert_eq!(own_name(Path::new(path)), Path::new(expected), "{path}");
        }
    }

    #[test]
    fn a_member_is_named_if_its_whole_path_is() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("old.tar");
        let mut members = tar::Builder::new(Vec::new());
        for name in ["a.go", "games/b.go", "games/more/c.go"] {
            let mut header = tar::Header::new_gnu();
            header.set_size(6);
            let event = &b"EVENT\n"[..];
            members.append_data(&mut header, name, event).unwrap();
        }
        fs::write(&archive, members.into_inner().unwrap()).unwrap();
        for (wanted, expected) in [
            ("a.go", &[("old/a.go", true)][..]),
            ("games/b.go", &[("old/games/b.go", true)]),
            (
                "games",
                &[("old/games/b.go", false), ("old/games/more/c.go", false)],
            ),
            // This name is only the start of another one.
            ("games/b", &[("old.tar", true)]),
        ] {
            let mut all = Vec::new();
            let mut take = |found: Found<'_>| {
                all.push((found.below.display().to_string(), found.named));
                ControlFlow::Continue(())
            };
            let path = archive.join(wanted);
            assert!(Search::default().find(&path, &mut take).is_continue());
            let all: Vec<_> = all
                .iter()
                .map(|(path, named)| (path.as_str(), *named))
                .collect();
            assert_eq!(all, expected, "{wanted}");
        }
    }

    #[test]
    fn a_named_folder_hands_on_short_records_and_names_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("games");
        fs::create_dir(&root).unwrap();
        let record = |length: usize| {
            let start = "(;FF[4]GM[1]C[";
            format!("{start}{}])", "x".repeat(length - start.len() - 2))
        };
        let files = [
            ("a.sgf", record(Head::SIZE - 1)),
            ("b.sgf", record(Head::SIZE)),
            ("c.txt", "a note".to_owned()),
            ("d.sgf", "a note".to_owned()),
        ];
        for (name, text) in &files {
            fs::write(root.join(name), text).unwrap();
        }
        let mut all = Vec::new();
        let mut take = |found: Found<'_>| {
            assert!(!found.named);
            let content = match found.content {
                Content::Whole(bytes) => format!("{} bytes", bytes.len()),
                Content::File => "a file".to_owned(),
                Content::Once(_) => "a member".to_owned(),
                Content::Not(why) => why.to_string(),
            };
            let facts = (found.modified.is_some(), found.sniffed.is_some());
            all.push((found.below.display().to_string(), content, facts));
            ControlFlow::Continue(())
        };
        assert!(Search::default().find(&root, &mut take).is_continue());
        let all: Vec<_> = all
            .iter()
            .map(|(below, content, facts)| (below.as_str(), content.as_str(), *facts))
            .collect();
        let whole = format!("{} bytes", Head::SIZE - 1);
        let why = "it has neither a game of SGF or Smart-Go, `(;` with a property such as `B[pd]`, nor a keyword line of Ishi";
        let not = format!("not a game record: {why}");
        let unreadable = format!("unreadable record: {why}");
        assert_eq!(
            all,
            [
                ("games/a.sgf", whole.as_str(), (true, true)),
                ("games/b.sgf", "a file", (true, true)),
                ("c.txt", not.as_str(), (false, false)),
                ("d.sgf", unreadable.as_str(), (false, false)),
            ]
        );
    }
}
