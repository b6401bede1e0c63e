//! Tests of dates.

use super::*;

#[test]
fn dates_become_the_short_form_of_sgf() {
    for (text, sgf) in [
        ("8 March 1990", "1990-03-08"),
        ("3-21-48", "1948-03-21"),
        ("November 21-24, 1847", "1847-11-21,22,23,24"),
        ("Dec 9, 1938 and Mar 3-4, 1939", "1938-12-09,1939-03-03,04"),
        ("June 3 and 7, 1958", "1958-06-03,07"),
        ("1739", "1739"),
        ("May 3, 1990", "1990-05-03"),
        ("May 3 1990", "1990-05-03"),
        ("8th of March, 1990", "1990-03-08"),
        ("8-Mar-1990", "1990-03-08"),
        ("8 March 48", "1948-03-08"),
        ("8 mar. '48", "1948-03-08"),
        ("March 1990", "1990-03"),
        ("7 August 1990", "1990-08-07"),
        ("October 7, 1990", "1990-10-07"),
        ("May and June, 1990", "1990-05,06"),
        ("May-June 1990", "1990-05,06"),
        ("April 14-15, 1957", "1957-04-14,15"),
        ("12,13 November 1975", "1975-11-12,13"),
        ("June 30, July 2 and 3, 1970", "1970-06-30,07-02,03"),
        ("1968/Sept/9,10", "1968-09-09,10"),
        ("1990 March 8", "1990-03-08"),
        ("1950-04-07/08/09", "1950-04-07,08,09"),
        ("1962-", "1962"),
        ("1945-11-", "1945-11"),
        ("1996-3-7", "1996-03-07"),
        ("1990-03-08, 09", "1990-03-08,09"),
        ("1961 and 1962", "1961,1962"),
        ("25.02.2014", "2014-02-25"),
        ("21/3/48", "1948-03-21"),
        ("5/5/97", "1997-05-05"),
        ("1979.03.23", "1979-03-23"),
        ("1996/3/21", "1996-03-21"),
        ("1996-05,06", "1996-05,06"),
        ("1996-05-06,07,08", "1996-05-06,07,08"),
        ("1996,1997", "1996,1997"),
        ("1996-12-27,28,1997-01-03,04", "1996-12-27,28,1997-01-03,04"),
        ("February 29, 2000", "2000-02-29"),
        ("1990/03/08", "1990-03-08"),
        ("1996/3/7", "1996-03-07"),
        ("Tuesday, 8 March 1990", "1990-03-08"),
        ("Thu March 8, 1990", "1990-03-08"),
        ("Sat. 12 May 1990 and Sun. 13 May 1990", "1990-05-12,13"),
        ("8 March 1990 (Thursday)", "1990-03-08"),
        ("8 March 1990, Thursday", "1990-03-08"),
        ("31 December 1989 - 1 January 1990", "1989-12-31,1990-01-01"),
        ("Nov 30-Dec 2, 1999", "1999-11-30,12-01,02"),
        (
            "Saturday, 28 February 1880 to 1 March 1880",
            "1880-02-28,29,03-01",
        ),
    ] {
        let found = Dates::parse(text).map(|dates| dates.sgf());
        assert_eq!(found.as_deref(), Some(sgf), "{text}");
    }
}

#[test]
fn dates_come_in_the_order_of_the_text() {
    let dates = Dates::parse("1996-12-28,1990").unwrap();
    let found: Vec<_> = dates
        .dates()
        .iter()
        .map(|date| (date.year, date.month, date.day))
        .collect();
    assert_eq!(found, [(1996, Some(12), Some(28)), (1990, None, None)]);
}

#[test]
fn dates_that_are_not_certain_are_not_read() {
    for text in [
        "",
        "4/5/97",
        "3-4-48",
        "01.08.2001",
        "3-21-05",
        "8 March 12",
        "31 June 1990",
        "February 29, 1900",
        "1990-13-01",
        "1990-02-30",
        "1961-62",
        "1961-1962",
        "03-08",
        "08",
        "March",
        "8 March",
        "March 8",
        "c. 1739",
        "1739?",
        "about 1739",
        "Marchtember 8, 1990",
        "24-21 November 1847",
        "1 January 1990 - 31 December 1989",
        "1 January 1990 - 1 June 1990",
        "8 March 1990 - 8 March 1990",
        "31 December - 1 January 1990",
        "1996/13/7",
        "Someday, 8 March 1990",
        "2018-01-09 17:01:05",
        "8 March 1990 (second day)",
        "Heisei 2, March 8",
        "99-99-99",
        "1990,05",
        "8 March 19900",
    ] {
        let found = Dates::parse(text).map(|dates| dates.sgf());
        assert_eq!(found, None, "{text}");
    }
}

#[test]
fn a_year_may_be_all_that_is_certain() {
    for (text, year) in [
        ("Spring 1990", Some("1990")),
        ("Sat 12 May 1990", Some("1990")),
        ("12.5.1990", Some("1990")),
        ("about 1739", Some("1739")),
        ("1990-13-01", Some("1990")),
        ("Spring", None),
        ("1961 or 1962", None),
        ("0012", None),
        ("4000", None),
        ("19900", None),
        ("", None),
    ] {
        let found = Dates::year(text).map(|dates| dates.sgf());
        assert_eq!(found.as_deref(), year, "{text}");
    }
}

#[test]
fn the_form_of_sgf_is_strict() {
    for text in [
        "1990-03-08",
        "1990-03",
        "1990",
        "1990-03-08,09",
        "1996-05,06-07",
        "9999-12-31",
    ] {
        assert!(Dates::parse_sgf(text).is_some(), "{text}");
    }
    for text in [
        "1990-3-8",
        "1990-03-08, 09",
        "1990-03-08 ",
        "1962-",
        "8 March 1990",
        "03-08",
    ] {
        assert!(Dates::parse_sgf(text).is_none(), "{text}");
    }
}

#[test]
fn one_full_date_is_written_in_english_and_read_back() {
    for sgf in ["1990-03-08", "1847-11-21", "0804-02-29"] {
        let dates = Dates::parse_sgf(sgf).unwrap();
        let english = dates.ishi().unwrap();
        assert_eq!(Dates::parse(&english), Some(dates), "{english}");
    }
    for sgf in ["1990", "1990-03", "1990-03-08,09"] {
        assert_eq!(Dates::parse_sgf(sgf).unwrap().ishi(), None);
    }
}

#[test]
fn every_list_survives_the_short_cuts() {
    let dates: Vec<Date> = [
        (1990, None, None),
        (1990, Some(3), None),
        (1990, Some(3), Some(8)),
        (1990, Some(4), Some(8)),
        (1991, Some(4), None),
    ]
    .into_iter()
    .filter_map(|(year, month, day)| Date::new(year, month, day))
    .collect();
    for a in &dates {
        for b in &dates {
            for c in &dates {
                let list = Dates(vec![*a, *b, *c]);
                assert_eq!(
                    Dates::parse_sgf(&list.sgf()),
                    Some(list.clone()),
                    "{list:?}"
                );
            }
        }
    }
}

#[test]
fn years_and_ranges_have_their_limits() {
    for (text, sgf) in [
        ("3-21-30", Some("1930-03-21")),
        ("3-21-29", None),
        ("8 March '30", Some("1930-03-08")),
        ("8 March '29", None),
        ("1 January 1990 - 1 February 1990", None),
        ("12 December 1989", Some("1989-12-12")),
        ("13/12/89", Some("1989-12-13")),
        ("13/13/89", None),
        ("31 April 1990", None),
        ("31 May 1990", Some("1990-05-31")),
        ("0 May 1990", None),
        ("29 February 1996", Some("1996-02-29")),
        ("29 February 1990", None),
        (
            "27 February 1996 to 1 March 1996",
            Some("1996-02-27,28,29,03-01"),
        ),
    ] {
        let found = Dates::parse(text).map(|dates| dates.sgf());
        assert_eq!(found.as_deref(), sgf, "{text}");
    }
    for (text, year) in [
        ("in 1000", Some("1000")),
        ("in 2999", Some("2999")),
        ("in 0999", None),
        ("in 3000", None),
    ] {
        let found = Dates::year(text).map(|dates| dates.sgf());
        assert_eq!(found.as_deref(), year, "{text}");
    }
    let days = |text: &str| Dates::parse(text).map(|dates| dates.dates().len());
    assert_eq!(days("15 January 1990 - 14 February 1990"), Some(31));
    assert_eq!(days("15 January 1990 - 15 February 1990"), None);
}

#[test]
fn dates_of_a_further_line_are_added_once() {
    let mut dates = Dates::parse("1990-03-08").unwrap();
    for line in ["1990-03-09", "8 March 1990", "1990-03-09,10"] {
        dates.append(Dates::parse(line).unwrap());
    }
    assert_eq!(dates.sgf(), "1990-03-08,09,10");
}
