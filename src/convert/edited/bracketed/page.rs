//! The tree of a text in SGF or Smart-Go.

use crate::bracket::property::parse_property;
use crate::convert::edited::scene::{Edit, Scene};

use std::fmt::Write;

/// The tree of a text that our writers wrote.
pub(super) struct Page {
    /// The text before the game.
    pub(super) before: String,
    /// The nodes in the order of the text.
    pub(super) nodes: Vec<Node>,
}

#[derive(Default)]
pub(super) struct Node {
    /// Identifiers and values, as they are written.
    pub(super) properties: Vec<(String, Vec<String>)>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

impl Node {
    pub(super) fn values(&self, ident: &str) -> Option<&Vec<String>> {
        let property = self.properties.iter().find(|(name, _)| name == ident)?;
        Some(&property.1)
    }

    pub(super) fn set(&mut self, ident: &str, values: Vec<String>) {
        match self.properties.iter_mut().find(|(name, _)| name == ident) {
            Some(property) => property.1 = values,
            None => self.properties.push((ident.to_owned(), values)),
        }
        self.properties.retain(|(_, values)| !values.is_empty());
    }
}

impl Page {
    pub(super) fn read(scene: &Scene<'_>) -> Self {
        let (before, text) = scene.text.split_at(scene.text.find("(;").expect("a game"));
        let mut nodes: Vec<Node> = Vec::new();
        let (mut last, mut open) = (None, Vec::new());
        let mut ident = String::new();
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '(' => open.push(last),
                ')' => last = open.pop().expect("a tree that is open"),
                ';' => {
                    let index = nodes.len();
                    nodes.push(Node {
                        parent: last,
                        ..Node::default()
                    });
                    if let Some(parent) = last {
                        nodes[parent].children.push(index);
                    }
                    last = Some(index);
                }
                '[' => {
                    let mut value = String::new();
                    while let Some(c) = chars.next().filter(|c| *c != ']') {
                        value.push(c);
                        if c == '\\' {
                            value.extend(chars.next());
                        }
                    }
                    let node = nodes.last_mut().expect("a node");
                    if !ident.is_empty() {
                        node.properties
                            .push((std::mem::take(&mut ident), Vec::new()));
                    }
                    node.properties
                        .last_mut()
                        .expect("a property")
                        .1
                        .push(value);
                }
                c if c.is_ascii_alphanumeric() => ident.push(c),
                _ => {}
            }
        }
        assert_eq!(nodes.len(), scene.game.node_count(), "{}", scene.text);
        Self {
            before: before.to_owned(),
            nodes,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = self.before.clone();
        self.write(0, &mut text);
        text.push('\n');
        text
    }

    pub(super) fn write(&self, first: usize, text: &mut String) {
        text.push('(');
        let mut next = Some(first);
        while let Some(node) = next.take().map(|index| &self.nodes[index]) {
            text.push(';');
            for (ident, values) in &node.properties {
                text.push_str(ident);
                for value in values {
                    let _ = write!(text, "[{value}]");
                }
            }
            match node.children.as_slice() {
                [child] => next = Some(*child),
                children => children.iter().for_each(|child| self.write(*child, text)),
            }
        }
        text.push(')');
    }

    /// Adds a node with one property, but without a parent yet.
    pub(super) fn add(&mut self, ident: &str, value: &str) -> usize {
        let properties = vec![(ident.to_owned(), vec![value.to_owned()])];
        self.nodes.push(Node {
            properties,
            ..Node::default()
        });
        self.nodes.len() - 1
    }

    /// Returns the numbers of the nodes in which `found` finds a value, with these values.
    pub(super) fn find<T>(&self, found: impl Fn(&Node) -> Option<T>) -> Vec<(usize, T)> {
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter_map(|(index, node)| Some((index, found(node)?)))
            .collect()
    }

    /// Replaces the values of a property in a node of the text, and in the same node of the game.
    pub(super) fn change(
        mut self,
        scene: &Scene<'_>,
        node: usize,
        ident: &str,
        values: Vec<String>,
    ) -> Option<Edit> {
        let mut expected = scene.game.clone();
        let id = scene.node(node);
        let text = format!("[{}]", values.join("]["));
        if values.is_empty() {
            expected.remove_property(id, ident);
        } else {
            let property = parse_property(&format!("{ident}{text}"), expected.size)?;
            expected.set_property(id, property);
        }
        self.nodes[node].set(ident, values);
        Some(Edit::content(self.text(), expected))
    }
}

/// The texts that an edit may change.
pub(super) const TEXTS: &[&str] = &["C", "GC", "N", "PB", "PW", "EV", "PC", "US", "AN"];

pub(super) fn single(node: &Node, idents: &[&str]) -> Option<(String, String)> {
    let mut found = idents
        .iter()
        .filter_map(|ident| match node.values(ident)?.as_slice() {
            [value] => Some(((*ident).to_owned(), value.clone())),
            _ => None,
        });
    found.next()
}
