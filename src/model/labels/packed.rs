//! Labels of a board of up to 19 columns and rows, in reading order, each a number or up to two characters,
//! as Ishi can show them. The texts are in blocks, and lists share equal blocks.

use std::iter;
use std::sync::Arc;

use crate::model::label::{Label, LabelText};
use crate::model::point::Point;

/// The columns, and the rows, of the largest board that has packed labels.
const LINES: u8 = 19;
/// The points of a block, one bit each. Smaller blocks would make lists longer; larger blocks would copy more
/// for one changed text.
const BLOCK: usize = 32;
const BLOCKS: usize = (LINES as usize * LINES as usize).div_ceil(BLOCK);
/// Fewer labels take less memory as they are.
const FEW: usize = 12;

/// The text of a label: a number, or [`LETTERS`] and one or two characters.
type Code = u32;
const LETTERS: Code = 1 << 31;

/// The codes of a block. A point without a label in a list can have its code from another list.
type Codes = [Code; BLOCK];

/// A packed list: for each block the points with labels, and the codes.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed([(u32, Option<Arc<Codes>>); BLOCKS]);

impl Packed {
    /// Returns the number of labels.
    pub(super) fn len(&self) -> usize {
        let counts = self.0.iter().map(|(shown, _)| shown.count_ones() as usize);
        counts.sum()
    }

    /// Returns the points of the labels.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let blocks = self.0.iter().enumerate();
        blocks.flat_map(|(block, (shown, _))| {
            bits(*shown).filter_map(move |bit| point(block * BLOCK + bit))
        })
    }

    /// Returns for each block whether another list has the same codes in memory.
    #[cfg(test)]
    pub(super) fn shares(&self, other: &Self) -> impl Iterator<Item = bool> {
        let blocks = self.0.iter().zip(&other.0);
        blocks.map(|((_, a), (_, b))| {
            a.as_ref()
                .zip(b.as_ref())
                .is_some_and(|(a, b)| Arc::ptr_eq(a, b))
        })
    }

    /// Returns the labels.
    pub(super) fn iter(&self) -> PackedIter<'_> {
        PackedIter {
            blocks: self.0.iter().enumerate(),
            block: 0,
            shown: 0,
            codes: None,
        }
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        let mut blocks = self.0.iter().zip(&other.0);
        blocks.all(|((shown, a), (other, b))| {
            let same = |(a, b): (&Arc<Codes>, &Arc<Codes>)| {
                Arc::ptr_eq(a, b) || bits(*shown).all(|bit| a.get(bit) == b.get(bit))
            };
            shown == other && (*shown == 0 || a.as_ref().zip(b.as_ref()).is_some_and(same))
        })
    }
}

/// The labels of a packed list.
#[derive(Debug, Clone)]
pub(super) struct PackedIter<'l> {
    blocks: iter::Enumerate<std::slice::Iter<'l, (u32, Option<Arc<Codes>>)>>,
    /// The block, its points with labels that are still to come, and its codes.
    block: usize,
    shown: u32,
    codes: Option<&'l Codes>,
}

impl Iterator for PackedIter<'_> {
    type Item = Label<'static>;

    #[inline]
    fn next(&mut self) -> Option<Label<'static>> {
        while self.shown == 0 {
            let (block, (shown, codes)) = self.blocks.next()?;
            (self.block, self.shown, self.codes) = (block, *shown, codes.as_deref());
        }
        let bit = self.shown.trailing_zeros() as usize;
        self.shown &= self.shown - 1;
        Some(Label {
            point: point(self.block * BLOCK + bit)?,
            text: text(*self.codes?.get(bit)?),
        })
    }
}

/// Packs the lists of a record one after another.
#[derive(Debug, Default)]
pub(crate) struct Packer {
    /// The latest code of each point in the lists so far.
    latest: [Option<Arc<Codes>>; BLOCKS],
}

impl Packer {
    /// Packs labels. Returns `None` if there are few.
    pub(super) fn pack(&mut self, grid: &Grid) -> Option<Packed> {
        if grid.shown.len() < FEW {
            return None;
        }
        let mut packed = Packed::default();
        let places = packed.0.iter_mut().zip(&mut self.latest);
        for ((place, latest), (shown, codes)) in places.zip(grid.shown.0.iter().zip(&grid.codes)) {
            if *shown > 0 {
                *place = (*shown, Some(shared(latest, *shown, codes)));
            }
        }
        Some(packed)
    }
}

/// A point, as its bit in one of the blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    block: usize,
    bit: usize,
}

impl Slot {
    /// Returns the slot of a point. Returns `None` beyond 19 columns and rows.
    #[inline]
    pub(crate) fn of(point: Point) -> Option<Self> {
        let (column, row) = (usize::from(point.column), usize::from(point.row));
        let place = row * usize::from(LINES) + column;
        (point.column < LINES && point.row < LINES).then_some(Self {
            block: place / BLOCK,
            bit: place % BLOCK,
        })
    }
}

/// Points of a board of up to 19 columns and rows.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PackedPoints([u32; BLOCKS]);

impl PackedPoints {
    /// Adds a point.
    #[inline]
    pub(crate) fn add(&mut self, slot: Slot) {
        if let Some(word) = self.0.get_mut(slot.block) {
            *word |= 1 << slot.bit;
        }
    }

    /// Takes a point away.
    #[inline]
    pub(crate) fn remove(&mut self, slot: Slot) {
        if let Some(word) = self.0.get_mut(slot.block) {
            *word &= !(1 << slot.bit);
        }
    }

    /// Returns whether there are no points.
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; BLOCKS]
    }

    /// Returns the points, in reading order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Point> {
        let words = self.0.iter().enumerate();
        words
            .flat_map(|(block, word)| bits(*word).filter_map(move |bit| point(block * BLOCK + bit)))
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Labels on a board of up to 19 columns and rows, one on a point.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    shown: PackedPoints,
    codes: [Codes; BLOCKS],
}

impl Default for Grid {
    fn default() -> Self {
        Self {
            shown: PackedPoints::default(),
            codes: [[0; BLOCK]; BLOCKS],
        }
    }
}

impl Grid {
    /// Puts a text on a point; returns whether it can be there.
    #[inline]
    pub(crate) fn set(&mut self, slot: Slot, text: &LabelText<'_>) -> bool {
        let codes = self.codes.get_mut(slot.block);
        let old = codes.and_then(|codes| codes.get_mut(slot.bit));
        let (Some(old), Some(code)) = (old, code(text)) else {
            return false;
        };
        *old = code;
        self.shown.add(slot);
        true
    }

    /// Takes the text on a point away.
    #[inline]
    pub(crate) fn clear(&mut self, slot: Slot) {
        self.shown.remove(slot);
    }

    /// Returns whether there are no labels.
    pub(crate) fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }

    /// Returns the labels, in reading order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Label<'static>> {
        let blocks = self.shown.0.iter().zip(&self.codes).enumerate();
        blocks.flat_map(|(block, (shown, codes))| {
            bits(*shown).filter_map(move |bit| {
                Some(Label {
                    point: point(block * BLOCK + bit)?,
                    text: text(*codes.get(bit)?),
                })
            })
        })
    }
}

/// Returns a block with these codes, if possible the latest one.
fn shared(latest: &mut Option<Arc<Codes>>, shown: u32, codes: &Codes) -> Arc<Codes> {
    let same = |latest: &&Arc<Codes>| bits(shown).all(|bit| latest.get(bit) == codes.get(bit));
    if let Some(same) = latest.as_ref().filter(same) {
        return Arc::clone(same);
    }
    let mut all = latest.as_deref().copied().unwrap_or([0; BLOCK]);
    for bit in bits(shown) {
        if let (Some(old), Some(new)) = (all.get_mut(bit), codes.get(bit)) {
            *old = *new;
        }
    }
    Arc::clone(latest.insert(Arc::new(all)))
}

/// Returns the indices of the set bits.
fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some(bit as usize)
    })
}

#[inline]
fn point(place: usize) -> Option<Point> {
    let place = u16::try_from(place).ok()?;
    let (row, column) = (place / u16::from(LINES), place % u16::from(LINES));
    Some(Point::new(column.try_into().ok()?, row.try_into().ok()?))
}

#[inline]
fn code(text: &LabelText<'_>) -> Option<Code> {
    let number = text.number().filter(|number| *number < LETTERS);
    number.or_else(|| {
        let [first, second] = text.letters()?;
        Some(LETTERS | Code::from_le_bytes([first, second, 0, 0]))
    })
}

#[inline]
fn text(code: Code) -> LabelText<'static> {
    if code < LETTERS {
        return LabelText::from(code);
    }
    let [first, second, ..] = code.to_le_bytes();
    LabelText::from([first, second])
}
