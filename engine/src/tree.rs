//! Parsed arguments, whoever parsed them.

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of JSON's own kinds")]
pub enum Kind {
    Null,
    Bool,
    Number,
    String,
    Array,
    Object,
}

/// A number as a tree holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number<'a> {
    /// A non-negative integer.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// A float: its value is its shortest decimal (firewall A3).
    Float(f64),
    /// The decimal text itself, where the tree kept it.
    Text(&'a str),
}

/// A parsed JSON value that a call's arguments may be given as.
///
/// Implemented for [`serde_json::Value`]; implement it for another tree to decide calls
/// without converting them. Object members are unique by name: a tree built from JSON with
/// duplicates must answer [`Tree::member`] the way the tool will read it, or be decided from
/// raw bytes instead (J3).
pub trait Tree: Sized {
    /// What kind of value this is.
    fn kind(&self) -> Kind;
    /// The text of a string, else `None`.
    fn as_str(&self) -> Option<&str>;
    /// The value of a bool, else `None`.
    fn as_bool(&self) -> Option<bool>;
    /// The value of a number, else `None`.
    fn number(&self) -> Option<Number<'_>>;
    /// A member of an object by name, `None` if absent or if this is no object.
    fn member(&self, name: &str) -> Option<&Self>;
    /// The members of an object, in any order, if listing them is cheap; `None` if it is not,
    /// or if this is no object. Where an object is small, reading this list once is cheaper
    /// than [`member`](Self::member) for each name. A name listed twice is an argument that
    /// cannot be read (J3).
    fn members(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Self)>> {
        None::<std::iter::Empty<(&str, &Self)>>
    }
    /// An element of an array, `None` past the end or if this is no array.
    fn element(&self, index: usize) -> Option<&Self>;
    /// Visits every member of an object and answers `true`; `false` if this is no object or
    /// the tree cannot list its members, which are then asked for by name.
    fn for_each_member<'t>(&'t self, _visit: &mut dyn FnMut(&'t str, &'t Self)) -> bool {
        false
    }
}

impl Tree for serde_json::Value {
    fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    fn as_str(&self) -> Option<&str> {
        Self::as_str(self)
    }

    fn as_bool(&self) -> Option<bool> {
        Self::as_bool(self)
    }

    fn number(&self) -> Option<Number<'_>> {
        let Self::Number(number) = self else {
            return None;
        };
        if let Some(value) = number.as_u64() {
            Some(Number::Unsigned(value))
        } else if let Some(value) = number.as_i64() {
            Some(Number::Signed(value))
        } else {
            number.as_f64().map(Number::Float)
        }
    }

    fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.get(name),
            _ => None,
        }
    }

    fn members(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Self)>> {
        match self {
            Self::Object(members) => {
                Some(members.iter().map(|(name, value)| (name.as_str(), value)))
            }
            _ => None,
        }
    }

    fn element(&self, index: usize) -> Option<&Self> {
        match self {
            Self::Array(elements) => elements.get(index),
            _ => None,
        }
    }

    fn for_each_member<'t>(&'t self, visit: &mut dyn FnMut(&'t str, &'t Self)) -> bool {
        let Self::Object(members) = self else {
            return false;
        };
        members
            .iter()
            .for_each(|(name, member)| visit(name, member));
        true
    }
}
