//! Backgammon, `GM[6]`: the values of its properties as data, and positions.
//!
//! The model keeps every value of a game of Backgammon unchanged; this module reads these values for checks
//! and drawings. Points are the letters of SGF: `a` is White's first point and Black's last one, `y` is the
//! bar, `z` the tray. White moves from `x` to `a`, Black from `a` to `x`.

mod cube;
mod parse;
mod position;

pub use cube::{Cube, Offer};
pub(crate) use parse::cube_value;
pub use parse::{
    Action, CheckerMove, Owner, Place, Play, Roll, Rules, dice, is_result, match_info, owner,
    places, play, rules,
};
pub use position::{Illegal, Position};
