//! Severities that the user gives instead of the defaults.

use foldhash::HashMap;

use crate::convert::Findings;
use crate::diagnostic::{Rule, Severity};

/// New severities of rules. `None` leaves the findings of a rule out.
#[derive(Debug, Clone, Default)]
pub struct Levels(HashMap<&'static str, Option<Severity>>);

impl Levels {
    /// Sets the severity of a rule; `None` leaves its findings out. The last call for a rule counts.
    pub fn set(&mut self, rule: &'static Rule, severity: Option<Severity>) {
        self.0.insert(rule.code, severity);
    }

    /// Returns the severity of a finding with this rule and default. Returns `None` if the finding is left out.
    pub fn of(&self, rule: &Rule, severity: Severity) -> Option<Severity> {
        self.0.get(rule.code).copied().unwrap_or(Some(severity))
    }

    /// Returns findings with these severities.
    #[must_use]
    pub fn apply(&self, findings: Findings) -> Findings {
        if self.0.is_empty() {
            return findings;
        }
        findings.adjusted(|rule, severity| self.of(rule, severity))
    }
}
