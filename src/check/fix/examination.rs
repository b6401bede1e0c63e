//! The examination of a text: its games with everything that is wrong or doubtful in them.

use crate::bracket::rules as bracket;
use crate::check::examine;
use crate::diagnostic::{Diagnostics, Rule};
use crate::format::Format;
use crate::format::piece::Cut;
use crate::ishi::rules as ishi;
use crate::model::Game;

/// The rules without a fix that limit the fixes of others. The collector would cut their findings.
pub(super) const ASKED: &[&Rule] = &[
    &bracket::BAD_VALUE,
    &bracket::SEVERAL_VALUES,
    &ishi::EXTRA_DATA,
];

/// The games of a text, with their findings.
pub(super) struct Examination<'t> {
    pub games: Vec<Game<'t>>,
    pub log: Diagnostics,
    /// The pieces of the games; those of bracketed formats are cut only if there are fixes.
    pub cuts: Option<Vec<Cut>>,
}

impl<'t> Examination<'t> {
    /// Reads and checks a text.
    pub fn of(format: Format, text: &'t str) -> Self {
        let mut log = Diagnostics::with_fixes(ASKED);
        let (games, cuts) = examine(format, text, &mut log);
        Self { games, log, cuts }
    }
}
