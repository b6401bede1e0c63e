//! Meanings of nodes: moves, and properties with values of all types.

use std::borrow::Cow;

use proptest::prelude::*;

use crate::model::{
    Area, BoardSize, Color, Id, Ident, Label, Meaning, Move, Place, Point, Property, PropertyType,
    Value, ValueType,
};
use crate::values::in_form;

/// Returns a strategy for the meaning of a node: mostly a move alone, sometimes nothing, and
/// sometimes several properties, each identifier once.
pub fn meaning(size: BoardSize) -> impl Strategy<Value = Meaning<'static>> {
    let mv = prop_oneof![3 => mv(size).prop_map(Some), 1 => Just(None)];
    let some = |most| prop::collection::vec(property(size), 0..most);
    let properties = prop_oneof![3 => some(1), 2 => some(3), 1 => some(8)];
    let readable = (mv, properties).prop_map(|(mv, mut properties)| {
        properties.sort_by(|a, b| a.ident.cmp(&b.ident));
        properties.dedup_by(|a, b| a.ident == b.ident);
        // Readers put setup and a move into two nodes.
        let setup = |ident: &Ident| {
            ident
                .standard()
                .is_some_and(|id| id.property_type() == PropertyType::Setup)
        };
        properties.retain(|property| mv.is_none() || !setup(&property.ident));
        Meaning { mv, properties }
    });
    prop_oneof![30 => readable, 1 => unreadable()]
}

/// Returns a strategy for a move whose place cannot be read; its words are a raw property.
fn unreadable() -> impl Strategy<Value = Meaning<'static>> {
    (color(), "[0-9]{1,2}|[a-z]|[a-z]{3,6}").prop_map(|(color, text)| {
        let id = Id::of_moves(color);
        Meaning {
            mv: Some(Move {
                color,
                place: Place::Unreadable,
            }),
            properties: vec![Property::new(id, raw_value(vec![text]))],
        }
    })
}

/// Returns a strategy for moves: most on the board, some passes, few off the board.
pub fn mv(size: BoardSize) -> impl Strategy<Value = Move> {
    let place = prop_oneof![
        8 => on_board(size).prop_map(Place::Point),
        20 => in_the_corner(size).prop_map(Place::Point),
        2 => Just(Place::Pass),
        1 => any_point().prop_map(move |point| {
            // `tt` is a pass on all but the larger boards.
            let is_pass = point == Point::new(19, 19) && size.columns <= 19 && size.rows <= 19;
            if is_pass { Place::Pass } else { Place::Point(point) }
        }),
    ];
    (color(), place).prop_map(|(color, place)| Move { color, place })
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn on_board(size: BoardSize) -> impl Strategy<Value = Point> + Clone {
    (0..size.columns, 0..size.rows).prop_map(|(column, row)| Point::new(column, row))
}

/// Returns a strategy for few points, so that stones meet and are captured.
fn in_the_corner(size: BoardSize) -> impl Strategy<Value = Point> {
    on_board(BoardSize {
        columns: size.columns.min(2),
        rows: size.rows.min(3),
    })
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..52_u8, 0..52_u8).prop_map(|(column, row)| Point::new(column, row))
}

/// Returns a strategy for properties: every standard one, and private ones.
///
/// FF, GM, CA and SZ are not properties of a model; B and W are its moves.
pub fn property(size: BoardSize) -> impl Strategy<Value = Property<'static>> {
    let standard: Vec<Id> = Id::ALL
        .iter()
        .copied()
        .filter(|id| {
            let other = [
                Id::FileFormat,
                Id::GameKind,
                Id::Charset,
                Id::Size,
                Id::Black,
                Id::White,
            ];
            !other.contains(id)
        })
        .collect();
    let frequent = [
        Id::Comment,
        Id::Name,
        Id::AddBlack,
        Id::AddWhite,
        Id::AddEmpty,
        Id::Label,
        Id::Triangle,
        Id::Square,
        Id::Circle,
        Id::Cross,
        Id::MoveNumber,
        Id::Figure,
        Id::View,
        Id::GameComment,
        Id::PlayerBlack,
        Id::RankBlack,
        Id::Date,
        Id::Result,
        Id::Komi,
        Id::TimeLimit,
    ];
    let id = prop_oneof![
        2 => prop::sample::select(frequent.to_vec()),
        2 => prop::sample::select(standard),
    ];
    let standard = id.prop_flat_map(move |id| {
        let value = prop_oneof![
            12 => value(id, size),
            1 => misfit(id),
        ];
        value.prop_map(move |value| in_form(Property::new(id, value)))
    });
    prop_oneof![9 => standard, 1 => private()]
}

/// Returns a strategy for private properties; now and then one that other carriers use.
fn private() -> impl Strategy<Value = Property<'static>> {
    let ident = prop_oneof![8 => "[A-Z]{1,3}", 1 => Just("XI".to_owned())]
        .prop_filter("a standard property", |text| Id::from_ident(text).is_none());
    (ident, prop::collection::vec(raw(), 1..3))
        .prop_map(|(ident, values)| Property::new(Ident::from(ident.as_str()), raw_value(values)))
}

fn raw_value(values: Vec<String>) -> Value<'static> {
    Value::Raw(values.into_iter().map(Cow::Owned).collect())
}

/// Returns a strategy for the properties of a node of another game: nothing is understood, and a name may
/// appear twice.
pub fn other_meaning() -> impl Strategy<Value = Meaning<'static>> {
    let ident = prop::sample::select(vec![
        "B", "W", "AB", "AE", "C", "PB", "RE", "CV", "DI", "XX",
    ]);
    let property = (ident, prop::collection::vec(raw(), 1..3))
        .prop_map(|(ident, values)| Property::new(ident, raw_value(values)));
    prop::collection::vec(property, 0..4).prop_map(|properties| Meaning {
        mv: None,
        properties,
    })
}

/// Returns a strategy for values that are not of the property's type.
fn misfit(id: Id) -> BoxedStrategy<Value<'static>> {
    match id.value_type() {
        // Every text is of these types.
        ValueType::SimpleText | ValueType::Text => value(id, BoardSize::DEFAULT),
        ValueType::TextList => prop::collection::vec(raw(), 1..4)
            .prop_map(raw_value)
            .boxed(),
        _ if id == Id::Application => value(id, BoardSize::DEFAULT),
        // No number, point, colour or pair looks like this.
        _ => raw()
            .prop_map(|text| raw_value(vec![format!("?{}", text.replace(':', ";"))]))
            .boxed(),
    }
}

/// Returns a strategy for values of a property.
fn value(id: Id, size: BoardSize) -> BoxedStrategy<Value<'static>> {
    let of = |text: BoxedStrategy<String>| text.prop_map(|text| Value::Text(text.into())).boxed();
    match id.value_type() {
        ValueType::None => Just(Value::Text("".into())).boxed(),
        ValueType::Number if id == Id::MoveNumber => of("[0-9]{1,3}".boxed()),
        ValueType::Number => of("[+-]?[0-9]{1,4}".boxed()),
        ValueType::Real => of("[+-]?[0-9]{1,5}([.][0-9]{1,3})?".boxed()),
        ValueType::Double => of("[12]".boxed()),
        ValueType::Color => of("[BW]".boxed()),
        ValueType::SimpleText => of(game_info(id)),
        ValueType::Text => of(text().boxed()),
        ValueType::Move => of("([a-s][a-s])?".boxed()),
        ValueType::Points => points(size)
            .prop_map(|areas| Value::Points(areas.into()))
            .boxed(),
        ValueType::Labels => labels(size)
            .prop_map(|labels| Value::Labels(labels.into()))
            .boxed(),
        ValueType::Lines => prop::collection::vec((on_board(size), on_board(size)), 1..4)
            .prop_map(|lines| Value::Lines(lines.into()))
            .boxed(),
        ValueType::TextList => prop::collection::vec("[a-z]{1,6}:[0-9]{1,3}", 1..4)
            .prop_map(raw_value)
            .boxed(),
        ValueType::Pair => prop_oneof![
            // An application has a name and a version, which may be empty.
            Just(match id {
                Id::Application => Value::Pair(Box::default()),
                _ => Value::Text("".into()),
            }),
            ("[0-9]{1,3}", line())
                .prop_map(|(left, right)| Value::Pair(Box::new((left.into(), right.into())))),
        ]
        .boxed(),
    }
}

/// Returns a strategy for one-line texts, often such as the property usually has.
fn game_info(id: Id) -> BoxedStrategy<String> {
    let usual = match id {
        Id::Date => prop_oneof![
            "19[0-9]{2}(-(0[1-9]|1[0-2])(-(0[1-9]|1[0-9]|2[0-8]))?)?",
            "1996-05-0[1-9],1[0-9]",
            "[1-9] (March|May) 19[0-9]{2}",
        ]
        .boxed(),
        Id::Result => prop_oneof![
            "[BW][+]([1-9][0-9]?([.]5)?|R|T|F|Resign)?",
            "0|Draw|Void|[?]|Jigo",
            "(Black|White) wins by [1-9]",
        ]
        .boxed(),
        Id::RankBlack | Id::RankWhite => "[1-9] ?[dkp]|NR".boxed(),
        Id::PlayerBlack | Id::PlayerWhite => "[A-Z][a-z]{1,6}( [1-9]-?(d|dan|kyu))?".boxed(),
        Id::Rules => "Japanese|Chinese|AGA|japanese".boxed(),
        _ => line().boxed(),
    };
    prop_oneof![2 => usual, 1 => line()].boxed()
}

/// Returns a strategy for lists of points: none, some, rectangles, all of the board.
fn points(size: BoardSize) -> impl Strategy<Value = Vec<Area>> {
    let single = on_board(size).prop_map(Area::from);
    let rectangle = (on_board(size), on_board(size)).prop_map(|(a, b)| Area::new(a, b));
    prop_oneof![
        1 => Just(Vec::new()),
        1 => Just(vec![size.area()]),
        1 => any_point().prop_map(|point| vec![Area::from(point)]),
        3 => prop::collection::vec(single.clone(), 1..6),
        3 => prop::collection::vec(in_the_corner(size).prop_map(Area::from), 1..4),
        2 => prop::collection::vec(prop_oneof![3 => single, 1 => rectangle], 1..4),
    ]
}

/// Returns a strategy for labels: letters, numbers, signs that mean something to Ishi, any text.
fn labels(size: BoardSize) -> impl Strategy<Value = Vec<Label>> {
    let text = prop_oneof![
        4 => "[A-Za-z]",
        3 => "[1-9][0-9]{0,2}",
        1 => prop::sample::select(vec!["", "@", "#", "a@", "@@", "\\", "\\t", "]", "|", ":", " ", "囲", "ALL"])
            .prop_map(str::to_owned),
        1 => line(),
    ];
    let label = (on_board(size), text).prop_map(|(point, text)| Label {
        point,
        text: text.into(),
    });
    prop::collection::vec(label, 1..6)
}

/// Returns a strategy for one line of text: no line breaks, no other white space than blanks.
pub fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-zA-Z0-9 .,]{0,20}",
        2 => "[ -~]{0,20}",
        1 => "[\\]\\\\:;()\\[%|@# ]{0,8}",
        1 => "\\PC{0,12}".prop_map(|text| text.replace(char::is_control, "")),
    ]
}

/// Returns a strategy for texts of any number of lines, with lines that Ishi or a carrier might
/// mistake for their own.
pub fn text() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        "",
        " ",
        "ENDCOM",
        " endcom",
        "'ENDCOM",
        "ENDUSER",
        "B 1 Q4",
        "VAR",
        "| x",
        "+ x",
        "ishi two|",
        "%41",
        "\\t",
        "a\\",
        "\u{1}",
        "\u{85}",
        "\u{fffd}",
    ])
    .prop_map(str::to_owned);
    let lines = prop::collection::vec(prop_oneof![3 => line(), 1 => special], 0..5);
    lines.prop_map(|lines| lines.join("\n"))
}

/// Returns a strategy for what may be between the brackets of a value that no program understands.
pub fn raw() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z0-9: ]{0,10}", 1 => text()]
        .prop_map(|text| text.replace('\\', "\\\\").replace(']', "\\]"))
}
