//! Rust without what is not code.

/// The text with comments, and what is in strings and characters, blanked out; lines stay where they are.
pub fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment_len(rest),
            '"' => string_len(rest),
            'r' | 'b' | 'c' if !ends_in_word(&code) => prefixed_len(rest),
            '\'' => character_len(rest),
            _ => 0,
        };
        if taken == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..taken].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[taken..];
        }
    }
    code
}

fn ends_in_word(code: &str) -> bool {
    code.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// Length of a block comment, which may hold others.
fn comment_len(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Length of a string that begins with its quote.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Length of a raw, byte or C string, or 0 when it is none.
fn prefixed_len(text: &str) -> usize {
    let prefix = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(prefix);
    match word {
        "b" | "c" if rest.starts_with('"') => prefix + string_len(rest),
        "b" if rest.starts_with('\'') => prefix + character_len(rest),
        "r" | "br" | "cr" => {
            let hashes = rest.find(|c| c != '#').unwrap_or(rest.len());
            if !rest[hashes..].starts_with('"') {
                return 0;
            }
            let end = format!("\"{}", "#".repeat(hashes));
            let body = hashes + 1;
            let len = rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len());
            prefix + len
        }
        _ => 0,
    }
}

/// Length of a character, or 0 when the quote begins a lifetime.
fn character_len(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            characters.next();
            characters.find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 1)
        }
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}
