//! The moves of a record of a Go server, in GIB, NGF or UGF, as a naive reader finds them: line by line, without a header.

/// Returns the moves of the main line in the letters of SGF: `B[pd]`, `W[]` for a pass. Moves that are not on a board of 19
/// lines are left out.
pub fn moves(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let lines = || text.split(['\n', '\r']).map(str::trim);
    if lines().any(|line| line == "[Data]") {
        return of_ugf(lines());
    }
    if lines().any(|line| line.starts_with("STO ") || line.starts_with("SKI ")) {
        return of_gib(lines());
    }
    lines().filter_map(of_ngf).collect()
}

fn other(color: char) -> char {
    if color == 'B' { 'W' } else { 'B' }
}

fn point(color: char, x: i64, y: i64) -> Option<String> {
    let letter = |at: i64| {
        let at = u8::try_from(at).ok().filter(|at| *at < 19)?;
        Some(char::from(b'a' + at))
    };
    Some(format!("{color}[{}{}]", letter(x)?, letter(y)?))
}

fn of_gib<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut turn = 'B';
    let mut found = Vec::new();
    for line in lines {
        let words: Vec<_> = line.split_whitespace().collect();
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
        match words.first() {
            Some(&"INI") if number(3) > Some(1) => turn = 'W',
            Some(&"STO") => {
                let color = if number(3) == Some(1) { 'B' } else { 'W' };
                turn = other(color);
                let place = number(4).zip(number(5));
                found.extend(place.and_then(|(x, y)| point(color, x, y)));
            }
            Some(&"SKI") => {
                found.push(format!("{turn}[]"));
                turn = other(turn);
            }
            _ => {}
        }
    }
    found
}

fn of_ngf(line: &str) -> Option<String> {
    let &[b'P', b'M', _, _, color, x, y, _, _] = line.as_bytes() else {
        return None;
    };
    let color = char::from(color);
    if (x, y) == (b'A', b'A') {
        return Some(format!("{color}[]"));
    }
    point(color, i64::from(x) - 66, i64::from(y) - 66)
}

fn of_ugf<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Vec<String> {
    let from_bottom = lines.clone().any(|line| line == "CoordinateType=IGS");
    let data = lines.skip_while(|line| *line != "[Data]").skip(1);
    let data = data.take_while(|line| !line.starts_with('['));
    let mut last = 'W';
    let mut found = Vec::new();
    for line in data {
        let fields: Vec<_> = line.split(',').collect();
        let [place, player, number, ..] = fields.as_slice() else {
            continue;
        };
        let (Some(&[x, y]), false) = (place.as_bytes().first_chunk::<2>(), *number == "0") else {
            continue;
        };
        let color = player.chars().next().filter(|color| *color != 'M');
        let color = color.unwrap_or(other(last));
        last = color;
        if x >= b'Y' {
            found.push(format!("{color}[]"));
            continue;
        }
        let row = i64::from(y) - 65;
        let row = if from_bottom { 18 - row } else { row };
        found.extend(point(color, i64::from(x) - 65, row));
    }
    found
}
