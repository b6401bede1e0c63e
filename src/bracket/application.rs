//! The program that wrote a record (property AP).

use crate::model::{Game, Id, NodeId, Property, Value};

/// The name of this program in files that it writes.
const OWN_NAME: &str = env!("CARGO_PKG_NAME");

/// Removes the application if it is this program, because it tells no fact about the record.
pub(crate) fn drop_own_name(game: &mut Game<'_>) {
    let own = |property: &Property<'_>| {
        property.is(Id::Application)
            && match &property.value {
                Value::Pair(pair) => pair.0 == OWN_NAME,
                Value::Raw(values) => matches!(&**values, [only] if is_own(only)),
                _ => false,
            }
    };
    if game.properties(NodeId::ROOT).iter().any(own) {
        let others = game.properties(NodeId::ROOT).iter();
        let others = others.filter(|property| !own(property)).cloned().collect();
        game.set_properties(NodeId::ROOT, others);
    }
}

/// Returns whether a value of AP names this program: `ishi:0.1.0`.
pub(super) fn is_own(application: &str) -> bool {
    application
        .split_once(':')
        .is_some_and(|(name, _)| name == OWN_NAME)
}
