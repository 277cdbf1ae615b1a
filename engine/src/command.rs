//! What a call would run: the vocabulary of the command predicates (C1–C7, K1, `shell.md`).

/// The part a command plays in a call (C3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It runs: an allow must name it.
    Runs,
    /// A wrapper or shell that was seen through.
    Launcher,
    /// What a runner such as sudo or xargs would start.
    Launched,
}

impl Role {
    /// `runs`, `launcher` or `launched`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::Launcher => "launcher",
            Self::Launched => "launched",
        }
    }
}

/// Which way a redirect moves bytes (S14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `<`, here-documents and here-strings.
    Reads,
    /// `>`, `>>`, `>|`, `&>`, `<>`.
    Writes,
}

/// One redirect of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redirect<'a> {
    /// Reading or writing.
    pub direction: Direction,
    /// The literal target; `None` if it could not be read, which counts as writing.
    pub target: Option<&'a str>,
}

impl Redirect<'_> {
    /// Whether this redirect writes somewhere that an allow does not cover (C7): anything but
    /// `/dev/null` (descriptors are no redirects here).
    #[must_use]
    pub fn escapes(&self) -> bool {
        match self.target {
            None => true,
            Some(target) => self.direction == Direction::Writes && target != "/dev/null",
        }
    }
}

/// The readable tail of a command, whatever holds it.
#[derive(Clone, Copy, Debug)]
pub enum Tokens<'a> {
    /// Tokens of the call's own argv.
    Argv(&'a [&'a str]),
    /// Words read from shell text: ranges into an arena.
    Words {
        /// Start and end of each word in `arena`.
        spans: &'a [(u32, u32)],
        /// The unquoted text of all words.
        arena: &'a str,
    },
}

impl<'a> Tokens<'a> {
    /// How many tokens can be read.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Argv(tokens) => tokens.len(),
            Self::Words { spans, .. } => spans.len(),
        }
    }

    /// Whether no token can be read.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One token.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&'a str> {
        match self {
            Self::Argv(tokens) => tokens.get(index).copied(),
            Self::Words { spans, arena } => {
                let &(start, end) = spans.get(index)?;
                arena.get(start as usize..end as usize)
            }
        }
    }

    /// All readable tokens in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let tokens = *self;
        (0..tokens.len()).filter_map(move |index| tokens.get(index))
    }
}

/// One command that a call effectively runs (C3).
#[derive(Clone, Copy, Debug)]
pub struct EffectiveCommand<'a> {
    /// The basename (C1); `None`: unidentifiable.
    pub program: Option<&'a str>,
    /// The readable tail.
    pub tokens: Tokens<'a>,
    /// Whether the tail was read to its end.
    pub sealed: bool,
    /// The part it plays.
    pub role: Role,
    /// Its redirects, those that touch files.
    pub redirects: &'a [RedirectSpan],
    /// The arena that redirect targets and refused texts lie in.
    pub arena: &'a str,
    /// Why it could not be identified, where `program` is `None`.
    pub why: Option<Unidentified>,
}

/// A redirect as shell text left it: its target as a range of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedirectSpan {
    /// Reading or writing.
    pub direction: Direction,
    /// Where the target lies in the arena; `None`: unreadable.
    pub target: Option<(u32, u32)>,
}

impl<'a> EffectiveCommand<'a> {
    /// A command started directly, without redirects (S1).
    #[must_use]
    pub const fn direct(program: &'a str, tail: &'a [&'a str], sealed: bool) -> Self {
        Self {
            program: Some(program),
            tokens: Tokens::Argv(tail),
            sealed,
            role: Role::Runs,
            redirects: &[],
            arena: "",
            why: None,
        }
    }

    /// A command that nobody can name.
    #[must_use]
    pub const fn unidentifiable(why: Unidentified) -> Self {
        Self {
            program: None,
            tokens: Tokens::Argv(&[]),
            sealed: false,
            role: Role::Runs,
            redirects: &[],
            arena: "",
            why: Some(why),
        }
    }

    /// The redirects with their targets.
    pub fn redirects(&self) -> impl Iterator<Item = Redirect<'a>> + use<'a> {
        let arena = self.arena;
        self.redirects.iter().map(move |span| Redirect {
            direction: span.direction,
            target: span
                .target
                .and_then(|(start, end)| arena.get(start as usize..end as usize)),
        })
    }

    /// The nested shell text in which a command could not be identified: what a shell, `eval` or
    /// a runner was given. `None`: it was the line itself, or no shell text.
    #[must_use]
    pub fn refused_text(&self) -> Option<&'a str> {
        let (start, end) = self.why?.text?;
        self.arena.get(start as usize..end as usize)
    }

    /// Whether it writes by redirection anywhere an allow does not cover (C7).
    #[must_use]
    pub fn writes(&self) -> bool {
        self.redirects().any(|redirect| redirect.escapes())
    }
}

/// Why a command could not be identified.
///
/// `at` is a byte offset into the shell text that was being read, where there was one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unidentified {
    /// A short kebab-case name of the reason, stable enough to test.
    pub kind: &'static str,
    /// A sentence for people.
    pub why: &'static str,
    /// Where in the innermost shell text.
    pub at: Option<u32>,
    /// That text, in the command's arena; `None`: the line that was read
    /// (see [`EffectiveCommand::refused_text`]).
    pub text: Option<(u32, u32)>,
}

impl Unidentified {
    /// A reason without a place.
    #[must_use]
    pub const fn new(kind: &'static str, why: &'static str) -> Self {
        Self {
            kind,
            why,
            at: None,
            text: None,
        }
    }
}

/// The basename of a program (C1): the last non-empty piece between `/` or `\`, less one
/// `.exe`, `.bat`, `.cmd` or `.com` in any case if something is left. `None`: no piece at all.
#[must_use]
pub fn basename(program: &str) -> Option<&str> {
    let separates = |byte: &u8| matches!(byte, b'/' | b'\\');
    let bytes = program.as_bytes();
    let end = bytes.iter().rposition(|byte| !separates(byte))? + 1;
    let start = bytes
        .get(..end)?
        .iter()
        .rposition(separates)
        .map_or(0, |at| at + 1);
    let piece = program.get(start..end)?;
    Some(strip_extension(piece).unwrap_or(piece))
}

/// The name without an executable ending, if it has one and something is left.
#[must_use]
pub fn strip_extension(name: &str) -> Option<&str> {
    let cut = name.len().checked_sub(4).filter(|&cut| cut > 0)?;
    if name.as_bytes().get(cut) != Some(&b'.') {
        return None;
    }
    let (stem, ending) = (name.get(..cut)?, name.get(cut..)?);
    [".exe", ".bat", ".cmd", ".com"]
        .iter()
        .any(|known| ending.eq_ignore_ascii_case(known))
        .then_some(stem)
}

/// Whether a program string is a line somebody means for a shell, or a guess (C2).
#[must_use]
pub fn is_shell_line(program: &str) -> bool {
    let mut foreign = false;
    for &byte in program.as_bytes() {
        match MEANS_SHELL.get(usize::from(byte)) {
            Some(false) => {}
            Some(true) => return true,
            None => foreign = true,
        }
    }
    foreign && program.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// The ASCII characters that C2 names.
static MEANS_SHELL: [bool; 128] = means_shell();

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated at compile time, over ASCII"
)]
const fn means_shell() -> [bool; 128] {
    let mut table = [false; 128];
    let mut at = 0;
    while at <= b' ' as usize {
        table[at] = true;
        at += 1;
    }
    table[0x7f] = true;
    let shell = b";|&$<>()`'\"*?{}#!=";
    at = 0;
    while at < shell.len() {
        table[shell[at] as usize] = true;
        at += 1;
    }
    table
}
