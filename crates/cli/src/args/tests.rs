use clap::CommandFactory as _;
use clap::error::ErrorKind;

use super::*;

#[test]
fn ranges_of_moves_are_read() {
    let order = "no move is after 50 and before 10; expected 10-50";
    let form = "expected `all`, a range like 10-50 or 10-, or -10 for the last ten";
    for (text, expected) in [
        ("all", Ok(Numbers::All)),
        ("ALL", Ok(Numbers::All)),
        ("5", Ok(Numbers::Range(5, 5))),
        ("10-50", Ok(Numbers::Range(10, 50))),
        ("10-10", Ok(Numbers::Range(10, 10))),
        ("10-", Ok(Numbers::Range(10, u32::MAX))),
        ("-10", Ok(Numbers::Last(10))),
        ("50-10", Err(order)),
        ("", Err(form)),
        ("-", Err(form)),
        ("x-5", Err(form)),
        ("5-x", Err(form)),
    ] {
        assert_eq!(numbers(text), expected.map_err(str::to_owned), "{text}");
    }
}

#[test]
fn pictures_have_16_to_16384_pixels() {
    for (text, is_good) in [
        ("15", false),
        ("16", true),
        ("16384", true),
        ("16385", false),
    ] {
        let expected = if is_good {
            Ok(text.parse().unwrap())
        } else {
            Err("expected a number from 16 to 16384".to_owned())
        };
        assert_eq!(pixels(text), expected);
    }
}

#[test]
fn a_rule_gets_another_severity() {
    for (text, severity) in [
        ("G001=error", Some(Severity::Error)),
        ("g001=WARNING", Some(Severity::Warning)),
        ("G001=note", Some(Severity::Note)),
        ("G001=off", None),
    ] {
        let level = rule_level(text).unwrap();
        assert_eq!((level.rule.code, level.severity), ("G001", severity));
    }
    for (text, wrong) in [
        ("G001", "a code, \"=\" and a severity are expected"),
        (
            "X001=off",
            "no rule has this code; `ishi check --list-rules` prints all",
        ),
        ("G001=loud", "the severity is error, warning, note or off"),
    ] {
        assert_eq!(rule_level(text).map(|_| ()), Err(wrong.to_owned()));
    }
}

#[test]
fn records_are_read_in_utf_16_and_not_written_in_it() {
    assert!(charset("utf-16le").is_ok() && charset_to_write("latin1").is_ok());
    let wrong = charset_to_write("utf-16le").map(|_| ());
    assert_eq!(
        wrong,
        Err("records are not written in UTF-16; utf-8 has all letters".to_owned())
    );
    let wrong = charset_to_write("klingon").map(|_| ());
    assert!(
        wrong.is_err_and(|wrong| wrong.starts_with("no charset has this name; known are utf-8"))
    );
}

#[test]
fn each_option_of_each_command_is_in_a_group_of_its_help() {
    let help = crate::usage::grouped();
    for command in help.get_subcommands() {
        let options = command
            .get_arguments()
            .filter(|option| option.get_long().is_some());
        for option in options {
            let (command, option, id) = (
                command.get_name(),
                option.get_help_heading(),
                option.get_id(),
            );
            assert!(option.is_some(), "{id} of {command}");
        }
    }
}

#[test]
fn the_examples_of_the_help_have_options_that_go_together() {
    let root = Ishi::command();
    let all = std::iter::once(&root).chain(root.get_subcommands());
    let texts = all.filter_map(|command| Some(command.get_after_long_help()?.to_string()));
    let mut count = 0;
    for line in texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()) {
        let Some(words) = line.strip_prefix("  ishi ") else {
            continue;
        };
        count += 1;
        let mut parts = words.split(['|', '>']).flat_map(|part| part.split("  "));
        let command = parts.next().unwrap_or(words);
        let words = ["ishi"].into_iter().chain(command.split_whitespace());
        let kind = Ishi::try_parse_from(words).err().map(|error| error.kind());
        let wrong = [ErrorKind::ArgumentConflict, ErrorKind::UnknownArgument];
        assert!(!kind.is_some_and(|kind| wrong.contains(&kind)), "{line}");
    }
    assert!(count > 30, "{count}");
}
