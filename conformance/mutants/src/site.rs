//! Finds what each mutant changes in the syntax of its file.

use crate::edit::{Edit, Id, Kind};
use crate::mutant::{Genre, Mutant, Place};
use proc_macro2::LineColumn;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The edits of one file.
pub struct Sites {
    pub edits: Vec<Edit>,
    /// Mutants that no run-time switch can stand for, and why.
    pub without: Vec<(Id, &'static str)>,
}

/// Finds the mutants of one file. Functions of `constant` stay `const`: constants call them.
pub fn find(
    source: &str,
    mutants: &[(Id, &Mutant)],
    constant: &BTreeSet<String>,
) -> Result<Sites, Box<dyn Error>> {
    let mut by_place: BTreeMap<(Genre, Place), Vec<(Id, &Mutant)>> = BTreeMap::new();
    for &(id, mutant) in mutants {
        let place = mutant.span.start;
        by_place
            .entry((mutant.genre, place))
            .or_default()
            .push((id, mutant));
    }
    let mut finder = Finder {
        source,
        lines: lines(source),
        by_place,
        constant,
        in_constant: 0,
        sites: Sites {
            edits: Vec::new(),
            without: Vec::new(),
        },
    };
    let file = syn::parse_file(source)?;
    finder.visit_file(&file);
    for (id, _) in finder.by_place.into_values().flatten() {
        finder.sites.without.push((id, "not found in the syntax"));
    }
    Ok(finder.sites)
}

fn lines(source: &str) -> Vec<usize> {
    let ends = source.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

struct Finder<'m> {
    source: &'m str,
    /// Where each line begins.
    lines: Vec<usize>,
    by_place: BTreeMap<(Genre, Place), Vec<(Id, &'m Mutant)>>,
    constant: &'m BTreeSet<String>,
    in_constant: usize,
    sites: Sites,
}

impl<'m> Finder<'m> {
    fn byte(&self, place: LineColumn) -> usize {
        let start = self.lines[place.line - 1];
        let line = &self.source[start..];
        let length = line.char_indices().nth(place.column).map(|(at, _)| at);
        start + length.unwrap_or(line.len())
    }

    fn bytes(&self, of: &impl Spanned) -> Range<usize> {
        self.byte(of.span().start())..self.byte(of.span().end())
    }

    /// Takes the mutants of a place; none of what constants need.
    fn take(&mut self, genre: Genre, at: &impl Spanned) -> Vec<(Id, &'m Mutant)> {
        let LineColumn { line, column } = at.span().start();
        let place = Place {
            line,
            column: column + 1,
        };
        let taken = self.by_place.remove(&(genre, place)).unwrap_or_default();
        if self.in_constant > 0 {
            for (id, _) in taken {
                self.without(id, "in a constant");
            }
            return Vec::new();
        }
        taken
    }

    fn without(&mut self, id: Id, why: &'static str) {
        self.sites.without.push((id, why));
    }

    fn add(&mut self, range: Range<usize>, kind: Kind) {
        self.sites.edits.push(Edit::new(range, kind));
    }

    /// Mutants that replace a part of an expression, each as the whole expression.
    fn parts(&mut self, whole: &impl Spanned, part: Range<usize>, mutants: Vec<(Id, &'m Mutant)>) {
        let whole = self.bytes(whole);
        let text = |mutant: &Mutant| {
            let (before, after) = (whole.start..part.start, part.end..whole.end);
            format!(
                "{} {} {}",
                &self.source[before], mutant.replacement, &self.source[after]
            )
        };
        let texts = mutants.iter().map(|(id, mutant)| (*id, text(mutant)));
        let texts: Vec<(Id, String)> = texts.collect();
        if !texts.is_empty() {
            self.add(whole, Kind::Choose(texts));
        }
    }

    fn function(&mut self, signature: &'m syn::Signature, block: &'m syn::Block) {
        let stays =
            signature.constness.is_some() && self.constant.contains(&signature.ident.to_string());
        if let (Some(constness), false) = (&signature.constness, stays) {
            let range = self.bytes(constness);
            self.add(range, Kind::Remove);
        }
        // A function within a constant is no constant.
        let outside = std::mem::replace(&mut self.in_constant, usize::from(stays));
        if let (Some(first), Some(last)) = (block.stmts.first(), block.stmts.last()) {
            let range = self.bytes(first).start..self.bytes(last).end;
            let values = self.take(Genre::FnValue, first);
            self.values(range, signature, values);
        }
        self.visit_block(block);
        self.in_constant = outside;
    }

    /// What a function returns instead.
    fn values(
        &mut self,
        body: Range<usize>,
        signature: &syn::Signature,
        values: Vec<(Id, &'m Mutant)>,
    ) {
        let (some_type, within) = match &signature.output {
            syn::ReturnType::Type(_, of) => {
                (matches!(**of, syn::Type::ImplTrait(_)), holds_impl(of))
            }
            syn::ReturnType::Default => (false, false),
        };
        let mut returned = Vec::new();
        for (id, mutant) in values {
            // `None` and numbers say nothing about what a type within holds.
            let infers = within && mutant.replacement.contains("::std::iter::");
            if !(some_type || infers) {
                returned.push((id, mutant.replacement.clone()));
            } else if some_type && mutant.replacement == "::std::iter::empty()" {
                self.add(body.clone(), Kind::Empty(id));
            } else {
                self.without(id, "another type behind `impl`");
            }
        }
        if !returned.is_empty() {
            self.add(body.start..body.start, Kind::Return(returned));
        }
    }

    fn arm(&mut self, arm: &'m syn::Arm, deletion: Option<Id>) {
        let Some((_, guard)) = &arm.guard else {
            if let Some(id) = deletion {
                let end = self.bytes(&arm.pat).end;
                self.add(end..end, Kind::Guard(id));
            }
            return;
        };
        let binds = binds(guard);
        let mut values = Vec::new();
        for (id, mutant) in self.take(Genre::MatchArmGuard, &**guard) {
            if binds && mutant.replacement != "false" {
                self.without(id, "a guard that binds names");
            } else {
                values.push((id, mutant.replacement.clone()));
            }
        }
        if deletion.is_some() || !values.is_empty() {
            let range = self.bytes(&**guard);
            self.add(
                range,
                Kind::Guarded {
                    deletion,
                    values,
                    binds,
                },
            );
        }
    }

    fn fields(&mut self, whole: &syn::ExprStruct) {
        for pair in whole.fields.pairs() {
            let mutants = self.take(Genre::StructField, pair.value());
            let mut part = self.bytes(*pair.value());
            if let Some(comma) = pair.punct() {
                part.end = self.bytes(*comma).end;
            }
            // Of each field its own edit: they nest.
            self.parts(whole, part, mutants);
        }
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.in_constant += 1;
        visit(self);
        self.in_constant -= 1;
    }
}

/// Whether `impl` stands anywhere in a type.
fn holds_impl(of: &syn::Type) -> bool {
    struct Finder(bool);
    impl<'t> Visit<'t> for Finder {
        fn visit_type_impl_trait(&mut self, _: &'t syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(of);
    finder.0
}

/// Whether a condition holds `let`, not counting what stands in parentheses.
fn binds(condition: &syn::Expr) -> bool {
    match condition {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => binds(&binary.left) || binds(&binary.right),
        _ => false,
    }
}

impl<'m> Visit<'m> for Finder<'m> {
    fn visit_item_fn(&mut self, item: &'m syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'m syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'m syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
    }

    fn visit_expr_binary(&mut self, whole: &'m syn::ExprBinary) {
        let mutants = self.take(Genre::BinaryOperator, &whole.op);
        if binds(&whole.left) || binds(&whole.right) {
            for (id, _) in mutants {
                self.without(id, "a condition that binds names");
            }
        } else {
            let part = self.bytes(&whole.op);
            self.parts(whole, part, mutants);
        }
        visit::visit_expr_binary(self, whole);
    }

    fn visit_expr_unary(&mut self, whole: &'m syn::ExprUnary) {
        let mutants = self.take(Genre::UnaryOperator, &whole.op);
        let part = self.bytes(&whole.op);
        self.parts(whole, part, mutants);
        visit::visit_expr_unary(self, whole);
    }

    fn visit_expr_struct(&mut self, whole: &'m syn::ExprStruct) {
        self.fields(whole);
        visit::visit_expr_struct(self, whole);
    }

    fn visit_expr_match(&mut self, whole: &'m syn::ExprMatch) {
        let mut deletions = Vec::new();
        for arm in &whole.arms {
            let deletion = self.take(Genre::MatchArm, arm).first().map(|(id, _)| *id);
            self.arm(arm, deletion);
            deletions.extend(deletion);
        }
        if !deletions.is_empty() {
            let range = self.bytes(whole);
            self.add(range, Kind::Match(deletions));
        }
        visit::visit_expr_match(self, whole);
    }

    fn visit_item_const(&mut self, item: &'m syn::ItemConst) {
        self.constant(|finder| visit::visit_item_const(finder, item));
    }

    fn visit_impl_item_const(&mut self, item: &'m syn::ImplItemConst) {
        self.constant(|finder| visit::visit_impl_item_const(finder, item));
    }

    fn visit_item_static(&mut self, item: &'m syn::ItemStatic) {
        self.constant(|finder| visit::visit_item_static(finder, item));
    }

    fn visit_expr_const(&mut self, block: &'m syn::ExprConst) {
        self.constant(|finder| visit::visit_expr_const(finder, block));
    }

    fn visit_type_array(&mut self, array: &'m syn::TypeArray) {
        self.constant(|finder| visit::visit_type_array(finder, array));
    }

    fn visit_expr_repeat(&mut self, repeat: &'m syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
        self.constant(|finder| finder.visit_expr(&repeat.len));
    }

    fn visit_variant(&mut self, variant: &'m syn::Variant) {
        self.constant(|finder| visit::visit_variant(finder, variant));
    }

    fn visit_pat(&mut self, pattern: &'m syn::Pat) {
        self.constant(|finder| visit::visit_pat(finder, pattern));
    }
}
