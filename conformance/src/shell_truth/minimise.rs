//! Making a failing argv small.

/// How many candidates are tried: each costs runs of real shells.
const BUDGET: u32 = 160;

/// Removes words, then ever smaller pieces of words, while `fails` holds. The program stays.
pub fn minimise(argv: &[String], mut fails: impl FnMut(&[String]) -> bool) -> Vec<String> {
    let mut best = argv.to_vec();
    let mut budget = BUDGET;
    let mut try_out = |best: &mut Vec<String>, candidate: Vec<String>| {
        if budget == 0 || candidate.is_empty() {
            return false;
        }
        budget -= 1;
        let smaller = fails(&candidate);
        if smaller {
            *best = candidate;
        }
        smaller
    };
    for at in (1..best.len()).rev() {
        let mut candidate = best.clone();
        candidate.remove(at);
        try_out(&mut best, candidate);
    }
    for word in 1..best.len() {
        let mut size = best.get(word).map_or(0, |text| text.len() / 2);
        while size > 0 {
            let mut from = 0;
            while let Some(cut) = best.get(word).and_then(|text| without(text, from, size)) {
                let mut candidate = best.clone();
                if let Some(slot) = candidate.get_mut(word) {
                    *slot = cut;
                }
                if !try_out(&mut best, candidate) {
                    from += size;
                }
            }
            size /= 2;
        }
    }
    best
}

/// The text without `size` bytes from `from` on, moved to whole characters. `None`: at its end.
fn without(text: &str, from: usize, size: usize) -> Option<String> {
    if from >= text.len() {
        return None;
    }
    let boundary = |at: usize| (at..=text.len()).find(|&at| text.is_char_boundary(at));
    let (from, to) = (boundary(from)?, boundary((from + size).min(text.len()))?);
    Some(format!("{}{}", text.get(..from)?, text.get(to..)?))
}

#[cfg(test)]
mod tests {
    use super::minimise;

    #[test]
    fn keeps_what_fails_and_drops_the_rest() {
        let argv = ["bash", "-c", "git é; rm x && ls", "_"].map(str::to_owned);
        let small = minimise(&argv, |argv| argv.iter().any(|word| word.contains("rm")));
        assert_eq!(small, ["bash", "rm"]);
    }
}
