//! Colours that change inside a mark: light on stones, shadows, wood.

use super::Rgb;

/// A colour that changes from place to place. Places are parts of the box around a mark.
#[derive(Debug, PartialEq)]
pub struct Shade {
    /// A name that no other shade has.
    pub name: &'static str,
    /// The way along which the colour changes.
    pub way: Way,
    /// The colours on that way.
    pub stops: &'static [GradientStop],
}

/// The way along which a colour changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// From the upper left corner of the box to the lower right one.
    Across,
    /// From a centre outwards, as far as a radius.
    Outwards { x: f32, y: f32, radius: f32 },
}

/// A colour on a way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GradientStop {
    /// Where, from 0 at the start to 1 at the end.
    pub at: f32,
    pub color: Rgb,
    /// 1 is opaque.
    pub opacity: f32,
}

/// A black stone, with the light from the upper left.
pub static BLACK_STONE: Shade = Shade {
    name: "ishi-black",
    way: Way::Outwards {
        x: 0.36,
        y: 0.3,
        radius: 0.75,
    },
    stops: &[
        stop(0.0, Rgb(0x7c, 0x7c, 0x80)),
        stop(0.25, Rgb(0x3c, 0x3c, 0x40)),
        stop(1.0, Rgb(0x08, 0x08, 0x0a)),
    ],
};

/// A white stone, with the light from the upper left.
pub static WHITE_STONE: Shade = Shade {
    name: "ishi-white",
    way: Way::Outwards {
        x: 0.36,
        y: 0.3,
        radius: 0.8,
    },
    stops: &[
        stop(0.0, Rgb(0xff, 0xff, 0xff)),
        stop(0.6, Rgb(0xf2, 0xf0, 0xea)),
        stop(1.0, Rgb(0xb9, 0xb5, 0xaa)),
    ],
};

/// The shadow of a stone.
pub static SHADOW: Shade = Shade {
    name: "ishi-shadow",
    way: Way::Outwards {
        x: 0.5,
        y: 0.5,
        radius: 0.5,
    },
    stops: &[
        GradientStop {
            at: 0.75,
            color: Rgb(0x20, 0x10, 0x00),
            opacity: 0.5,
        },
        GradientStop {
            at: 1.0,
            color: Rgb(0x20, 0x10, 0x00),
            opacity: 0.0,
        },
    ],
};

/// The wood of a board, without its grain.
pub static WOOD: Shade = Shade {
    name: "ishi-wood",
    way: Way::Across,
    stops: &[
        stop(0.0, Rgb(0xe9, 0xc1, 0x79)),
        stop(0.5, Rgb(0xe2, 0xb5, 0x6b)),
        stop(1.0, Rgb(0xda, 0xab, 0x60)),
    ],
};

const fn stop(at: f32, color: Rgb) -> GradientStop {
    GradientStop {
        at,
        color,
        opacity: 1.0,
    }
}
