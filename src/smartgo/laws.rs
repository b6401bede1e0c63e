//! The laws of meaning, saying and memory. The last test plants mistakes that break the first three laws.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

use super::belief::Belief;
use super::detail;
use super::downgrade::{Target, downgrade};
use super::native::{is_original, is_same_in_ff4};
use super::upgrade::{Position, upgrade};
use crate::bracket::property::{move_text, property_text};
use crate::charset::Charset;
use crate::memory::overlay::{self, Key, Overlay};
use crate::model::equal::{same_move, same_properties};
use crate::model::{BoardSize, Game, Id, Meaning, NodeId, Property, Replay, Value};
use crate::testing;

/// A single node: the root of a game, with its stones on the board.
struct Scene {
    replay: Replay,
    target: Target,
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
            target: Target { size, charset },
            planted: |meaning| meaning,
        }
    }

    fn say(&self, meaning: &Meaning<'static>) -> Meaning<'static> {
        downgrade(meaning, true, &self.target)
    }

    fn mean(&self, native: Meaning<'static>) -> Meaning<'static> {
        let position = Position {
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
/// or doubtful), because the values are in the carrier.
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

/// Checks that a patch turns the shown part into the meaning, for each charset of the writer.
fn patched(
    scene: &Scene,
    meaning: &Meaning<'static>,
    doubted: impl Fn(&Key) -> bool,
) -> Result<(), TestCaseError> {
    let (said, shown) = (scene.say(meaning), scene.shown(meaning));
    let patch = Overlay::read(&overlay::missing(meaning, &shown), scene.target.size);
    let candidate = patch.apply(shown.clone());
    prop_assert!(same(&candidate, meaning), "{candidate:?}");
    let unicode = scene.target.charset == Charset::Utf8;
    let belief = Belief::new(&said, &candidate, true, &scene.target, unicode);
    let patched = patch.apply_where(shown, |key| belief.agrees(key) && !doubted(key));
    prop_assert!(same(&patched, meaning), "{patched:?}");
    Ok(())
}

/// Checks that kept properties replace the canonical ones if the meaning is unchanged.
fn recalled(scene: &Scene, native: &Meaning<'static>) -> Result<(), TestCaseError> {
    let meaning = scene.mean(native.clone());
    let board = Some(scene.replay.board());
    let kept = detail::originals(native, &meaning, true, board, scene.target.size);
    let mut again = scene.say(&meaning);
    let used = detail::restore(&mut again, &kept, &meaning, board, &scene.target);
    prop_assert!(used.iter().all(|used| *used), "{kept:?} {used:?}");
    let texts = again.properties.iter().map(property_text);
    let texts: Vec<_> = texts.chain(again.mv.map(move_text)).collect();
    for entry in &kept {
        prop_assert!(texts.iter().any(|text| *text == entry.text), "{entry:?}");
    }
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

/// The properties that a file of Smart-Go can have, canonical or not. They have no rectangles.
fn natives() -> impl Strategy<Value = (BoardSize, Meaning<'static>)> {
    scenes().prop_map(|(size, _, mut meaning)| {
        meaning
            .properties
            .retain(|property| is_original(&property.ident));
        for property in &mut meaning.properties {
            if let (Some(id), Value::Points(areas)) = (property.ident.standard(), &property.value) {
                let points = areas.iter().flat_map(|area| area.points()).take(400);
                *property = Property::points(id, points.collect::<Vec<_>>());
            }
        }
        (size, meaning)
    })
}

proptest! {
    #![proptest_config(testing::law())]

    #[test]
    fn what_is_said_is_said_again((size, charset, meaning) in scenes()) {
        said_again(&Scene::new(size, charset, &meaning), &meaning)?;
    }

    #[test]
    fn a_patch_makes_the_meaning((size, charset, meaning) in scenes()) {
        patched(&Scene::new(size, charset, &meaning), &meaning, |_| false)?;
    }

    #[test]
    fn kept_words_are_recalled((size, native) in natives()) {
        recalled(&Scene::new(size, Charset::Utf8, &native), &native)?;
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

fn fails(law: impl Fn(BoardSize, Charset, Meaning<'static>) -> Result<(), TestCaseError>) -> bool {
    let mut runner = TestRunner::deterministic();
    runner
        .run(&scenes(), |(size, charset, meaning)| {
            law(size, charset, meaning)
        })
        .is_err()
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
    assert!(fails(|size, charset, meaning| {
        said_again(&forgetful(size, charset, &meaning), &meaning)
    }));
    assert!(fails(|size, charset, meaning| {
        let scene = Scene::new(size, charset, &meaning);
        patched(&scene, &meaning, |key| matches!(key, Key::Property(_)))
    }));
    let broken = TestRunner::deterministic().run(&natives(), |(size, native)| {
        let scene = Scene::new(size, Charset::Utf8, &native);
        let board = Some(scene.replay.board());
        let kept = detail::originals(&native, &scene.mean(native.clone()), true, board, size);
        let other = no_texts(scene.mean(native.clone()));
        let mut again = scene.say(&other);
        let used = detail::restore(&mut again, &kept, &other, board, &scene.target);
        prop_assert!(used.iter().all(|used| *used));
        Ok(())
    });
    assert!(broken.is_err());
}
