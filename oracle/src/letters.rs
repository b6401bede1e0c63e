//! Bytes to characters, by separate tables.
//!
//! For charsets with several thousand characters it knows only where a character ends. Each becomes an
//! unknown character, equal only to itself.

/// The base of unknown characters: the code in the charset is added to it.
const UNKNOWN: u32 = 0xF_0000;

/// The upper half of the code page of the first DOS computers. The Ishi format calls its square root a check mark.
const CP437: &str = "\
     ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
     áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
     └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
     αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·✓ⁿ²■\u{a0}";

/// The upper half of `MacRoman`.
const MACINTOSH: &str = "\
     ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
     †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
     ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
     ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// The characters 128 to 159 of Windows-1252; after them it is Latin-1.
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// How the labels of charsets with one byte for each character start.
const SINGLE: &[&str] = &["cp", "windows-", "iso-8859-", "koi8"];

/// Returns whether a character is unknown.
pub(crate) fn is_unknown(c: char) -> bool {
    u32::from(c) >= UNKNOWN
}

/// Returns another name for the bytes, if they cannot be in the charset of the label.
pub(crate) fn refuted(bytes: &[u8], label: &str) -> Option<&'static str> {
    if bytes.is_ascii() || label.starts_with("utf-") {
        return None;
    }
    if label == "us-ascii" {
        return Some("bytes outside ASCII");
    }
    // Four characters are enough, because hardly any other text has four such pairs of bytes and no other
    // byte outside ASCII.
    let text = std::str::from_utf8(bytes).ok()?;
    (text.chars().filter(|c| !c.is_ascii()).count() >= 4).then_some("UTF-8")
}

/// Decodes a text. Two control codes are figures of DOS.
///
/// # Errors
///
/// The text that the oracle does not understand.
pub(crate) fn decode(bytes: &[u8], label: &str) -> Result<String, &'static str> {
    let text = with_controls(bytes, label)?;
    Ok(match label.strip_prefix("cp") {
        Some(_) => text.replace('\u{4}', "♦").replace('\u{1e}', "▲"),
        None => text,
    })
}

fn with_controls(bytes: &[u8], label: &str) -> Result<String, &'static str> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match label {
        "utf-16le" => units(bytes, u16::from_le_bytes),
        "utf-16be" => units(bytes, u16::from_be_bytes),
        _ if bytes.contains(&0x1B) => Err("escape characters"),
        "utf-8" => {
            let text = std::str::from_utf8(bytes).map_err(|_| "damaged UTF-8")?;
            Ok(text.to_owned())
        }
        _ if bytes.is_ascii() => Ok(bytes.iter().map(|byte| char::from(*byte)).collect()),
        "cp437" => Ok(single(bytes, CP437)),
        "macintosh" => Ok(single(bytes, MACINTOSH)),
        "windows-1252" => Ok(single(bytes, WINDOWS_1252)),
        "gbk" | "gb18030" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" => several(bytes, label),
        _ if SINGLE.iter().any(|start| label.starts_with(start)) => {
            Ok(bytes.iter().map(|byte| letter(u32::from(*byte))).collect())
        }
        _ => Err("a charset that the oracle does not know"),
    }
}

fn units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, &'static str> {
    let pairs = bytes
        .chunks(2)
        .map(|pair| <[u8; 2]>::try_from(pair).map_or(0xD800, unit));
    let text: Result<String, _> = char::decode_utf16(pairs).collect();
    let text = text.map_err(|_| "damaged UTF-16")?;
    Ok(text.trim_start_matches('\u{FEFF}').to_owned())
}

fn single(bytes: &[u8], table: &str) -> String {
    let table: Vec<char> = table.chars().collect();
    let upper = |byte: u8| table.get(usize::from(byte.checked_sub(128)?)).copied();
    let letters = bytes
        .iter()
        .map(|byte| upper(*byte).unwrap_or(char::from(*byte)));
    letters.collect()
}

/// Returns a byte of ASCII, or a character that is not known.
fn letter(code: u32) -> char {
    match u8::try_from(code) {
        Ok(byte) if byte.is_ascii() => char::from(byte),
        _ => char::from_u32(UNKNOWN + (code & 0xFFFF)).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// Decodes characters of one to four bytes.
fn several(bytes: &[u8], label: &str) -> Result<String, &'static str> {
    let mut text = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        let second = rest.get(1).copied().unwrap_or(0);
        let (length, whole) = match (label, first) {
            (_, 0..=127) | ("shift_jis", 0xA1..=0xDF) => (1, true),
            ("euc-jp", 0x8F) => (3, second > 0xA0),
            ("euc-jp", 0x8E | 0xA1..) => (2, second > 0xA0),
            ("gbk" | "gb18030", 0x81..=0xFE) if second.is_ascii_digit() => (4, true),
            ("gbk" | "gb18030" | "shift_jis", 0x81..=0xFE) => (2, second > 0x3F && second != 0x7F),
            ("big5", 0x81..=0xFE) => (2, matches!(second, 0x40..=0x7E | 0xA1..=0xFE)),
            ("euc-kr", 0x81..=0xFE) => (2, second > 0x40),
            _ => (1, false),
        };
        let (Some(character), true) = (rest.get(..length), whole) else {
            return Err("damaged characters of several bytes");
        };
        let code = character
            .iter()
            .fold(0, |code, byte| code << 8 | u32::from(*byte));
        text.push(letter(code));
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(text)
}

/// Returns whether the second text can be the first one in ASCII: all of its ASCII is there, and
/// between it the letters that others became.
pub(crate) fn spelled(first: &str, second: &str) -> bool {
    let mut pieces = first.split(|c: char| !c.is_ascii());
    let Some(mut rest) = second.strip_prefix(pieces.next().unwrap_or("")) else {
        return false;
    };
    let mut pieces = pieces.filter(|piece| !piece.is_empty()).peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() && first.ends_with(piece) {
            return rest.ends_with(piece);
        }
        match rest.find(piece) {
            Some(place) => rest = rest.get(place + piece.len()..).unwrap_or(""),
            None => return false,
        }
    }
    true
}
