//! Reads Smart-Go: the meaning of each node in `FF[4]`.

mod report;
mod time;

use crate::bracket::drop_own_name;
use crate::bracket::{self, Escapes, tokenizer};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::words::counted;
use crate::model::{GO, Game, Id, Meaning, NodeId, Property, Replay, Step};
use time::TimeUnit;

use super::native::is_same_in_ff4;
use super::rules;
use super::upgrade::{Setting, upgrade};

/// Reads the text of one game tree with any text before and after it (specification,
/// "Game Collections").
///
/// Returns one game, or an empty list if the text has no start of a game. Games other than Go are kept unchanged. The
/// spans of diagnostics are bytes of `text`. `look` sees the game before its properties get their meaning in `FF[4]`.
pub(crate) fn read<'a>(
    text: &'a str,
    log: &mut Diagnostics,
    look: impl FnOnce(&Game<'a>, &mut Diagnostics),
) -> Vec<Game<'a>> {
    let Some(mut game) = bracket::read(text, Escapes::SmartGo, log) else {
        return Vec::new();
    };
    drop_own_name(&mut game);
    look(&game, log);
    report_header(text, log);
    if game.kind == GO {
        Reader::new(&game, text, log).run(&mut game);
    }
    vec![game]
}

/// Reports text before the game, such as the header of a mail.
fn report_header(text: &str, log: &mut Diagnostics) {
    let preface = tokenizer::tokens(text).next();
    let preface = preface.map_or("", |preface| preface.text);
    let header = bracket::trimmed(preface);
    if header.is_empty() {
        return;
    }
    let length = counted(header.chars().count(), "character");
    let message = format!("text precedes the game, {length}");
    let start = preface.find(header).unwrap_or(0);
    let diagnostic = Diagnostic::new(&rules::TEXT_BEFORE_GAME, message);
    log.report(diagnostic.help("kept").at(start, start + header.len()));
}

struct Reader<'l> {
    log: &'l mut Diagnostics,
    /// The unit of a time limit without one.
    unit: TimeUnit,
    /// The position; `None` if no node has M.
    replay: Option<Replay>,
}

impl<'l> Reader<'l> {
    fn new(game: &Game<'_>, text: &str, log: &'l mut Diagnostics) -> Self {
        let marked = game
            .nodes_with_properties()
            .any(|node| game.has(node, Id::Mark));
        Self {
            log,
            unit: TimeUnit::of(game, text),
            replay: marked.then(|| Replay::new(game.size)),
        }
    }

    fn run(mut self, game: &mut Game<'_>) {
        let steps: Vec<Step> = game.walk().collect();
        for step in steps {
            match step {
                Step::Enter(node) => self.enter(game, node),
                Step::Leave(_) => {
                    if let Some(replay) = &mut self.replay {
                        replay.leave();
                    }
                }
            }
        }
    }

    fn enter(&mut self, game: &mut Game<'_>, node: NodeId) {
        let plain = game.mv(node).is_none_or(|mv| mv.is_played(game.size))
            && is_same_in_ff4(game.properties(node));
        if let Some(replay) = &mut self.replay {
            replay.enter(game, node);
        }
        if !plain {
            self.node(game, node);
        }
    }

    /// Sets the meaning of a node that was entered.
    fn node(&mut self, game: &mut Game<'_>, node: NodeId) {
        report::doubts(game, node, self.unit, self.log);
        let properties = game.properties_mut(node).iter_mut();
        let native = properties.map(|one| std::mem::replace(one, Property::text(Id::Comment, "")));
        let native = Meaning {
            properties: native.collect(),
            mv: game.mv(node),
        };
        let position = Setting {
            // The meaning of M depends on the stones after the node.
            board: self.replay.as_ref().map(Replay::board),
            minutes: self.unit.is_minutes(),
        };
        let meaning = upgrade(native, &position);
        report::texts(&meaning, game.file_format, node, self.log);
        game.set_meaning(node, meaning);
    }
}
