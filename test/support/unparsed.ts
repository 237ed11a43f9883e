/** What compilers and interpreters print for a file that does not parse: recorded. */
export const UNPARSED: readonly (readonly [string, string])[] = [
  ['rustc', 'error: expected expression, found `;`\n --> a.rs:1:18'],
  ['rustc', 'error: this file contains an unclosed delimiter\n --> b.rs:1:18'],
  ['rustc', 'error: mismatched closing delimiter: `]`\n --> c.rs:2:8'],
  ['javac 17', 'A.java:1: error: illegal start of expression'],
  ['javac 17', "B.java:1: error: ';' expected"],
  ['javac 17', 'C.java:1: error: unclosed string literal'],
  ['gcc 12', 'a.c:1:26: error: expected expression before ‘;’ token'],
  ['gcc 12', 'a.c:1:36: error: expected ‘;’ before ‘}’ token'],
  ['g++ 12', 'a.cc:2:42: error: expected ‘}’ at end of input'],
  ['go 1.19', "vet: ./a.go:2:17: expected operand, found '}'"],
  [
    'Elixir 1.14',
    '** (SyntaxError) a.ex:3:1: unexpected reserved word: end. The "(" at line 2 is missing terminator ")"',
  ],
  ['Elixir 1.14', '** (TokenMissingError) b.ex:3:1: missing terminator: end (for "do" starting at line 2)'],
  ['bash', "a.sh: line 3: syntax error near unexpected token `}'\na.sh: line 3: `}'"],
  ['dash', 'a.sh: 3: Syntax error: "}" unexpected (expecting "then")'],
  ['perl', 'syntax error at a.pl line 1, near "= ;"'],
  ['php', 'PHP Parse error:  syntax error, unexpected token "{", expecting variable in a.php on line 1'],
  ['ruby', "a.rb:2: syntax error, unexpected integer literal, expecting ')'"],
  ['tsc', 'a.ts(1,10): error TS1110: Type expected.'],
]
