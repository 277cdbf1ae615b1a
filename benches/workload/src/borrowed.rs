//! Parsed arguments that borrow from the request, as fast JSON readers give them.

use callgate_engine::{Kind, Number, Tree};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A JSON value whose strings are those of the text it was read from, unless they hold escapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed<'a> {
    /// `null`.
    Null,
    /// A bool.
    Bool(bool),
    /// A number.
    Number(serde_json::Number),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Self>),
    /// The members of an object as they were written, duplicates too.
    Object(Vec<(Cow<'a, str>, Self)>),
}

impl Tree for Parsed<'_> {
    fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::Text(_) => Kind::String,
            Self::List(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    fn number(&self) -> Option<Number<'_>> {
        let Self::Number(number) = self else {
            return None;
        };
        number
            .as_u64()
            .map(Number::Unsigned)
            .or_else(|| number.as_i64().map(Number::Signed))
            .or_else(|| number.as_f64().map(Number::Float))
    }

    fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let mut same = members.iter().filter(|(known, _)| known == name);
        same.next_back().map(|(_, value)| value)
    }

    fn members(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Self)>> {
        match self {
            Self::Object(members) => Some(members.iter().map(|(name, value)| (&**name, value))),
            _ => None,
        }
    }

    fn element(&self, index: usize) -> Option<&Self> {
        match self {
            Self::List(elements) => elements.get(index),
            _ => None,
        }
    }

    fn for_each_member<'t>(&'t self, visit: &mut dyn FnMut(&'t str, &'t Self)) -> bool {
        let Self::Object(members) = self else {
            return false;
        };
        members.iter().for_each(|(name, value)| visit(name, value));
        true
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Parsed<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// A member's name: a bare `Cow` would always be copied.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_any(Reader)? {
            Parsed::Text(text) => Ok(Self(text)),
            _ => Err(serde::de::Error::custom("a name is a string")),
        }
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Parsed<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Parsed::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Parsed::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Parsed::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Parsed::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Parsed::Null, Parsed::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Parsed::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Parsed::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        list.shrink_to_fit();
        Ok(Parsed::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut object = Vec::new();
        while let Some((Name(name), value)) = members.next_entry()? {
            object.push((name, value));
        }
        object.shrink_to_fit();
        Ok(Parsed::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_borrowed_unless_they_hold_escapes() {
        let text = r#"{"a": "plain", "b\t": ["\n", 1, -2, 0.5, null, true], "a": {}}"#;
        let Ok(Parsed::Object(members)) = serde_json::from_str(text) else {
            panic!("an object");
        };
        assert!(matches!(
            &members[0],
            (Cow::Borrowed("a"), Parsed::Text(Cow::Borrowed("plain")))
        ));
        assert!(matches!(&members[1], (Cow::Owned(name), Parsed::List(list))
            if name == "b\t" && list.len() == 6 && list[0].as_str() == Some("\n")));
        let object = Parsed::Object(members);
        assert_eq!(object.member("a").map(Tree::kind), Some(Kind::Object));
        assert_eq!(object.members().map(|members| members.len()), Some(3));
        assert_eq!(object.member("c"), None);
    }
}
