// The letters that a search compares: of `Müller` and `Łukasz` those that a person types.

const OTHERS = { ł: "l", ø: "o", đ: "d", ð: "d", ß: "ss", æ: "ae", œ: "oe", þ: "th", ı: "i" };

/** Returns a text in small letters without accents. */
export const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[łøđðßæœþı]/g, (letter) => OTHERS[letter]);
