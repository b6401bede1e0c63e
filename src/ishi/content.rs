//! The statements of a text of Ishi, line by line, so that two texts can be compared.

use super::line::Line;
use super::syntax;
use crate::diagnostic::Diagnostics;
use crate::piece::Statement;

/// Returns the statements of a text. Case outside texts, white space and the order of kinds of data within a node do
/// not count (specification, section 1).
pub(crate) fn content(text: &str) -> Vec<Statement> {
    let items = syntax::parse(text, &mut Diagnostics::new());
    let mut statements = Vec::with_capacity(items.len());
    let mut group: Vec<(u8, Statement)> = Vec::new();
    let mut is_first = true;
    for item in &items {
        let rank = rank(&item.line);
        if rank == 0 {
            close(&mut group, &mut statements);
        }
        // A remark is about the node after it.
        let starts_node = matches!(
            item.line,
            Line::Move(..) | Line::Diagram(_) | Line::Var(_) | Line::Remark(_)
        );
        is_first &= !starts_node;
        let is_optional = match &item.line {
            Line::Event(title) => title.is_empty(),
            Line::BoardSize(_) | Line::Prisoner(_) => true,
            _ => false,
        };
        let text = item.written();
        let statement = Statement {
            text,
            is_first,
            is_optional,
        };
        group.push((rank, statement));
    }
    close(&mut group, &mut statements);
    statements
}

/// Appends the lines of a node, in the order of their kinds.
fn close(group: &mut Vec<(u8, Statement)>, statements: &mut Vec<Statement>) {
    group.sort_by_key(|(rank, _)| *rank);
    statements.extend(group.drain(..).map(|(_, statement)| statement));
}

/// Returns the place of a kind of line among the lines of its node, 0 for a line that starts a node.
fn rank(line: &Line<'_>) -> u8 {
    match line {
        Line::Event(_)
        | Line::Move(..)
        | Line::Diagram(_)
        | Line::Var(_)
        | Line::EndVar
        | Line::Remark(_) => 0,
        Line::BoardSize(_) => 1,
        Line::Header(header, _) => 2 + *header as u8,
        Line::Prisoner(_) => 20,
        Line::Setup(_) => 21,
        Line::Hide(_) => 22,
        Line::Mark(_) | Line::Unmark(_) => 23,
        Line::Com(_) => 24,
        Line::User(_) | Line::Unknown(_) => 25,
    }
}
