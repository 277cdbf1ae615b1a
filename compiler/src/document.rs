//! A policy document as a tree with positions, before it means anything.

use crate::source::Span;
use std::borrow::Cow;

/// One value of a document and where it stands. Strings borrow from the text unless they hold
/// escapes.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The bytes it covers.
    pub span: Span,
    /// What it is.
    pub value: Value<'a>,
}

/// A value of a document.
#[derive(Clone, Debug)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its JSON text.
    Number(Cow<'a, str>),
    /// A string.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Node<'a>>),
    /// An object: members in the order of the text, duplicates kept.
    Object(Vec<Member<'a>>),
}

/// One member of an object.
#[derive(Clone, Debug)]
pub struct Member<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Where the name stands.
    pub name_span: Span,
    /// Its value.
    pub value: Node<'a>,
}
