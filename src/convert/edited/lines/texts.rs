//! Edits of comments and names.

use super::page::*;
use crate::convert::edited::scene::{Edit, Scene, is_plain};
use crate::model::{Id, NodeId};

fn change_comment(scene: &Scene<'_>, new: impl Fn(&str) -> Option<String>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.moves(scene).into_iter().filter_map(|(node, line)| {
        let body = page.comment(line)?;
        let text = page.lines[body.clone()].join("\n");
        Some((node, body, new(&text)?))
    });
    let (node, body, new) = scene.pick(found.collect())?;
    page.lines.splice(body, [new.clone()]);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    expected.set_text(id, Id::Comment, new);
    Some(Edit::content(page.text(), expected))
}

pub(in crate::convert::edited) fn comment_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_comment(scene, |_| Some("quite other words".to_owned()))
}

pub(in crate::convert::edited) fn same_in_ascii(scene: &Scene<'_>) -> Option<Edit> {
    change_comment(scene, |text| accented(text).filter(|_| is_plain(text)))
        .or_else(|| change_name(scene, accented))
}

/// Returns a text with an accent on its first letter that can have one.
fn accented(text: &str) -> Option<String> {
    let pairs = [
        ("e", "\u{e9}"),
        ("a", "\u{e0}"),
        ("o", "\u{f4}"),
        ("n", "\u{f1}"),
    ];
    let (old, new) = pairs.iter().find(|(old, _)| text.contains(old))?;
    Some(text.replacen(old, new, 1))
}

pub(in crate::convert::edited) fn name_changed(scene: &Scene<'_>) -> Option<Edit> {
    change_name(scene, |_| Some("Quite Another".to_owned()))
}

/// Changes the name of a player without a rank.
fn change_name(scene: &Scene<'_>, new: impl Fn(&str) -> Option<String>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let names = [
        ("BLACK", Id::PlayerBlack, Id::RankBlack),
        ("WHITE", Id::PlayerWhite, Id::RankWhite),
    ];
    let found = names.into_iter().filter_map(|(word, name, rank)| {
        let mut lines = (0..page.next(0)).filter(|line| page.word(*line) == word);
        let line = lines.next().filter(|_| lines.next().is_none())?;
        let old = page.lines[line].strip_prefix(word)?.trim();
        let new = new(old).filter(|_| !scene.game.has(NodeId::ROOT, rank) && is_plain(old))?;
        Some((line, word, name, new))
    });
    let (line, word, name, new) = scene.pick(found.collect())?;
    page.lines[line] = format!("{word} {new}");
    let mut expected = scene.game.clone();
    expected.set_text(NodeId::ROOT, name, new);
    Some(Edit::content(page.text(), expected))
}

pub(in crate::convert::edited) fn text_deleted(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let found = page.moves(scene).into_iter().filter_map(|(node, line)| {
        let body = page.comment(line)?;
        (page.lines[body.start - 1] == "COM").then_some((node, body))
    });
    let (node, body) = scene.pick(found.collect())?;
    page.lines.drain(body.start - 1..=body.end);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    expected.remove_property(id, Id::Comment);
    Some(Edit::content(page.text(), expected))
}

pub(in crate::convert::edited) fn comment_added(scene: &Scene<'_>) -> Option<Edit> {
    let mut page = Page::read(scene);
    let mut found = page.moves(scene);
    found.retain(|(node, line)| {
        let id = scene.node(*node);
        let mut chunk = page.chunk(*line);
        let texts = [Id::Comment, Id::Name]
            .iter()
            .any(|text| scene.game.has(id, *text));
        !texts && !chunk.any(|line| page.word(line) == "COM")
    });
    let (node, line) = scene.pick(found)?;
    let end = page.chunk(line).end;
    let block = ["COM", "added words", "ENDCOM"].map(ToOwned::to_owned);
    page.lines.splice(end..end, block);
    let id = scene.node(node);
    let mut expected = scene.game.clone();
    expected.set_text(id, Id::Comment, "added words");
    Some(Edit::content(page.text(), expected))
}

// Moves.
