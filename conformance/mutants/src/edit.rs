//! Edits to a source that keep what was there, and where each mutant went.

use std::cmp::Reverse;
use std::ops::Range;

/// The number of a mutant.
pub type Id = usize;

/// One edit, and those inside its range.
pub struct Edit {
    /// Bytes of the source that it stands for; empty where it only adds.
    pub range: Range<usize>,
    pub kind: Kind,
    inner: Vec<Edit>,
}

impl Edit {
    pub fn new(range: Range<usize>, kind: Kind) -> Self {
        Self {
            range,
            kind,
            inner: Vec::new(),
        }
    }

    fn ids(&self) -> Vec<Id> {
        match &self.kind {
            Kind::Choose(texts) | Kind::Return(texts) => texts.iter().map(|(id, _)| *id).collect(),
            Kind::Guard(id) | Kind::Empty(id) => vec![*id],
            Kind::Match(ids) => ids.clone(),
            Kind::Guarded {
                deletion, values, ..
            } => {
                let values = values.iter().map(|(id, _)| *id);
                deletion.iter().copied().chain(values).collect()
            }
            Kind::Remove => Vec::new(),
        }
    }

    /// Edits of one range nest in this order.
    fn rank(&self) -> u8 {
        match self.kind {
            Kind::Empty(_) => 0,
            Kind::Choose(_) => 2,
            _ => 1,
        }
    }
}

pub enum Kind {
    /// Instead of the range: the text of the mutant that is on, else what was there.
    Choose(Vec<(Id, String)>),
    /// Returns from a function at its start, with the value of the mutant that is on.
    Return(Vec<(Id, String)>),
    /// The body of a function that returns some iterator: without items while its mutant is on.
    Empty(Id),
    /// A match, of whose arms these mutants delete one each. Adds nothing.
    Match(Vec<Id>),
    /// A guard for an arm that has none: false while its mutant is on.
    Guard(Id),
    /// A guard that is there.
    Guarded {
        deletion: Option<Id>,
        /// What it is replaced with.
        values: Vec<(Id, String)>,
        /// It binds names, so that it cannot stand in parentheses; then `false` is the only
        /// value there is.
        binds: bool,
    },
    /// Leaves the range out.
    Remove,
}

/// Writes a source with its edits; `switch` is the path of the function that says whether a
/// mutant is on. As one mutant is on at a time, the text of each is made of the original.
pub fn write(source: &str, mut edits: Vec<Edit>, switch: &str) -> Written {
    edits.sort_by_key(|edit| {
        let Range { start, end } = edit.range;
        (start, !edit.range.is_empty(), Reverse(end), edit.rank())
    });
    let mut roots: Vec<Edit> = Vec::new();
    for edit in edits {
        place(&mut roots, edit);
    }
    let mut writer = Writer {
        source,
        switch,
        written: Written::default(),
    };
    writer.range(0..source.len(), &roots);
    writer.written
}

fn place(among: &mut Vec<Edit>, edit: Edit) {
    if let Some(last) = among.last_mut()
        && edit.range.start < last.range.end
    {
        place(&mut last.inner, edit);
    } else {
        among.push(edit);
    }
}

/// A text, and where mutants went in it.
#[derive(Default)]
pub struct Written {
    pub text: String,
    /// What is compiled for one mutant only.
    pub own: Vec<(Id, Range<usize>)>,
    /// What the mutants of one place share.
    pub shared: Vec<(Vec<Id>, Range<usize>)>,
}

struct Writer<'s> {
    source: &'s str,
    switch: &'s str,
    written: Written,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.written.text.push_str(text);
    }

    fn own(&mut self, id: Id, text: &str) {
        let start = self.written.text.len();
        self.push(text);
        let end = self.written.text.len();
        self.written.own.push((id, start..end));
    }

    fn range(&mut self, range: Range<usize>, edits: &[Edit]) {
        let mut at = range.start;
        for edit in edits {
            self.push(&self.source[at..edit.range.start]);
            at = edit.range.end;
            let start = self.written.text.len();
            self.edit(edit);
            let end = self.written.text.len();
            self.written.shared.push((edit.ids(), start..end));
        }
        self.push(&self.source[at..range.end]);
    }

    fn edit(&mut self, edit: &Edit) {
        let switch = self.switch;
        match &edit.kind {
            Kind::Remove => {}
            Kind::Return(values) => {
                for (id, value) in values {
                    self.own(*id, &format!("if {switch}({id}) {{ return {value}; }} "));
                }
            }
            Kind::Empty(id) => {
                self.push("::std::iter::Iterator::filter({ ");
                self.range(edit.range.clone(), &edit.inner);
                self.push(" }, ");
                self.own(*id, &format!("move |_| !{switch}({id})"));
                self.push(")");
            }
            Kind::Match(_) => self.range(edit.range.clone(), &edit.inner),
            Kind::Guard(id) => self.own(*id, &format!(" if !{switch}({id})")),
            Kind::Choose(texts) => self.choose(edit, texts),
            Kind::Guarded {
                deletion,
                values,
                binds,
            } => {
                let off = values.iter().map(|(id, _)| id).filter(|_| *binds);
                for id in deletion.iter().chain(off) {
                    self.own(*id, &format!("!{switch}({id}) && "));
                }
                if *binds {
                    self.range(edit.range.clone(), &edit.inner);
                } else {
                    self.choose(edit, values);
                }
            }
        }
    }

    fn choose(&mut self, edit: &Edit, texts: &[(Id, String)]) {
        self.push("(");
        for (id, text) in texts {
            self.push(&format!("if {}({id}) {{ ", self.switch));
            self.own(*id, text);
            self.push(" } else ");
        }
        if texts.is_empty() {
            self.range(edit.range.clone(), &edit.inner);
        } else {
            self.push("{ ");
            self.range(edit.range.clone(), &edit.inner);
            self.push(" }");
        }
        self.push(")");
    }
}
