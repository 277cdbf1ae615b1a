//! Strings, numbers and words of JSON.

/// The string that `text` begins with (at its opening quote), unescaped, and what follows it.
pub(super) fn string(text: &str) -> Option<(String, &str)> {
    let body = text.strip_prefix('"')?;
    let mut string = String::new();
    let mut characters = body.chars();
    loop {
        match characters.next()? {
            '"' => return Some((string, characters.as_str())),
            '\\' => {
                let (character, rest) = escape(characters.as_str())?;
                string.push(character);
                characters = rest.chars();
            }
            '\u{0}'..='\u{1f}' => return None,
            character => string.push(character),
        }
    }
}

/// The escape that follows a backslash.
fn escape(text: &str) -> Option<(char, &str)> {
    let mut characters = text.chars();
    let simple = match characters.next()? {
        '"' => '"',
        '\\' => '\\',
        '/' => '/',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return unicode(characters.as_str()),
        _ => return None,
    };
    Some((simple, characters.as_str()))
}

/// What follows `\u`: four hex digits, and the second half of a pair where they are the first.
fn unicode(text: &str) -> Option<(char, &str)> {
    let (first, rest) = unit(text)?;
    match first {
        0xd800..=0xdbff => {
            let (second, rest) = unit(rest.strip_prefix("\\u")?)?;
            let low = second.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
            let character = char::from_u32(0x10000 + ((first - 0xd800) << 10) + low)?;
            Some((character, rest))
        }
        // `from_u32` refuses the second half alone.
        _ => Some((char::from_u32(first)?, rest)),
    }
}

fn unit(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(4)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some((u32::from_str_radix(digits, 16).ok()?, rest))
}

/// What follows the number or word that `text` begins with.
pub(super) fn scalar(text: &str) -> Option<&str> {
    for word in ["true", "false", "null"] {
        if let Some(rest) = text.strip_prefix(word) {
            return Some(rest);
        }
    }
    number(text)
}

/// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn number(text: &str) -> Option<&str> {
    let text = text.strip_prefix('-').unwrap_or(text);
    let mut rest = match text.strip_prefix('0') {
        Some(rest) => rest,
        None => digits(text)?,
    };
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = digits(fraction)?;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        rest = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))?;
    }
    Some(rest)
}

/// What follows one or more digits.
fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}
