//! Writes SGF `FF[4]` in short lines. The same game always gets the same text.

mod layout;
mod said;

use crate::format::WriteOptions;
use crate::format::charset::Charset;
use crate::model::{BoardSize, GO, Game, Id, Ident, Move, NodeId, Place, Property};
use crate::values::is_fox;

use crate::bracket::property::{self, move_text};
use layout::{Page, SHORT};
use said::{Said, Site};

/// The property AP of the first node, if the record has no AP.
const APPLICATION: &str = concat!(
    "AP[",
    env!("CARGO_PKG_NAME"),
    ":",
    env!("CARGO_PKG_VERSION"),
    "]"
);

/// Appends a game as SGF `FF[4]` (section 2.1), with LF as line break and a line break at the end.
///
/// FF, GM, CA, AP and (in Go) SZ come first. Then each property of the first node gets a line, and each variation
/// starts on a new line. Lines are shorter than 80 columns, unless a single value is longer. Data that `FF[4]` cannot
/// express is left out. SGF can hold every game. Returns whether no property was left out, or written in another form.
pub fn write(game: &Game<'_>, options: &WriteOptions, out: &mut String) -> bool {
    out.reserve(SHORT * game.node_count());
    let mut writer = Writer {
        game,
        options,
        page: Page::new(out),
        open: Vec::new(),
        info: None,
        is_whole: true,
    };
    writer.root();
    let mut next = game.first_child(NodeId::ROOT);
    while let Some(node) = next {
        writer.node(node);
        next = game.first_child(writer.line(node));
        while next.is_none()
            && let Some(done) = writer.close()
        {
            next = game.next_sibling(done);
        }
    }
    writer.finish();
    writer.is_whole
}

struct Writer<'w, 'a> {
    game: &'w Game<'a>,
    options: &'w WriteOptions,
    page: Page<'w>,
    /// The first nodes of the variations that are not closed yet.
    open: Vec<NodeId>,
    /// How many variations are open at the node of the path that has the game information.
    info: Option<usize>,
    /// Whether all properties were written as they are.
    is_whole: bool,
}

impl<'w> Writer<'w, '_> {
    fn root(&mut self) {
        let game = self.game;
        let root = NodeId::ROOT;
        let mut written: Vec<Ident> = vec![
            Id::FileFormat.into(),
            Id::GameKind.into(),
            Id::Charset.into(),
        ];
        let mut properties: Vec<_> = game.properties(root).iter().collect();
        properties.sort_by_key(|property| {
            property
                .ident
                .standard()
                .map_or(usize::MAX, |id| id as usize)
        });
        self.page.piece(|out| out.push_str("(;FF[4]"));
        self.page.piece(|out| {
            out.push_str("GM[");
            out.push_str(&game.kind.to_string());
            out.push(']');
        });
        let charset = charset_label(self.options);
        self.page.piece(|out| out.extend(["CA[", &charset, "]"]));
        let fox = properties.iter().position(|property| is_fox(property));
        match fox.or_else(|| place_of(&properties, Id::Application)) {
            Some(index) => self.property(properties.remove(index)),
            None => self.page.piece(|out| out.push_str(APPLICATION)),
        }
        written.push(Id::Application.into());
        if game.kind == GO {
            written.push(Id::Size.into());
            self.page.piece(|out| out.push_str(&size_text(game.size)));
        }
        let mv = game.mv(root);
        written.extend(mv.and_then(ident_of));
        let said = self.said(root, &written);
        if let Some(mv) = mv {
            self.page.new_line();
            self.page.piece(|out| out.push_str(&move_text(mv)));
        }
        for property in properties {
            if let Some(form) = self.form(&said, property) {
                self.page.new_line();
                self.property(form);
            }
        }
        if game.first_child(root).is_some() {
            self.page.new_line();
        }
    }

    fn node(&mut self, node: NodeId) {
        let game = self.game;
        if game.has_siblings(node) {
            self.page.new_line();
            self.page.push('(');
            self.open.push(node);
        }
        let mv = game.mv(node);
        self.page.start_node(mv);
        if game.only_move(node).is_some() {
            return;
        }
        let properties = game.properties(node);
        let written = mv.and_then(ident_of);
        let said = self.said(node, written.as_slice());
        for property in properties {
            if let Some(form) = self.form(&said, property) {
                self.property(form);
            }
        }
    }

    /// Returns the form in which a property is written; `None` if it is not.
    fn form<'p>(
        &mut self,
        said: &'p Said<'w>,
        property: &'p Property<'w>,
    ) -> Option<&'p Property<'w>> {
        let form = said.form(property);
        self.is_whole &= form.is_some_and(|form| std::ptr::eq(form, property));
        form
    }

    /// Finds the forms of the properties of a node. `written` has the identifiers of native data outside the properties of the model,
    /// for example `B` for a black move.
    fn said(&mut self, node: NodeId, written: &[Ident]) -> Said<'w> {
        let site = Site {
            game: self.game,
            node,
            written,
            has_info: self.info.is_some(),
        };
        let said = Said::of(&site, self.options.as_read);
        if said.has_info {
            self.info = Some(self.open.len());
        }
        said
    }

    /// Writes the plain moves that follow a node, and returns the last one.
    fn line(&mut self, mut node: NodeId) -> NodeId {
        for (next, mv) in self.game.moves_after(node) {
            self.page.start_node(Some(mv));
            node = next;
        }
        node
    }

    /// Closes the last open variation, and returns its first node.
    fn close(&mut self) -> Option<NodeId> {
        let node = self.open.pop()?;
        self.info.take_if(|open| *open > self.open.len());
        self.page.push(')');
        Some(node)
    }

    fn finish(&mut self) {
        self.page.push(')');
        self.page.new_line();
    }

    /// Writes a property, and breaks long lists between their values.
    fn property(&mut self, property: &Property<'_>) {
        let mut ident = property.ident.as_str();
        let kind = self.game.kind;
        property::for_each_value(property, |value| {
            let value = property::guarded(&property.ident, value, kind);
            self.page.piece(|out| {
                out.push_str(std::mem::take(&mut ident));
                out.push('[');
                out.push_str(&value);
                out.push(']');
            });
        });
    }
}

/// Returns the index of the first property with an identifier.
fn place_of(properties: &[&Property<'_>], id: Id) -> Option<usize> {
    properties.iter().position(|property| property.is(id))
}

/// Returns the identifier of a move that the writer writes. An unreadable one is a property of its node.
fn ident_of(mv: Move) -> Option<Ident> {
    (mv.place != Place::Unreadable).then(|| Id::of_moves(mv.color).into())
}

fn size_text(size: BoardSize) -> String {
    if size.is_square() {
        format!("SZ[{}]", size.columns)
    } else {
        format!("SZ[{}:{}]", size.columns, size.rows)
    }
}

fn charset_label(options: &WriteOptions) -> String {
    let charset = options.charset.unwrap_or(Charset::Utf8);
    charset.label().to_ascii_uppercase()
}

#[cfg(test)]
mod tests;
