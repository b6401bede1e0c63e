"""The interface of sgfmill over ishi: `from ishi.sgfmill import sgf, sgf_moves, boards` in place of `from sgfmill import ...`.

Records are read by ishi. So a damaged record is repaired and not refused, its charset is detected where it is not named,
and records of Smart-Go and the Ishi Standard Format are read too. `ishi.check` names what was repaired.
"""

from ishi.sgfmill import boards, sgf, sgf_moves

__all__ = ["boards", "sgf", "sgf_moves"]
