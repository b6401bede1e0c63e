//! An object of JSON that is written as it grows, because most nodes are a move and need no tree of values.

use serde_core::Serialize;
use serde_json::{Map, Value};

/// An object whose members are added in the order of their names.
pub struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// Members that come in between.
    others: serde_json::map::IntoIter,
    next: Option<(String, Value)>,
    is_empty: bool,
}

impl<'o> Object<'o> {
    /// Starts an object with members that are merged with the added ones, in the order of their names.
    pub fn new(out: &'o mut Vec<u8>, others: Map<String, Value>) -> Self {
        out.push(b'{');
        let mut others = others.into_iter();
        Self {
            out,
            next: others.next(),
            others,
            is_empty: true,
        }
    }

    /// Adds a member.
    pub fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.name(name);
        write(self.out, value);
    }

    /// Adds a member that is a list.
    pub fn list<T: Serialize>(&mut self, name: &str, values: impl Iterator<Item = T>) {
        self.name(name);
        self.out.push(b'[');
        for (index, value) in values.enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            write(self.out, &value);
        }
        self.out.push(b']');
    }

    /// Adds a member that is an object.
    pub fn object(&mut self, name: &str) -> Object<'_> {
        self.name(name);
        Object::new(self.out, Map::new())
    }

    /// Ends the object.
    pub fn finish(mut self) {
        while let Some((name, value)) = self.take_next() {
            self.start(&name);
            write(self.out, &value);
        }
        self.out.push(b'}');
    }

    /// Writes the members before a name, and the name.
    fn name(&mut self, name: &str) {
        while self
            .next
            .as_ref()
            .is_some_and(|next| next.0.as_str() < name)
        {
            if let Some((name, value)) = self.take_next() {
                self.start(&name);
                write(self.out, &value);
            }
        }
        self.start(name);
    }

    fn take_next(&mut self) -> Option<(String, Value)> {
        std::mem::replace(&mut self.next, self.others.next())
    }

    /// Writes the name of a member. It needs no escapes.
    fn start(&mut self, name: &str) {
        let comma: &[u8] = if std::mem::take(&mut self.is_empty) {
            b"\""
        } else {
            b",\""
        };
        self.out.extend_from_slice(comma);
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
    }
}

fn write<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    // Writing into memory does not fail.
    let _ = serde_json::to_writer(out, value);
}
