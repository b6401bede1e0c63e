"""Records that are the same every time: plain games, a dictionary of variations, games with long comments, and games of many events."""

from itertools import islice

LETTERS = "abcdefghijklmnopqrs"


class Dice:
    """Throws the same numbers every time."""

    def __init__(self):
        self.state = 1990

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def point(self):
        return LETTERS[self.below(19)] + LETTERS[self.below(19)]

    def words(self, count):
        return " ".join("".join(LETTERS[self.below(19)] for _ in range(2 + self.below(8))) for _ in range(count))


def header(dice):
    day = f"{1 + dice.below(28):02d}"
    return f"FF[4]GM[1]SZ[19]PB[{dice.words(1)}]PW[{dice.words(1)}]BR[{1 + dice.below(9)}d]DT[2001-05-{day}]KM[6.5]RE[B+R]"


def plain_games(dice):
    """Returns games of 200 moves."""
    while True:
        moves = "".join(f";{'BW'[turn % 2]}[{dice.point()}]" for turn in range(200))
        yield f"(;{header(dice)}{moves})"


def dictionary(dice):
    """Returns games of short variations with labels and comments."""
    while True:
        node = lambda turn: f";{'BW'[turn % 2]}[{dice.point()}]"
        remark = lambda: f"C[{dice.words(6)}]LB[{dice.point()}:A][{dice.point()}:B]"
        lines = [f"({node(3)}{node(4)}{remark()}{node(5)})" for _ in range(20)]
        yield f"(;{header(dice)}{node(0)}{node(1)}{node(2)}{remark()}{''.join(lines)})"


def long_comments(dice):
    """Returns games with a comment of some lines after each move."""
    while True:
        comment = lambda: "\n".join(dice.words(12).replace("a", "\\]") for _ in range(8))
        moves = "".join(f";{'BW'[turn % 2]}[{dice.point()}]C[{comment()}]\n" for turn in range(30))
        yield f"(;{header(dice)}{moves})"


def events(dice):
    """Returns games of 40 variations that start with setup: Ishi has an event for each. Their private properties travel in it."""
    while True:
        near = lambda column: column + LETTERS[dice.below(19)]
        setup = lambda: f"AB[{near('a')}]AW[{near('b')}]C[{dice.words(16)}]XX[{dice.words(4)}]"
        lines = [f"(;{setup()};B[{near('c')}]C[{dice.words(16)}];W[{near('d')}])" for _ in range(40)]
        yield f"(;{header(dice)}{''.join(lines)})"


KINDS = {"plain games": plain_games, "dictionary": dictionary, "long comments": long_comments, "events": events}


def record(kind, games):
    """Returns so many games of a kind."""
    return "\n".join(islice(KINDS[kind](Dice()), games))
