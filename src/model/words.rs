//! Errors in words for programs that print them with [`Debug`](std::fmt::Debug), as `main` and `unwrap` do.

/// Implements `Debug` for error types by their `Display`.
macro_rules! debug_as_display {
    ($($error:ty),+) => {
        $(impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        })+
    };
}

pub(crate) use debug_as_display;

/// Returns a count with its noun.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
