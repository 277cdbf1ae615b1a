//! The tools that there are, as an MCP server answers `tools/list` (R9).

pub(crate) mod schema;

use serde_json::Value;

/// The tools that there are, with the arguments that they take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolList {
    /// In the order of the list.
    pub(crate) tools: Vec<KnownTool>,
}

/// One tool of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownTool {
    pub(crate) name: String,
    /// Arguments that look like locations.
    pub(crate) locations: Vec<String>,
    /// Arguments that look like urls.
    pub(crate) urls: Vec<String>,
    /// The schema of its arguments, if it has one.
    pub(crate) schema: Option<Value>,
}

impl ToolList {
    /// Reads the answer to `tools/list`, its `result`, or a bare list of tools.
    ///
    /// # Errors
    /// It holds no list of tools with names, in words.
    pub fn read(answer: &Value) -> Result<Self, &'static str> {
        let result = answer.get("result").unwrap_or(answer);
        let tools = result.get("tools").unwrap_or(result);
        let Value::Array(tools) = tools else {
            return Err("holds no list `tools`, as an answer to tools/list does");
        };
        let tools = tools.iter().map(KnownTool::read);
        let tools: Option<Vec<_>> = tools.collect();
        let tools = tools.ok_or("holds a tool without a `name`")?;
        Ok(Self { tools })
    }

    /// Their names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_str())
    }

    /// How many tools there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }
}

impl KnownTool {
    fn read(tool: &Value) -> Option<Self> {
        let name = tool.get("name")?.as_str()?.to_owned();
        let schema = tool.get("inputSchema").or_else(|| tool.get("input_schema"));
        let properties = schema.and_then(|schema| schema.get("properties"));
        let (mut locations, mut urls) = (Vec::new(), Vec::new());
        let properties = properties.and_then(Value::as_object);
        // A target alone may be anything: a triple, a recipient, a rule of a makefile.
        let has = |name: &str| properties.is_some_and(|all| all.contains_key(name));
        let paired = has("source") || has("src");
        for (name, property) in properties.into_iter().flatten() {
            if !may_be_text(property) {
                continue;
            }
            let uri = property.get("format").and_then(Value::as_str);
            if matches!(uri, Some("uri" | "url" | "iri")) || looks_like(name, &URLS) {
                urls.push(name.clone());
            } else if looks_like(name, &LOCATIONS) || (paired && looks_like(name, &["target"])) {
                locations.push(name.clone());
            }
        }
        Some(Self {
            name,
            locations,
            urls,
            schema: schema.cloned(),
        })
    }
}

/// Last words of argument names that are locations.
const LOCATIONS: [&str; 18] = [
    "path",
    "paths",
    "file",
    "files",
    "filename",
    "filepath",
    "dir",
    "directory",
    "folder",
    "source",
    "destination",
    "src",
    "dst",
    "dest",
    "cwd",
    "workdir",
    "root",
    "output",
];
/// Last words of argument names that are urls.
const URLS: [&str; 7] = ["url", "urls", "uri", "uris", "href", "link", "endpoint"];

/// Whether the last word of a name is one of these: `file_path`, `repoPath`, `path`.
fn looks_like(name: &str, words: &[&str]) -> bool {
    let mut last = String::new();
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && !last.ends_with(char::is_uppercase)) {
            last.clear();
        }
        if c.is_alphanumeric() {
            last.push(c);
        }
    }
    words.contains(&last.to_lowercase().as_str())
}

/// A string, a list of strings, or anything, by its schema.
fn may_be_text(schema: &Value) -> bool {
    let kind = |schema: &Value| match schema.get("type") {
        None => true,
        Some(Value::String(kind)) => matches!(kind.as_str(), "string" | "array"),
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string" || kind == "array"),
        Some(_) => false,
    };
    kind(schema)
        && schema
            .get("items")
            .is_none_or(|items| !items.is_object() || kind(items))
}

#[cfg(test)]
mod tests {
    use super::ToolList;
    use serde_json::json;

    #[test]
    fn what_is_no_list_of_tools_is_refused() {
        for answer in [
            json!({}),
            json!(1),
            json!({ "tools": [{}] }),
            json!([{ "name": 1 }]),
        ] {
            assert!(ToolList::read(&answer).is_err(), "{answer}");
        }
        assert_eq!(
            ToolList::read(&json!([{ "name": "a" }])).map(|list| list.len()),
            Ok(1)
        );
    }
}
