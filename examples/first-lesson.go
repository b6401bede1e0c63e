REMARK written down from memory
EVENT First lesson
BLACK Anna Berg 5-kyu
WHITE Otto Lind 2-dan
DATE 12 May 1990
PLACE Copenhagen
BOARDSIZE 9
KOMI 0
HANDICAP 2
RESULT Black wins by 3
SETUP B C3 G7
COM
Black has two stones on the star points.
ENDCOM
W 1 G3
B 2 C7
W 3 D4
COM
White leans on the corner before Black has settled it.
ENDCOM
VAR
W 3 C4
B 4 D4
COM
This is what Black hoped for.
ENDCOM
ENDVAR
B 4 C4
MARK a@C5 \t@D4
W 5 D3
B 6 C2
W 7 C5
B 8 B5
W 9 D2
