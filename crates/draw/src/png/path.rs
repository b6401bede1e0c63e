//! Reads path data of SVG 1.1 (section 8.3): the commands of our pictures, which are absolute `M`, `L`, `H`,
//! `V`, `C`, `Z`, and `A` with ellipses that are not turned.

use std::f32::consts::{FRAC_PI_2, TAU};

use tiny_skia::{Path, PathBuilder, Point};

/// Returns the path in the data. Returns `None` if it has no line, or an unknown command.
pub fn read(data: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let after = rest.get(command.len_utf8()..)?;
        let end = after.find(|c: char| c.is_ascii_alphabetic());
        let (numbers, next) = after.split_at_checked(end.unwrap_or(after.len()))?;
        let numbers = numbers.split_ascii_whitespace().map(str::parse);
        let numbers: Vec<f32> = numbers.collect::<Result<_, _>>().ok()?;
        step(&mut path, command, &numbers)?;
        rest = next;
    }
    path.finish()
}

fn step(path: &mut PathBuilder, command: char, numbers: &[f32]) -> Option<()> {
    match (command, numbers) {
        ('M', &[x, y]) => path.move_to(x, y),
        ('L', &[x, y]) => path.line_to(x, y),
        ('H', &[x]) => path.line_to(x, path.last_point()?.y),
        ('V', &[y]) => path.line_to(path.last_point()?.x, y),
        ('C', &[x1, y1, x2, y2, x, y]) => path.cubic_to(x1, y1, x2, y2, x, y),
        ('A', &[rx, ry, 0.0, is_large, is_clockwise, x, y]) => {
            let arc = Arc {
                from: path.last_point()?,
                to: Point::from_xy(x, y),
                radii: Point::from_xy(rx, ry),
                is_large: is_large != 0.0,
                is_clockwise: is_clockwise != 0.0,
            };
            arc.draw(path);
        }
        ('Z', &[]) => path.close(),
        _ => return None,
    }
    Some(())
}

/// A part of an ellipse.
struct Arc {
    from: Point,
    to: Point,
    radii: Point,
    /// Whether it is the larger of the two parts between its ends.
    is_large: bool,
    is_clockwise: bool,
}

impl Arc {
    /// Draws it as cubic curves of a quarter at most.
    fn draw(&self, path: &mut PathBuilder) {
        // Divided by the radii the ellipse is a circle of radius 1.
        let radii = self.radii;
        let round = |point: Point| (point.x / radii.x, point.y / radii.y);
        let ((x1, y1), (x2, y2)) = (round(self.from), round(self.to));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let apart = dx.hypot(dy);
        if apart == 0.0 || !apart.is_finite() {
            return path.line_to(self.to.x, self.to.y);
        }
        // Ends that are too far apart make it larger.
        let radius = (apart / 2.0).max(1.0);
        let away = (radius * radius - apart * apart / 4.0).max(0.0).sqrt() / apart;
        let side = if self.is_large == self.is_clockwise {
            -away
        } else {
            away
        };
        let (cx, cy) = (
            f32::midpoint(x1, x2) - side * dy,
            f32::midpoint(y1, y2) + side * dx,
        );
        let start = (y1 - cy).atan2(x1 - cx);
        let mut turn = (y2 - cy).atan2(x2 - cx) - start;
        if self.is_clockwise && turn < 0.0 {
            turn += TAU;
        } else if !self.is_clockwise && turn > 0.0 {
            turn -= TAU;
        }
        let count = (1..4_u8).find(|&count| turn.abs() <= f32::from(count) * FRAC_PI_2);
        let count = count.unwrap_or(4);
        let step = turn / f32::from(count);
        // How far the inner points of a cubic curve are that follows a circle.
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        let at = |angle: f32, reach: f32| {
            let (sin, cos) = angle.sin_cos();
            let x = cx + radius * (cos - reach * sin);
            let y = cy + radius * (sin + reach * cos);
            (x * radii.x, y * radii.y)
        };
        let mut angle = start;
        for _ in 0..count {
            let ((x1, y1), (x2, y2)) = (at(angle, reach), at(angle + step, -reach));
            let (x, y) = at(angle + step, 0.0);
            path.cubic_to(x1, y1, x2, y2, x, y);
            angle += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(data: &str) -> [i32; 4] {
        let path = read(data).expect("a path");
        let bounds = path.compute_tight_bounds().expect("bounds");
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()]
            .map(|side| (side * 100.0).round() as i32)
    }

    #[test]
    fn arcs_go_the_way_that_their_flags_say() {
        // From the right end of a circle around 0 to its lower end, in the four ways.
        for (data, expected) in [
            ("M1 0A1 1 0 0 1 0 1", [0, 0, 100, 100]),
            ("M1 0A1 1 0 1 0 0 1", [-100, -100, 100, 100]),
            ("M1 0A1 1 0 0 0 0 1", [0, 0, 100, 100]),
            ("M1 0A1 1 0 1 1 0 1", [0, 0, 200, 200]),
            ("M4 0A4 7 0 1 0 4 14A4 7 0 1 0 4 0Z", [0, 0, 800, 1400]),
            ("M0 0A1 1 0 0 1 4 0", [0, -200, 400, 0]),
        ] {
            assert_eq!(bounds(data), expected, "{data}");
        }
    }

    #[test]
    fn the_short_arcs_bend_to_different_sides() {
        assert_eq!(bounds("M0 -1A1 1 0 0 1 0 1"), [0, -100, 100, 100]);
        assert_eq!(bounds("M0 -1A1 1 0 0 0 0 1"), [-100, -100, 0, 100]);
    }

    #[test]
    fn what_is_not_understood_is_no_path() {
        for data in ["", "M1", "M1 1Q2 2 3 3", "l1 1", "M0 0A1 1 30 0 1 1 1", "é"] {
            assert!(read(data).is_none(), "{data}");
        }
        assert_eq!(bounds("M1 1H3V5L1 5Z"), [100, 100, 300, 500]);
    }
}
