//! The headers of a record.

use crate::diagnostic::Span;

/// The headers of a record: of each its key, its value and its place.
#[derive(Default)]
pub(super) struct Headers<'t>(pub(super) Vec<(&'t str, &'t str, Span)>);

impl<'t> Headers<'t> {
    fn find(&self, key: &str) -> Option<&(&'t str, &'t str, Span)> {
        self.0.iter().find(|(name, ..)| *name == key)
    }

    /// Returns a value that is not blank.
    pub(super) fn get(&self, key: &str) -> Option<&'t str> {
        let value = self.find(key)?.1.trim();
        (!value.is_empty()).then_some(value)
    }

    /// Returns the values that are there, each by its key or as `KEY/FIELD`.
    pub(super) fn all(&self, names: &str) -> impl Iterator<Item = &'t str> {
        let names = names.split(' ');
        names.filter_map(|name| match name.split_once('/') {
            Some((key, field)) => self.named(key, field),
            None => self.get(name),
        })
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
        self.find(key).map_or(Span::default(), |(.., span)| *span)
    }
}
