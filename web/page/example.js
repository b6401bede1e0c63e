const EXAMPLE = `EVENT A first lesson
BOARDSIZE 9
BLACK Anna
WHITE Bert
DATE 1990-05-03
B 1 C7
W 2 G7
B 3 G3
VAR
B 3 C3
COM Quieter
Black keeps the left side.
ENDCOM
W 4 G3
ENDVAR
W 4 D4
MARK a@E4 b@D5
COM
White leans on the corner. Where does Black answer, at a or b?
ENDCOM
B 5 D5
W 6 E4
REMARK written down from memory
`;

