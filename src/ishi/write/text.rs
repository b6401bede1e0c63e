//! Lines as text with CR LF.

use std::fmt::Write as _;

use crate::ishi::line::{Line, write_move};

/// The longest line of a list that is written, in columns.
const WIDTH: usize = 79;

/// Appends a line, or a block of lines.
pub fn push_line(out: &mut String, line: &Line<'_>) {
    let start = out.len();
    // Writing to a string does not fail.
    let _ = match *line {
        Line::Move(color, number, play) => write_move(out, color, number, play),
        _ => write!(out, "{line}"),
    };
    out.push_str("\r\n");
    if matches!(line, Line::Com(_) | Line::User(_)) {
        let block = out.split_off(start);
        let lines = block.lines();
        lines.for_each(|line| out.extend([line, "\r\n"]));
    }
}

/// Appends lines; those of a list have at most [`WIDTH`] columns.
pub fn push_lines(out: &mut String, lines: &[Line<'_>]) {
    for line in lines {
        match line {
            Line::Setup(_) | Line::Mark(_) | Line::Hide(_) | Line::Prisoner(_) => {
                push_list(out, &line.to_string());
            }
            _ => push_line(out, line),
        }
    }
}

/// Appends a list, on as many lines as it needs. A line of stones names the colour of its first one.
fn push_list(out: &mut String, list: &str) {
    let (keyword, entries) = list.split_once(' ').unwrap_or((list, ""));
    out.push_str(keyword);
    let (mut width, mut color, mut shown) = (keyword.len(), "", "");
    for entry in entries.split(' ') {
        if matches!(entry, "B" | "W") {
            color = entry;
            continue;
        }
        let letter = if color == shown { 0 } else { " B".len() };
        if width + letter + 1 + entry.len() > WIDTH {
            out.extend(["\r\n", keyword]);
            (width, shown) = (keyword.len(), "");
        }
        if color != shown {
            out.extend([" ", color]);
            width += " B".len();
            shown = color;
        }
        out.extend([" ", entry]);
        width += 1 + entry.len();
    }
    out.push_str("\r\n");
}
