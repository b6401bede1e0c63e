//! Memory that is passed across the interface: the caller's, and answers.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::null_mut;

/// How memory is aligned, in bytes: enough for the two numbers before an answer.
const ALIGNMENT: usize = 8;

/// Returns memory of a size in bytes; null if there is no room, or if the size is 0.
#[unsafe(export_name = "ishi_allocate")]
pub extern "C" fn allocate(size: usize) -> *mut u8 {
    match Layout::from_size_align(size, ALIGNMENT) {
        // SAFETY: the size is not 0.
        Ok(layout) if size > 0 => unsafe { alloc(layout) },
        _ => null_mut(),
    }
}

/// Takes memory back.
///
/// # Safety
///
/// The memory comes from [`allocate`] with the same size, or is an answer with its whole size, and
/// was not freed before; or the address is null.
#[unsafe(export_name = "ishi_free")]
pub unsafe extern "C" fn free(start: *mut u8, size: usize) {
    if let Ok(layout) = Layout::from_size_align(size, ALIGNMENT)
        && !start.is_null()
        && size > 0
    {
        // SAFETY: the caller guarantees that it was allocated with the same layout.
        unsafe { dealloc(start, layout) }
    }
}

/// Returns the bytes that the caller wrote into memory.
///
/// # Safety
///
/// The memory comes from [`allocate`] with the same size and lives as long as the result is used,
/// or the size is 0.
pub unsafe fn given<'g>(start: *const u8, size: usize) -> &'g [u8] {
    if start.is_null() || size == 0 {
        return &[];
    }
    // SAFETY: the caller promises it.
    unsafe { std::slice::from_raw_parts(start, size) }
}

/// Puts pieces of bytes one after the other into memory; null if there is no room.
pub fn hand_out(pieces: &[&[u8]]) -> *mut u8 {
    let start = allocate(pieces.iter().map(|piece| piece.len()).sum());
    if start.is_null() {
        return start;
    }
    let mut at = start;
    for piece in pieces {
        // SAFETY: the memory has room for all pieces, and no piece is in it.
        at = unsafe {
            at.copy_from_nonoverlapping(piece.as_ptr(), piece.len());
            at.add(piece.len())
        };
    }
    start
}
