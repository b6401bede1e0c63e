//! The headers of a record.

use crate::diagnostic::Span;

/// The headers of a record: of each its key, its value and its place.
#[derive(Default)]
pub(super) struct Headers<'t>(pub(super) Vec<(&'t str, &'t str, Span)>);

impl<'t> Headers<'t> {
    /// Returns a value that is not blank.
    pub(super) fn get(&self, key: &str) -> Option<&'t str> {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found
            .map(|(_, value, _)| value.trim())
            .filter(|value| !value.is_empty())
    }

    /// Returns a value, blank without one.
    pub(super) fn text(&self, key: &str) -> &'t str {
        self.get(key).unwrap_or_default()
    }

    /// Returns a field of a value with commas, from 0.
    pub(super) fn field(&self, key: &str, index: usize) -> &'t str {
        let field = self.text(key).split(',').nth(index);
        field.unwrap_or_default().trim()
    }

    /// Returns a field of a value by its name: `4` for `GRLT` in `GBKIND:3,GRLT:4`, and for `W` in `S0,W4`.
    pub(super) fn named(&self, key: &str, name: &str) -> Option<&'t str> {
        let mut fields = self.text(key).split(',').map(str::trim);
        let value = fields.find_map(|field| field.strip_prefix(name))?;
        Some(value.trim_start_matches(':').trim())
    }

    /// Returns where a header is.
    pub(super) fn place(&self, key: &str) -> Span {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found.map_or(Span::default(), |(_, _, span)| *span)
    }
}
