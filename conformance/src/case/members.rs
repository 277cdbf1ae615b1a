//! Reading typed members from a document tree, collecting every fault on the way.

use callgate_compiler::document::read::listed;
use callgate_compiler::document::{Member, Node, Value};
use callgate_compiler::fault::{near, quote};
use callgate_compiler::{Fault, FaultKind, Faults, Location, Span};

/// Collects faults with the pointer of the value being read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pointer: String,
    faults: Vec<Fault>,
}

impl Reader {
    /// Reads something one step further down.
    pub(super) fn inside<R>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer
            .push_str(&step.replace('~', "~0").replace('/', "~1"));
        let result = read(self);
        self.pointer.truncate(length);
        result
    }

    /// Records a fault at the value being read.
    pub(super) fn fault(&mut self, kind: FaultKind, span: Span, message: String) {
        let at = Location {
            pointer: self.pointer.clone(),
            span,
        };
        self.faults.push(Fault::new(kind, at, message));
    }

    /// Records a fault with what to write instead.
    fn helped(&mut self, kind: FaultKind, span: Span, message: String, help: String) {
        self.fault(kind, span, message);
        if let Some(fault) = self.faults.last_mut() {
            fault.help = Some(help);
        }
    }

    /// Records a value of the wrong type.
    pub(super) fn wrong_type(&mut self, node: &Node<'_>, wanted: &str) {
        self.fault(
            FaultKind::WrongType,
            node.span,
            format!("this must be {wanted}"),
        );
    }

    /// Records a value that the format refuses.
    pub(super) fn bad_value(&mut self, node: &Node<'_>, wanted: String) {
        self.fault(
            FaultKind::BadValue,
            node.span,
            format!("this must be {wanted}"),
        );
    }

    /// Records a member given twice.
    pub(super) fn duplicate(&mut self, name: &str, span: Span) {
        self.inside(name, |reader| {
            reader.fault(
                FaultKind::DuplicateMember,
                span,
                format!("`{name}` is given twice"),
            );
        });
    }

    /// Everything wrong so far, in the order of the text.
    pub(super) fn finish<T>(mut self, value: Option<T>) -> Result<T, Faults> {
        match value {
            Some(value) if self.faults.is_empty() => Ok(value),
            _ => {
                self.faults.sort_by_key(|fault| fault.at.span);
                Err(Faults(self.faults))
            }
        }
    }

    /// The members of an object, or a fault.
    pub(super) fn object<'a>(&mut self, node: Node<'a>) -> Option<Members<'a>> {
        let span = node.span;
        match node.value {
            Value::Object(members) => Some(Members {
                span,
                members,
                asked: Vec::new(),
            }),
            value => {
                self.wrong_type(&Node { span, value }, "an object");
                None
            }
        }
    }

    /// A string, or a fault.
    pub(super) fn string(&mut self, node: &Node<'_>) -> Option<String> {
        if let Value::String(text) = &node.value {
            return Some(text.clone().into_owned());
        }
        self.wrong_type(node, "a string");
        None
    }

    /// A bool, or a fault.
    pub(super) fn bool(&mut self, node: &Node<'_>) -> Option<bool> {
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        self.wrong_type(node, "true or false");
        None
    }

    /// A list of strings, or a fault.
    pub(super) fn strings(&mut self, node: &Node<'_>) -> Option<Vec<String>> {
        let Value::Array(elements) = &node.value else {
            self.wrong_type(node, "a list of strings");
            return None;
        };
        let read = |(index, element): (usize, &Node<'_>)| {
            self.inside(&index.to_string(), |reader| reader.string(element))
        };
        elements.iter().enumerate().map(read).collect()
    }
}

/// The members of an object, taken out one by one; what is left is unknown.
#[derive(Debug)]
pub(super) struct Members<'a> {
    pub(super) span: Span,
    members: Vec<Member<'a>>,
    /// The names that were asked for: those that the object may have.
    asked: Vec<String>,
}

impl<'a> Members<'a> {
    /// Whether a member is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|member| member.name == name)
    }

    /// Takes a member out; one given twice is a fault.
    pub(super) fn take(&mut self, reader: &mut Reader, name: &str) -> Option<Node<'a>> {
        self.asked.push(name.to_owned());
        let place = self.members.iter().position(|member| member.name == name)?;
        let member = self.members.remove(place);
        while let Some(again) = self.members.iter().position(|member| member.name == name) {
            let again = self.members.remove(again);
            reader.duplicate(name, again.name_span);
        }
        Some(member.value)
    }

    /// Takes a member out and reads it.
    pub(super) fn read<R>(
        &mut self,
        reader: &mut Reader,
        name: &str,
        read: impl FnOnce(&mut Reader, Node<'a>) -> Option<R>,
    ) -> Option<R> {
        let node = self.take(reader, name)?;
        reader.inside(name, |reader| read(reader, node))
    }

    /// A string member.
    pub(super) fn string(&mut self, reader: &mut Reader, name: &str) -> Option<String> {
        self.read(reader, name, |reader, node| reader.string(&node))
    }

    /// A member that must be there.
    pub(super) fn required<R>(
        &mut self,
        reader: &mut Reader,
        name: &str,
        read: impl FnOnce(&mut Reader, Node<'a>) -> Option<R>,
    ) -> Option<R> {
        if !self.has(name) {
            let help = if self.has("rules") || self.has("default_verdict") {
                "this looks like a policy: `callgate check` looks at policies".to_owned()
            } else {
                format!("add `{name}`")
            };
            let message = format!("`{name}` is missing");
            reader.helped(FaultKind::MissingMember, self.span, message, help);
        }
        self.read(reader, name, read)
    }

    /// Refuses whatever was not taken out.
    pub(super) fn finish(self, reader: &mut Reader, what: &str) {
        for member in &self.members {
            let name = &member.name;
            let asked = || self.asked.iter().map(String::as_str);
            let help = match near(name, asked()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("its members are {}", listed(&asked().collect::<Vec<_>>())),
            };
            reader.inside(name, |reader| {
                let message = format!("{what} has no member {}", quote(name));
                reader.helped(FaultKind::UnknownMember, member.name_span, message, help);
            });
        }
    }
}
