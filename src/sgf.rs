//! SGF FF[4].
