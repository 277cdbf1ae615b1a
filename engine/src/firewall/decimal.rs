//! Numbers by the value of their decimal text, exactly (A3).
//!
//! `5`, `5.0` and `5e0` are one number, 9007199254740993 is not 9007199254740992, and
//! `1e999999` costs no more than its eight characters: an exponent is never expanded, however
//! long its own text.

use crate::tree::Number;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// A number in canonical form: ±0.d₁d₂…dₙ × 10^point, without leading or trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// ASCII digits; empty for zero.
    digits: SmallVec<[u8; 24]>,
    point: Exponent,
}

/// A power of ten of any size, each in exactly one form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Exponent {
    /// Of at most [`SMALL`] decimal digits.
    Small(i128),
    /// Of more, as its digits.
    Big { negative: bool, digits: Vec<u8> },
}

/// Memory of numbers that were long, for those that will be.
#[derive(Debug, Default)]
pub(super) struct Spare {
    digits: Vec<SmallVec<[u8; 24]>>,
    exponents: Vec<Vec<u8>>,
}

impl Spare {
    /// Keeps what a number took.
    pub(super) fn keep(&mut self, number: Decimal) {
        if number.digits.spilled() {
            self.digits.push(number.digits);
        }
        if let Exponent::Big { digits, .. } = number.point {
            self.exponents.push(digits);
        }
    }

    fn exponent(&mut self) -> Vec<u8> {
        let mut digits = self.exponents.pop().unwrap_or_default();
        digits.clear();
        digits
    }
}

/// An i128 holds every number of so many digits and many times that.
const SMALL: usize = 36;
/// The least number with more digits.
const BIG: u128 = 10_u128.pow(36);

impl Decimal {
    /// Reads a number in JSON's grammar; `None` if the text is none. Linear in the text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text, &mut Spare::default())
    }

    /// The same in memory that is there.
    pub(super) fn read(text: &str, spare: &mut Spare) -> Option<Self> {
        let (negative, rest) = sign(text.as_bytes());
        let (whole, rest) = digits(rest);
        if whole.is_empty() || (whole.len() > 1 && whole.first() == Some(&b'0')) {
            return None;
        }
        let (fraction, rest) = match rest.split_first() {
            Some((b'.', rest)) => Some(digits(rest)).filter(|(digits, _)| !digits.is_empty())?,
            _ => (&[][..], rest),
        };
        let (exponent_negative, exponent) = match rest.split_first() {
            None => (false, &[][..]),
            Some((b'e' | b'E', rest)) => {
                let (negative, rest) = match rest.split_first() {
                    Some((b'+', rest)) => (false, rest),
                    _ => sign(rest),
                };
                let (digits, rest) = digits(rest);
                if digits.is_empty() || !rest.is_empty() {
                    return None;
                }
                (negative, digits)
            }
            Some(_) => return None,
        };
        Some(Self::canonical(
            negative,
            (whole, fraction),
            (exponent_negative, exponent),
            spare,
        ))
    }

    fn canonical(
        negative: bool,
        (whole, fraction): (&[u8], &[u8]),
        (exponent_negative, exponent): (bool, &[u8]),
        spare: &mut Spare,
    ) -> Self {
        let all = whole.iter().chain(fraction);
        let leading = all.clone().take_while(|&&digit| digit == b'0').count();
        let count = whole.len() + fraction.len() - leading;
        let mut digits: SmallVec<[u8; 24]> = SmallVec::new();
        if count > digits.inline_size() {
            digits = spare.digits.pop().unwrap_or_default();
            digits.clear();
        }
        digits.extend(all.skip(leading).copied());
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                point: Exponent::Small(0),
            };
        }
        // The point stands after the whole part; every leading zero moves it left.
        let shift = whole.len() as i128 - leading as i128;
        Self {
            negative,
            digits,
            point: Exponent::new(exponent_negative, exponent, shift, spare),
        }
    }

    /// The value of a number that a tree holds; `None` if it is none (NaN, an infinity, text
    /// that is no number).
    #[must_use]
    pub fn of(number: Number<'_>) -> Option<Self> {
        Self::hold(number, &mut Spare::default())
    }

    /// The same in memory that is there.
    pub(super) fn hold(number: Number<'_>, spare: &mut Spare) -> Option<Self> {
        let mut buffer = Buffer::default();
        match number {
            Number::Text(text) => return Self::read(text, spare),
            Number::Unsigned(value) => write!(buffer, "{value}").ok()?,
            Number::Signed(value) => write!(buffer, "{value}").ok()?,
            // The shortest decimal that reads back as this float.
            Number::Float(value) => write!(buffer, "{value:e}").ok()?,
        }
        Self::read(buffer.text(), spare)
    }
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    text.strip_prefix(b"-")
        .map_or((false, text), |rest| (true, rest))
}

fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, &[]))
}

/// As plain digits where those are few, else as `0.d₁d₂…eN`.
impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = std::str::from_utf8(&self.digits).unwrap_or_default();
        if digits.is_empty() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        let point = match &self.point {
            Exponent::Small(point) => *point,
            Exponent::Big {
                negative,
                digits: exponent,
            } => {
                let sign = if *negative { "-" } else { "" };
                let exponent = std::str::from_utf8(exponent).unwrap_or_default();
                return write!(f, "0.{digits}e{sign}{exponent}");
            }
        };
        match usize::try_from(point) {
            Ok(0) => write!(f, "0.{digits}"),
            Ok(whole) if whole <= 24 => {
                let (before, after) = digits.split_at_checked(whole).unwrap_or((digits, ""));
                let zeros = whole.saturating_sub(digits.len());
                write!(f, "{before}{:0<zeros$}", "")?;
                if after.is_empty() {
                    Ok(())
                } else {
                    write!(f, ".{after}")
                }
            }
            _ => write!(f, "0.{digits}e{point}"),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let signum = |number: &Self| match (number.digits.is_empty(), number.negative) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => -1,
        };
        let magnitude = || {
            self.point
                .compare(&other.point)
                .then_with(|| self.digits.cmp(&other.digits))
        };
        match signum(self).cmp(&signum(other)) {
            Ordering::Equal if self.negative => magnitude().reverse(),
            Ordering::Equal => magnitude(),
            unequal => unequal,
        }
    }
}

impl Exponent {
    /// The exponent of this sign and these digits, plus `shift`.
    fn new(negative: bool, digits: &[u8], shift: i128, spare: &mut Spare) -> Self {
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let digits = digits.get(zeros..).unwrap_or_default();
        if digits.len() > SMALL {
            return Self::shifted(negative, digits, shift, spare);
        }
        let magnitude = digits
            .iter()
            .fold(0_i128, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        let value = shift + if negative { -magnitude } else { magnitude };
        if value.unsigned_abs() < BIG {
            Self::Small(value)
        } else {
            let (mut digits, mut rest) = (spare.exponent(), value.unsigned_abs());
            while rest > 0 {
                digits.push(b'0' + u8::try_from(rest % 10).unwrap_or(0));
                rest /= 10;
            }
            digits.reverse();
            Self::Big {
                negative: value < 0,
                digits,
            }
        }
    }

    /// The same for more digits than an i128 holds: adds in place, digit by digit.
    fn shifted(negative: bool, digits: &[u8], shift: i128, spare: &mut Spare) -> Self {
        let mut sum = spare.exponent();
        let mut carry = if negative { -shift } else { shift };
        for digit in digits.iter().rev() {
            let here = i128::from(digit - b'0') + carry;
            let digit = here.rem_euclid(10);
            carry = here.div_euclid(10);
            sum.push(b'0' + u8::try_from(digit).unwrap_or(0));
        }
        while carry > 0 {
            sum.push(b'0' + u8::try_from(carry % 10).unwrap_or(0));
            carry /= 10;
        }
        while sum.last() == Some(&b'0') {
            sum.pop();
        }
        sum.reverse();
        // A shift is shorter than the text it counts, so it never turns the sign around.
        if sum.len() > SMALL {
            Self::Big {
                negative,
                digits: sum,
            }
        } else {
            let exponent = Self::new(negative, &sum, 0, spare);
            spare.exponents.push(sum);
            exponent
        }
    }

    fn compare(&self, other: &Self) -> Ordering {
        let above = |negative: bool| {
            if negative {
                Ordering::Less
            } else {
                Ordering::Greater
            }
        };
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            (Self::Big { negative, .. }, Self::Small(_)) => above(*negative),
            (Self::Small(_), Self::Big { negative, .. }) => above(*negative).reverse(),
            (
                Self::Big {
                    negative: a,
                    digits: x,
                },
                Self::Big {
                    negative: b,
                    digits: y,
                },
            ) => {
                let magnitude = x.len().cmp(&y.len()).then_with(|| x.cmp(y));
                match (a, b) {
                    (false, false) => magnitude,
                    (true, true) => magnitude.reverse(),
                    (true, false) => Ordering::Less,
                    (false, true) => Ordering::Greater,
                }
            }
        }
    }
}

/// Room for the text of any u64, i64 or shortest f64.
#[derive(Default)]
struct Buffer(SmallVec<[u8; 32]>);

impl Buffer {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl std::fmt::Write for Buffer {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
