//! Smart-Go: FF[1] to FF[3].
