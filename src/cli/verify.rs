//! `ishi verify`: proves the results of earlier runs again.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::charset::Charset;
use ishi::compare::{Scope, compare};
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Report, Sink};
use ishi::input::{Content, MANIFEST, Name, Search, is_many, path_bytes};
use ishi::source::{Source, SourceOptions};
use ishi::{Format, Games};
use serde_json::json;

use super::args::{Printed, VerifyArgs};
use super::document;
use super::input::held;
use super::manifest::{Entry, Hash, Key, Line, Made, Manifest, decoded, encoded, hash, hash_of};
use super::output::not_a_folder;
use super::paths::absolute;
use super::render::{Messages, counted};
use super::to::To;
use super::{Status, print_json};

/// What was found about a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// The source was converted again, and the result is the same.
    Proven,
    /// The source is gone, and the result is what it was.
    SourceGone,
    /// No source has it with the options of the last run; it is what it was.
    LeftOver,
    /// It is what it was, but the source was changed.
    SourceChanged,
    /// It was changed.
    Changed,
    /// It is not there.
    Missing,
    /// It is what it was, and does not mean the same as the source.
    Differs,
    /// It is there, and no manifest says why.
    New,
}

impl Found {
    fn word(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::SourceGone => "unchanged, but the source is gone",
            Self::LeftOver => "left over from other options",
            Self::SourceChanged => "the source has changed since",
            Self::Changed => "changed",
            Self::Missing => "missing",
            Self::Differs => "does not mean the same as its source",
            Self::New => "new, not in the manifest",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::SourceGone => "source-gone",
            Self::LeftOver => "left-over",
            Self::SourceChanged => "source-changed",
            Self::Changed => "changed",
            Self::Missing => "missing",
            Self::Differs => "differs",
            Self::New => "new",
        }
    }

    fn is_good(self) -> bool {
        matches!(
            self,
            Self::Proven | Self::SourceGone | Self::LeftOver | Self::New
        )
    }
}

/// Proves all results in a folder.
pub fn run(arguments: &VerifyArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    let folder = &arguments.folder;
    let shown = Name::of(folder);
    if !folder.join(MANIFEST).is_file() {
        let message = if folder.is_dir() {
            format!("there is no {MANIFEST} in {shown}")
        } else {
            not_a_folder(folder)
                .map_or(format!("there is no folder {shown}"), |why| why.to_string())
        };
        let help = "verify needs a folder that `ishi convert INPUT -d DIR` wrote";
        messages.error(&message, Some(help));
        return Status::Usage;
    }
    let manifest = match Manifest::read(folder) {
        Ok(manifest) => manifest,
        Err(error) => {
            messages.error(
                &format!("the manifest in {shown} cannot be read: {error}"),
                None,
            );
            return Status::Usage;
        }
    };
    let verifier = Verifier {
        manifest: &manifest,
        found: BTreeMap::new(),
    };
    let found = verifier.all();
    let mut counts: BTreeMap<Found, usize> = BTreeMap::new();
    for (found, _) in found.values() {
        *counts.entry(*found).or_default() += 1;
    }
    let status = if counts.keys().all(|found| found.is_good()) {
        Status::Done
    } else {
        Status::Failed
    };
    if arguments.format == Printed::Json {
        return document(&manifest, &found, &counts, status);
    }
    for (path, (found, source)) in &found {
        let name = Name::of(&manifest.path(path));
        let from = source.as_deref().map(|source| manifest.source(source));
        let from = from.map_or_else(String::new, |source| format!(" (from {source})"));
        match found {
            found if !found.is_good() => {
                messages.error(&format!("{name}: {}{from}", found.word()), None);
            }
            Found::New => messages.note(&format!("{name}: {}", found.word()), None),
            found if messages.verbose() => {
                messages.say(&format!("{name}: {}{from}", found.word()));
            }
            _ => {}
        }
    }
    let parts: Vec<_> = counts
        .iter()
        .map(|(found, count)| format!("{count} {}", found.word()))
        .collect();
    let files = counted(found.len(), "file");
    messages.say(&format!("{shown}: {files}: {}", parts.join("; ")));
    status
}

/// What was found about each result, with its source.
type All = BTreeMap<Key, (Found, Option<Key>)>;

fn document(
    manifest: &Manifest,
    found: &All,
    counts: &BTreeMap<Found, usize>,
    status: Status,
) -> Status {
    let results: Vec<_> = found
        .iter()
        .map(|(path, (found, source))| {
            let name = Name::of(&manifest.path(path));
            json!({
                "result": name.text(), "path_bytes": name.encoded(),
                "source": source.as_deref(), "status": found.name(),
            })
        })
        .collect();
    let counts: serde_json::Map<_, _> = counts
        .iter()
        .map(|(found, count)| (found.name().to_owned(), (*count).into()))
        .collect();
    let document = json!({
        "tool": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"),
        "results": results, "summary": counts,
    });
    print_json(&document, status)
}

/// What a manifest says about a source.
struct Claim {
    hash: Hash,
    options: String,
    results: Vec<Made>,
}

impl Claim {
    fn of(manifest: &Manifest, entry: &Entry) -> Option<Self> {
        match manifest.line(entry)? {
            Line::Done {
                hash,
                options,
                results,
                ..
            } => Some(Self {
                hash,
                options,
                results,
            }),
            Line::Placing(_) => None,
        }
    }
}

struct Verifier<'m> {
    manifest: &'m Manifest,
    found: All,
}

impl Verifier<'_> {
    fn all(mut self) -> All {
        // Archives are gone through once each, however many sources are in them.
        let mut archives: BTreeMap<PathBuf, BTreeMap<Key, Claim>> = BTreeMap::new();
        for (source, entry) in self.manifest.known.entries() {
            let Some(claim) = Claim::of(self.manifest, entry) else {
                continue;
            };
            let path = self.manifest.folder().join(decoded(source));
            // A record packed by gzip is an archive of one.
            if path.is_file() && !is_many(&path) {
                let bytes = File::open(&path).map(BufReader::new);
                let found =
                    bytes.map_or(Found::SourceGone, |bytes| self.prove(bytes, &path, &claim));
                self.note(source, &claim, found);
            } else if let Some(archive) = path.ancestors().find(|above| above.is_file()) {
                archives
                    .entry(archive.to_owned())
                    .or_default()
                    .insert(source.clone(), claim);
            } else {
                self.note(source, &claim, Found::SourceGone);
            }
        }
        for (archive, sources) in archives {
            self.archive(&archive, &sources);
        }
        self.left_over();
        self.new_ones();
        self.found
    }

    fn archive(&mut self, archive: &Path, claims: &BTreeMap<Key, Claim>) {
        let mut proven: BTreeMap<Key, Found> = BTreeMap::new();
        let file = absolute(archive).unwrap_or_else(|_| archive.to_owned());
        let search = Search {
            hidden: true,
            ..Search::default()
        };
        let _: ControlFlow<()> = search.find(archive, &mut |found| {
            let key = self.manifest.key(&file, found.member.as_deref());
            if let (Some(claim), Content::Once(reader)) = (claims.get(&key), found.content)
                && let Ok(bytes) = held(reader)
            {
                proven.insert(key, self.prove(bytes, &found.below, claim));
            }
            ControlFlow::Continue(())
        });
        for (source, claim) in claims {
            let found = proven.get(source).copied().unwrap_or(Found::SourceGone);
            self.note(source, claim, found);
        }
    }

    /// Notes what was found about the results of a source that are what they were.
    fn note(&mut self, source: &Key, claim: &Claim, proven: Found) {
        for made in &claim.results {
            let found = match hash_of(&self.manifest.path(&made.path)) {
                None => Found::Missing,
                Some(hash) if hash != made.hash => Found::Changed,
                Some(_) => proven,
            };
            let place = self.found.entry(made.path.clone());
            let known = place.or_insert_with(|| (found, Some(source.clone())));
            // A result of two sources is good as one of them says, and bad as one of them says.
            known.0 = if known.0.is_good() && found.is_good() {
                known.0.min(found)
            } else {
                known.0.max(found)
            };
        }
    }

    /// Converts a source again, and returns how its results compare.
    fn prove<R: Read + Seek>(&self, mut bytes: R, path: &Path, claim: &Claim) -> Found {
        if !hash(&mut bytes).is_ok_and(|hash| hash == claim.hash) {
            return Found::SourceChanged;
        }
        let Some(options) = Options::parse(&claim.options) else {
            return Found::Differs;
        };
        let mut made: Vec<Hash> = Vec::new();
        let mut whole = io::Cursor::new(Vec::new());
        let source = Source::open(&mut bytes, options.source(path));
        let converted = source.map_err(Into::into).and_then(|mut source| {
            options.write(&mut source, &mut |_, game| {
                if options.split {
                    made.push(hash(&mut &*game)?);
                } else {
                    whole.get_mut().extend_from_slice(game);
                }
                Ok(())
            })
        });
        if converted.is_err() {
            return Found::Differs;
        }
        if !options.split {
            made.extend(hash(&mut whole).ok());
        }
        if made
            .iter()
            .eq(claim.results.iter().map(|result| &result.hash))
        {
            return Found::Proven;
        }
        // Another version may write the same in another way.
        let same = match options.to {
            To::Json { .. } => self.says_the_same(whole.get_ref(), claim),
            To::Format(to) if !options.split => {
                self.means_the_same(&mut bytes, path, (to, &options), claim)
            }
            To::Format(_) => false,
        };
        if same { Found::Proven } else { Found::Differs }
    }

    /// Returns whether the document that a source gives now says what the result says.
    fn says_the_same(&self, made: &[u8], claim: &Claim) -> bool {
        let [result] = claim.results.as_slice() else {
            return false;
        };
        let there = fs::read(self.manifest.path(&result.path));
        there.is_ok_and(|there| document::same(made, &there))
    }

    fn means_the_same<R: Read + Seek>(
        &self,
        bytes: &mut R,
        path: &Path,
        (to, options): (Format, &Options),
        claim: &Claim,
    ) -> bool {
        let [result] = claim.results.as_slice() else {
            return false;
        };
        let written = SourceOptions {
            format: Some(to),
            charset: options.convert.charset,
            ..SourceOptions::default()
        };
        let Ok(file) = File::open(self.manifest.path(&result.path)) else {
            return false;
        };
        let (Ok(mut a), Ok(mut b)) = (
            Source::open(bytes, options.source(path)),
            Source::open(BufReader::new(file), written),
        ) else {
            return false;
        };
        let scope = if a.format() == b.format() {
            Scope::Whole
        } else {
            Scope::Shared
        };
        let (mut a, mut b) = (Games::new(&mut a), Games::new(&mut b));
        loop {
            match (a.next(), b.next()) {
                (None, None) => return true,
                (Some(Ok(a)), Some(Ok(b))) if compare(&a, &b, scope).count == 0 => {}
                _ => return false,
            }
        }
    }

    /// Finds results of other options, which no source has any more.
    fn left_over(&mut self) {
        for (path, source, _) in self.manifest.known.results() {
            if self.found.contains_key(path) {
                continue;
            }
            if let Some(hash) = hash_of(&self.manifest.path(path)) {
                let found = if self.manifest.known.was(path, &hash) {
                    Found::LeftOver
                } else {
                    Found::Changed
                };
                self.found
                    .insert(path.clone(), (found, Some(source.clone())));
            }
        }
    }

    /// Finds files that no manifest names and that are not sources.
    fn new_ones(&mut self) {
        let canonical = self.manifest.canonical().to_owned();
        let known: HashSet<_> = self.found.keys().map(|path| path.to_lowercase()).collect();
        let sources: HashSet<_> = self
            .manifest
            .known
            .entries()
            .map(|(source, _)| source)
            .collect();
        let mut new = Vec::new();
        let search = Search {
            hidden: true,
            without_results: true,
            ..Search::default()
        };
        let mut seen = HashSet::new();
        let _: ControlFlow<()> = search.find(self.manifest.folder(), &mut |found| {
            let path = absolute(&found.file).unwrap_or_else(|_| found.file.clone());
            let below = path.strip_prefix(&canonical).unwrap_or(&path);
            let key = Key::from(encoded(&path_bytes(below)));
            if !known.contains(&key.to_lowercase())
                && !sources.contains(&key)
                && found.file.is_file()
                && seen.insert(key.clone())
            {
                new.push(key);
            }
            ControlFlow::Continue(())
        });
        for key in new {
            self.found.insert(key, (Found::New, None));
        }
    }
}

/// The options that a manifest says results were made with.
struct Options {
    to: To,
    convert: ConvertOptions,
    from: Option<Format>,
    encoding: Option<Charset>,
    split: bool,
}

impl Options {
    fn parse(line: &str) -> Option<Self> {
        let mut options = Self {
            to: To::Format(Format::Sgf),
            convert: ConvertOptions::new(Format::Sgf),
            from: None,
            encoding: None,
            split: false,
        };
        for word in line.split(' ') {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let convert = &mut options.convert;
            match key {
                "to" => {
                    options.to = To::from_name(value)?;
                    if let To::Format(format) = options.to {
                        convert.to = format;
                    }
                }
                "from" => options.from = Some(Format::from_name(value)?),
                "encoding" => options.encoding = Some(Charset::from_label(value)?),
                "output-encoding" => convert.charset = Some(Charset::from_label(value)?),
                "game" => convert.game = Some(value.parse().ok()?),
                "plain" => convert.plain = true,
                "strict" => convert.strict = true,
                "no-verify" => {}
                "witness" => convert.witness = true,
                "skip-refused" => convert.skip_refused = true,
                "split" => options.split = true,
                _ => return None,
            }
        }
        Some(options)
    }

    /// Converts a source with these options.
    fn write<R: Read + Seek>(
        &self,
        source: &mut Source<R>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ConvertError> {
        match self.to {
            To::Format(_) => Conversion::new(&self.convert).run(source, sink),
            To::Json { positions } => document::write(
                source,
                positions,
                self.convert.game,
                &mut Report::default(),
                sink,
            ),
        }
    }

    fn source(&self, path: &Path) -> SourceOptions {
        SourceOptions {
            format: self.from,
            hint: Format::from_path(path),
            charset: self.encoding,
        }
    }
}
