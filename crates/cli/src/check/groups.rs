//! Findings about the records of a folder: each rule once, with the files that it was found in.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use ishi::check::Checked;
use ishi::diagnostic::{Rule, Severity};

use crate::render::{Messages, counted, listed};

/// How many further files are named.
const NAMED: usize = 5;

/// The findings of one rule.
#[derive(Debug)]
struct RuleGroup {
    rule: &'static Rule,
    /// The first finding, drawn.
    first: String,
    findings: usize,
    files: usize,
    /// How many findings have a safe fix, and how many more a guess.
    mendable: [usize; 2],
    /// The names of the first files after the first.
    names: Vec<String>,
}

/// The findings by rule: errors first, then in the order of the codes.
#[derive(Debug, Default)]
pub struct Groups(BTreeMap<(Reverse<Severity>, &'static str), RuleGroup>);

impl Groups {
    /// Adds the findings in a file.
    pub fn add(&mut self, name: &str, checked: &Checked, messages: Messages) {
        let mut mendable: BTreeMap<_, _> = checked
            .findings
            .mendable()
            .map(|(rule, counts)| (rule.code, counts))
            .collect();
        for (rule, severity, count) in checked.findings.counts() {
            // A rule has one severity in most records.
            let of_rule = mendable.remove(rule.code).unwrap_or_default();
            let group = self.0.entry((Reverse(severity), rule.code));
            let group = group.or_insert_with(|| RuleGroup {
                rule,
                first: messages.first_drawn(name, &checked.findings, (rule, severity)),
                findings: 0,
                files: 0,
                mendable: [0; 2],
                names: Vec::new(),
            });
            group.findings += count;
            group.files += 1;
            for (all, more) in group.mendable.iter_mut().zip(of_rule) {
                *all += more;
            }
            if group.files > 1 && group.names.len() < NAMED {
                group.names.push(name.to_owned());
            }
        }
    }

    /// Returns the first finding of each rule, with the number of the others.
    pub fn text(&self, messages: Messages) -> String {
        let mut text = String::new();
        for ((Reverse(severity), code), group) in &self.0 {
            if !messages.wants(*severity) {
                continue;
            }
            text.push_str(&group.first);
            if group.findings > 1 {
                let (findings, files) = (group.findings, counted(group.files, "file"));
                let _ = write!(text, "{code}: {findings} findings in {files}");
                if !group.names.is_empty() {
                    let others = listed(&group.names, group.files - 1, [", ", ""]);
                    let _ = write!(text, ", also in {others}");
                }
                text.push('\n');
            }
        }
        text
    }

    /// Returns a table with a line for each rule. It is empty without findings.
    pub fn table(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let mut text = String::from("code  severity  findings  files  --fix  guesses  subject\n");
        for ((Reverse(severity), code), group) in &self.0 {
            let severity = severity.to_string();
            let (findings, files, about) = (group.findings, group.files, group.rule.summary);
            let [safe, guesses] = group.mendable;
            let _ = writeln!(
                text,
                "{code}  {severity:8}  {findings:>8}  {files:>5}  {safe:>5}  {guesses:>7}  {about}"
            );
        }
        text
    }
}
