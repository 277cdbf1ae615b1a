//! Which patterns a call's items match: derived once, looked up in every scope.

use super::Index;
use super::key::Part;
use crate::command::Role;
use crate::permission::asked::Asked;
use crate::permission::items::{CommandItems, Items};
use crate::permission::profile::Needs;
use crate::permission::rule::Pools;
use crate::tri::Tri;

/// The parts of keys that a call looks up, and the memory to derive them.
#[derive(Debug, Default)]
pub(in crate::permission) struct Walk {
    pub(super) hosts: Vec<Part>,
    pub(super) directories: Vec<Part>,
    pub(super) programs: Vec<Part>,
    /// Directories that some location is only perhaps inside of (P7).
    pub(super) perhaps: Vec<Part>,
    pub(super) hosts_unknown: bool,
    /// By kind of written anchor.
    pub(super) directories_unknown: [bool; 3],
    pub(super) programs_unknown: bool,
    pub(super) form: String,
    pub(in crate::permission) asked: Asked,
}

impl Walk {
    /// Derives what the rules of a chain, which need these kinds of items, can be found by.
    pub(super) fn derive(&mut self, index: &Index, pools: &Pools, needs: Needs, items: &Items<'_>) {
        self.hosts.clear();
        self.directories.clear();
        self.programs.clear();
        self.perhaps.clear();
        self.hosts_unknown = items.hosts.is_empty();
        self.directories_unknown = [items.locations.is_empty(); 3];
        self.programs_unknown = matches!(items.commands, CommandItems::None);
        if needs.has(Needs::HOST) {
            for host in &items.hosts {
                match host {
                    Ok(host) => index
                        .hosts
                        .find(pools, host, &mut self.form, &mut self.hosts),
                    Err(_) => self.hosts_unknown = true,
                }
            }
            if self.hosts_unknown {
                self.hosts.push(Part::WILD);
            }
        }
        if needs.has(Needs::UNDER) {
            for location in &items.locations {
                index
                    .directories
                    .find(pools, location, items.root.as_ref(), self);
            }
            for (anchor, _) in self
                .directories_unknown
                .iter()
                .enumerate()
                .filter(|&(_, unknown)| *unknown)
            {
                self.directories.push(Part::wild_directory(anchor));
            }
        }
        if needs.has(Needs::COMMAND) {
            let mut runs = false;
            let (programs, form) = (&mut self.programs, &mut self.form);
            let mut unknown = self.programs_unknown;
            items.commands.each(|command| {
                runs |= command.role == Role::Runs;
                unknown |= command.program.is_none();
                index.programs.find(pools, command, form, programs);
            });
            // A line that runs nothing is one unknown item (E2).
            self.programs_unknown = unknown || !runs;
            if self.programs_unknown {
                self.programs.push(Part::WILD);
            }
        }
        for parts in [&mut self.hosts, &mut self.directories, &mut self.programs] {
            parts.sort_unstable();
            parts.dedup();
        }
    }

    /// One directory that a location is certainly or perhaps inside of.
    pub(super) fn directory(&mut self, at: u32, verdict: Tri) {
        if verdict == Tri::No {
            return;
        }
        self.directories.push(Part::number(at));
        if verdict == Tri::Unknown {
            self.perhaps.push(Part::number(at));
        }
    }
}
