//! No random numbers. The library for zip asks for them where it writes encrypted archives; here they are only read.

use std::io::{Error, ErrorKind};

/// Fails.
///
/// # Errors
///
/// Always.
pub fn fill(_: &mut [u8]) -> Result<(), Error> {
    Err(ErrorKind::Unsupported.into())
}

/// Fails.
///
/// # Errors
///
/// Always.
pub fn u64() -> Result<u64, Error> {
    Err(ErrorKind::Unsupported.into())
}
