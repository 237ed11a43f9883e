import { describe, expect, test } from 'vitest'
import { callsOf, readCommands, wordsOf } from './read.ts'

const read = (markdown: string) =>
  readCommands('p.md', markdown).map(({ line, command }) => `${line} ${command}`.trimEnd())

describe('the commands of a page', () => {
  test.each([
    ['each line of a block', '```sh\nnpm ci\nmake it   # so\n```', ['2 npm ci', '3 make it']],
    ['blocks of every name of a shell', '```bash\na\n```\n~~~console\nb\n~~~\n```shell\nc\n```', ['2 a', '5 b', '8 c']],
    ['no block of another language', '```yaml\nnpm: ci\n```\n```\nprinted by a program\n```', []],
    ['a block without a language that begins with a program', '```\nnpm ci && npm link\n```', ['2 npm ci && npm link']],
    [
      'lines with a prompt, without the output between them',
      '```\n$ git log\nabc\n$ git tag\n```',
      ['2 git log', '4 git tag'],
    ],
    ['a line that goes on', '```sh\nnpm run \\\n  a\nb\n```', ['2 npm run a', '4 b']],
    ['a quote over two lines', "```sh\necho 'a # b\nc' # d\ne\n```", ["2 echo 'a # b\nc'", '4 e']],
    ['a here-document as one', "```sh\ncat > a <<'END'\nnpm ci\nEND\nb\n```", ["2 cat > a <<'END'", '5 b']],
    ['a comment alone as no command', '```sh\n# (write it)\n\nb\n```', ['2', '4 b']],
    ['`#` within a word', "```sh\ntdd-gate start '#12' a#b\n```", ["2 tdd-gate start '#12' a#b"]],
    ['a block in a list in a quotation', '> - a\n>\n>   ```sh\n>   npm ci\n>   ```\n', ['4 npm ci']],
    ['inline code that begins with a program', 'Run\n`npm ci` or `make it`, not `npm`.', ['2 npm ci', '2 make it']],
    ['inline code over two lines', 'Run `npm\nci`.', ['1 npm ci']],
    ['inline code with variables before it', '`A=<one b> npm start`', ['1 A=<one b> npm start']],
    [
      'inline code of a table, a heading, a link and bold words',
      '# `git a`\n\n| x |\n| --- |\n| `git b \\| sh c` |\n\n[`git d`](x) **`git e`**',
      ['1 git a', '5 git b | sh c', '7 git d', '7 git e'],
    ],
    ['a program of the folder', '`./gradlew` and `../a.sh -x`, not `./`', ['1 ./gradlew', '1 ../a.sh -x']],
    ['no check whose name begins as a program', '`tdd-gate / judge`', []],
    ['no other inline code', '`Task: 1.1` `src/a.ts` `/tdd start` `git`', []],
    ['the same words twice', '`git a`\n\n`git a`', ['1 git a', '3 git a']],
  ])('are %s', (_, markdown, expected) => expect(read(markdown)).toEqual(expected))
})

test('a command knows its section, its comment and what its reader pastes', () => {
  const page = "# One\n## Two words\n```sh\ncat <<'E'   # exit code 1\nx\nE\n```\n"
  expect(readCommands('p.md', page)).toEqual([
    {
      page: 'p.md',
      line: 4,
      section: 'two-words',
      command: "cat <<'E'",
      text: "cat <<'E'   # exit code 1\nx\nE",
      comment: 'exit code 1',
      mark: null,
      isInline: false,
    },
  ])
})

test('the reader refuses code in HTML, which it would overlook', () => {
  expect(() => readCommands('p.md', 'Type <code>npm ci</code>.')).toThrow('p.md has code in HTML')
})

test('a mark of a line is its own, and one above all lines is that of each', () => {
  const marksOf = (block: string) => readCommands('p.md', `\`\`\`sh\n${block}\n\`\`\``).map(({ mark }) => mark)
  expect(marksOf('a # needs Docker\nb # it needs Docker')).toEqual(['needs Docker', null])
  expect(marksOf('# needs GitHub: of yours\na\nb')).toEqual(['needs GitHub', 'needs GitHub', 'needs GitHub'])
})

test.each([
  ['npm run a -- --base <the commit before>', ['npm', 'run', 'a', '--', '--base', '<the commit before>']],
  ['A=<a b>/c  npm start', ['A=<a b>/c', 'npm', 'start']],
  [`git commit -m "a b" 'c d'e`, ['git', 'commit', '-m', '"a b"', `'c d'e`]],
])('the words of %j are %j', (command, expected) => expect(wordsOf(command)).toEqual(expected))

test('the calls of a line stand between its operators', () => {
  expect(callsOf(`git add . && git commit -m "a && b"; x | y || true`)).toEqual([
    ['git', 'add', '.'],
    ['git', 'commit', '-m', '"a && b"'],
    ['x'],
    ['y'],
    ['true'],
  ])
})
