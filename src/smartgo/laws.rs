//! The laws of meaning and saying. The last test plants mistakes that break them.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::downgrade::{Limits, downgrade};
use super::native::{is_native, is_same_in_ff4};
use super::text::fits;
use super::upgrade::{Setting, upgrade};
use crate::format::charset::Charset;
use crate::model::equal::{same_move, same_properties};
use crate::model::{BoardSize, Game, Id, Meaning, Move, NodeId, Place, Property, Replay, Value};
use crate::testing;

/// A single node: the root of a game, with its stones on the board.
struct Scene {
    replay: Replay,
    target: Limits,
    /// A mistake in the upgrade, to break a law; the identity without a mistake.
    planted: fn(Meaning<'static>) -> Meaning<'static>,
}

impl Scene {
    fn new(size: BoardSize, charset: Charset, meaning: &Meaning<'static>) -> Self {
        let mut game = Game::new();
        game.size = size;
        game.set_meaning(NodeId::ROOT, meaning.clone());
        let mut replay = Replay::new(size);
        replay.enter(&game, NodeId::ROOT);
        Self {
            replay,
            target: Limits { size, charset },
            planted: |meaning| meaning,
        }
    }

    fn say(&self, meaning: &Meaning<'static>) -> Meaning<'static> {
        downgrade(meaning, true, &self.target)
    }

    fn mean(&self, native: Meaning<'static>) -> Meaning<'static> {
        let position = Setting {
            board: Some(self.replay.board()),
            minutes: true,
        };
        (self.planted)(upgrade(native, &position))
    }

    fn shown(&self, meaning: &Meaning<'static>) -> Meaning<'static> {
        self.mean(self.say(meaning))
    }
}

/// Checks that the shown part of a meaning is written like the meaning, and is shown again unchanged.
///
/// There is one exception. TE and BM together are written with their values, but only their order is read (interesting
/// or doubtful).
fn said_again(scene: &Scene, meaning: &Meaning<'static>) -> Result<(), TestCaseError> {
    let shown = scene.shown(meaning);
    let mut said = scene.say(meaning);
    let is_annotation = |p: &Property<'_>| p.is(Id::Tesuji) || p.is(Id::BadMove);
    let is_pair = |p: &Property<'_>| p.is(Id::Interesting) || p.is(Id::Doubtful);
    if shown.properties.iter().any(is_pair) {
        let mut values = said.properties.iter_mut();
        while let Some(property) = values.find(|p| is_annotation(p)) {
            property.value = Value::Text("1".into());
        }
    }
    prop_assert!(same(&scene.say(&shown), &said), "{shown:?}");
    prop_assert!(same(&scene.shown(&shown), &shown), "{shown:?}");
    Ok(())
}

/// Checks that a meaning comes back from its native form.
fn comes_back(scene: &Scene, meaning: &Meaning<'static>) -> Result<(), TestCaseError> {
    let said = scene.say(meaning);
    let shown = scene.mean(said.clone());
    prop_assert!(same(&shown, meaning), "{said:?}\n{shown:?}");
    Ok(())
}

fn same(a: &Meaning<'_>, b: &Meaning<'_>) -> bool {
    same_move(a.mv, b.mv) && same_properties(&a.properties, &b.properties)
}

fn scenes() -> impl Strategy<Value = (BoardSize, Charset, Meaning<'static>)> {
    let charset = prop::sample::select(vec![Charset::Ascii, Charset::Utf8]);
    (testing::square_size(), charset)
        .prop_flat_map(|(size, charset)| (Just(size), Just(charset), testing::meaning(size)))
}

/// Returns a strategy for the meanings of nodes of Smart-Go, each with its scene.
fn natives() -> impl Strategy<Value = (BoardSize, Meaning<'static>, Meaning<'static>)> {
    scenes().prop_map(|(size, _, mut native)| {
        let is_playable = |mv: &Move| mv.place == Place::Pass || mv.point_on(size).is_some();
        native.mv = native.mv.filter(is_playable);
        let properties = native.properties.into_iter();
        native.properties = properties
            .filter_map(|property| canonical(&property, size))
            .collect();
        let meaning = Scene::new(size, Charset::Utf8, &native).mean(native.clone());
        (size, native, meaning)
    })
}

/// Returns a property in the form in which Smart-Go writes it, if it has one.
fn canonical(property: &Property<'static>, size: BoardSize) -> Option<Property<'static>> {
    let id = property
        .ident
        .standard()
        .filter(|id| is_native(*id, true))?;
    match &property.value {
        Value::Points(areas) => {
            let points = areas.iter().flat_map(|area| area.points());
            let on_board: BTreeSet<_> = points.filter(|point| size.contains(*point)).collect();
            // A view is named by two corners.
            let most = if id == Id::View { 2 } else { 400 };
            let points = on_board.into_iter().take(most);
            let property = Property::points(id, points);
            let is_list = property.value != Value::Points(Box::default());
            (is_list || id.can_be_empty()).then_some(property)
        }
        Value::Text(text) => {
            let is_same = match id {
                // They are whole numbers.
                Id::NodeValue | Id::TimeLimit => !text.contains('.'),
                // A point may be off the board.
                Id::ExpectedMove => text.is_empty(),
                _ => fits(text, Charset::Utf8),
            };
            is_same.then(|| property.clone())
        }
        _ => None,
    }
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_said_is_said_again((size, charset, meaning) in scenes()) {
        said_again(&Scene::new(size, charset, &meaning), &meaning)?;
    }

    #[test]
    fn the_meaning_of_a_node_of_smart_go_comes_back((size, native, meaning) in natives()) {
        comes_back(&Scene::new(size, Charset::Utf8, &native), &meaning)?;
    }

    #[test]
    fn a_comment_that_readers_pass_over_means_itself(text in "[a-zé張:\\\\\\]\0\t\r\n ]{0,12}") {
        let native = Meaning {
            mv: None,
            properties: vec![Property::text(Id::Comment, text)],
        };
        let scene = Scene::new(BoardSize::DEFAULT, Charset::Utf8, &native);
        let is_itself = scene.mean(native.clone()) == native && scene.say(&native) == native;
        prop_assert_eq!(is_same_in_ff4(&native.properties), is_itself);
    }
}

#[test]
fn planted_disagreements_break_the_laws() {
    let no_texts = |mut meaning: Meaning<'static>| {
        meaning
            .properties
            .retain(|property| !matches!(property.value, Value::Text(_)));
        meaning
    };
    let forgetful = |size, charset, meaning: &Meaning<'static>| Scene {
        planted: no_texts,
        ..Scene::new(size, charset, meaning)
    };
    let broken = TestRunner::deterministic().run(&scenes(), |(size, charset, meaning)| {
        said_again(&forgetful(size, charset, &meaning), &meaning)
    });
    assert!(broken.is_err());
    let broken = TestRunner::deterministic().run(&natives(), |(size, native, meaning)| {
        comes_back(&forgetful(size, Charset::Utf8, &native), &meaning)
    });
    assert!(broken.is_err());
}
