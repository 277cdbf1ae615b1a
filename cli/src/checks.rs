//! Answers of embedder-supplied checks (K1), given on the command line.

use callgate::Tri;
use callgate::engine::command::EffectiveCommand;
use callgate::permission::Checks;

/// Checks that always answer the same.
#[derive(Debug, Default)]
pub(crate) struct FixedChecks(pub(crate) Vec<(String, Tri)>);

impl Checks for FixedChecks {
    fn check(&self, name: &str, _: &str, _: &EffectiveCommand<'_>) -> Option<Tri> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|&(_, answer)| answer)
    }
}

/// Reads `NAME=ANSWER`.
pub(crate) fn parse(text: &str) -> Result<(String, Tri), String> {
    let (name, answer) = text
        .rsplit_once('=')
        .ok_or("write NAME=yes, NAME=no or NAME=unknown")?;
    let answer = match answer {
        "yes" => Tri::Yes,
        "no" => Tri::No,
        "unknown" => Tri::Unknown,
        _ => return Err(format!("`{answer}` is none of yes, no, unknown")),
    };
    Ok((name.to_owned(), answer))
}
