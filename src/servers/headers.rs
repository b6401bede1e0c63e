//! The headers of a record.

use crate::diagnostic::Span;

/// The headers of a record: of each its key, its value and its place.
#[derive(Default)]
pub(super) struct Headers<'t>(pub(super) Vec<(&'t str, &'t str, Span)>);

impl<'t> Headers<'t> {
    fn find(&self, key: &str) -> Option<&(&'t str, &'t str, Span)> {
        self.0.iter().find(|(name, ..)| *name == key)
    }

    /// Returns a value, blank without one.
    pub(super) fn text(&self, key: &str) -> &'t str {
        self.find(key).map_or("", |(_, value, _)| value.trim())
    }

    /// Returns a value by its key if it is not blank, or a field of a value as `KEY/FIELD`: of `GBKIND:3,GRLT:4` the field
    /// `GRLT` is `4`, and of `S0,W4` the field `W`.
    pub(super) fn get(&self, name: &str) -> Option<&'t str> {
        let Some((key, field)) = name.split_once('/') else {
            return Some(self.text(name)).filter(|value| !value.is_empty());
        };
        let mut fields = self.text(key).split(',').map(str::trim);
        let value = fields.find_map(|text| text.strip_prefix(field))?;
        Some(value.trim_start_matches(':').trim())
    }

    /// Returns the values of names that are there.
    pub(super) fn all(&self, names: &str) -> impl Iterator<Item = &'t str> {
        names.split(' ').filter_map(|name| self.get(name))
    }

    /// Returns where a header is.
    pub(super) fn place(&self, key: &str) -> Span {
        self.find(key).map_or(Span::default(), |(.., span)| *span)
    }
}

/// Returns a field of a value with commas, from 0.
pub(super) fn field(value: &str, index: usize) -> &str {
    value.split(',').nth(index).unwrap_or_default().trim()
}
