/** Every command line that a reader of these pages may type is run by a test, or its page says beside it why not. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findComplaints, findIdleRows, isCalledIn, isStepOf, type Rows } from './support/page-commands/account.ts'
import { FOLLOWED, HELD, RUN } from './support/page-commands/held.ts'
import { readCommands, readPage } from './support/page-commands/read.ts'
import { hasTitle } from './support/titles.ts'

const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/{start,how-to}/*.md').toSorted()]
const COMMANDS = PAGES.flatMap(readPage)
const ROWS: Rows = { run: RUN, held: HELD, followed: FOLLOWED }
const { scripts }: { readonly scripts: object } = JSON.parse(readFileSync('package.json', 'utf8'))
const EXISTS = { script: (name: string) => Object.hasOwn(scripts, name), file: existsSync }

test('a test runs every command of the pages, or its page says why none does', () => {
  expect(COMMANDS.length).toBeGreaterThan(150)
  expect(findComplaints(COMMANDS, ROWS, EXISTS)).toEqual([])
})

test('each row is about a command of a page', () => {
  expect(findIdleRows(COMMANDS, ROWS)).toEqual([])
})

/** A row is about whole processes: its test file imports what starts them. */
const STARTS = /'(?:node:child_process|.*\/(?:run-cli|fresh-clone)\.ts)'/

test.each(Object.entries(HELD))('the file and the title that the row of `%s` names run it', (line, held) => {
  const path = 'test' in held ? held.test : held.workflow
  const source = readFileSync(path, 'utf8')
  const facts =
    'title' in held
      ? { title: hasTitle(source, held.title), call: isCalledIn(source, line), process: STARTS.test(source) }
      : { step: isStepOf(source, line) }
  expect(facts, path).toEqual('title' in held ? { title: true, call: true, process: true } : { step: true })
})

test.each(Object.entries(FOLLOWED))('the test that the row of %s names follows it', (place, { test: path, title }) => {
  const source = readFileSync(path, 'utf8')
  const facts = { title: hasTitle(source, title), call: source.includes(`toScript('${place}'`) }
  expect(facts, path).toEqual({ title: true, call: true })
})

describe('a page with', () => {
  const rows: Rows = {
    run: { 'npm run a -- --help': { in: 'clone' } },
    held: { 'npm run a': { workflow: '.ci/run' }, 'npm run b && npm link': { workflow: '.ci/run' } },
    followed: { 'p.md#start': {} },
  }
  const complaintsOf = (markdown: string) =>
    findComplaints(readCommands('p.md', markdown), rows, {
      script: (name) => 'abc'.includes(name),
      file: (path) => path === 'a.ts',
    }).map((complaint) => complaint.split(/[:.]\s/, 1)[0])
  const STEPS = '# Start\n```sh\ngit add test && git commit -m "a"\ntdd-gate start task.yml   # opens it\n```\n'
  const NONE = (line: number, command: string) => [`p.md:${line} \`${command}\` is run by no test`]

  test.each([
    ['a command with a row', 'Run `npm run a`.', []],
    ['a command that no test runs', 'Run\n`npm run c`.', NONE(2, 'npm run c')],
    ['another option of a command with a row', '`npm run a -- --open`', NONE(1, 'npm run a -- --open')],
    ['a part of a line with a row', '`npm link`', []],
    ['a line in which one part has no row', '`npm run a && rm -r x`', NONE(1, 'npm run a && rm -r x')],
    ['the second line of a block that no test runs', '```sh\nnpm run a\nnpm run c\n```', NONE(3, 'npm run c')],
    ['the name of a command that a section runs', `${STEPS}\n\`git add\` and \`git commit\``, []],
    ['a placeholder for what a section runs', `${STEPS}\n\`tdd-gate start FILE\` and \`tdd-gate start <file>\``, []],
    [
      'another call of that command',
      `${STEPS}\n\`tdd-gate start FILE --dry-run\``,
      NONE(7, 'tdd-gate start FILE --dry-run'),
    ],
    ['a name alone in a block', `${STEPS}\n# Two\n\`\`\`sh\ngit add\n\`\`\``, NONE(9, 'git add')],
    ['the same line below another heading', `${STEPS}\n# Two\n\`\`\`sh\ntdd-gate start task.yml\n\`\`\``, []],
    ['a mark', '`docker compose up` (needs Docker)', []],
    ['a mark in a block', '```sh\ndocker compose up   # needs Docker, and brings TLS\n```', []],
    ['a mark above a block', '```sh\n# needs Docker\ndocker compose up\ndocker ps\n```', []],
    ['other words in brackets', '`docker compose up` (needs time)', NONE(1, 'docker compose up')],
    ['the mark of another sentence', '`docker compose up`. It (needs Docker).', NONE(1, 'docker compose up')],
    [
      'a mark that does not fit',
      '`npm run c` (needs Docker)',
      ['p.md:1 `npm run c` is marked "needs Docker", and does not look so'],
    ],
    [
      'a mark for minutes on what takes seconds',
      '`npm run c` (runs for minutes)',
      ['p.md:1 `npm run c` is marked "runs for minutes", and does not look so'],
    ],
    [
      'a mark beside a row',
      '`npm run a` (runs for minutes)',
      ['p.md:1 `npm run a` is held by the mark "runs for minutes" and HELD'],
    ],
    [
      'a script that is not there',
      '`npm run bench` (runs for minutes)',
      ['p.md:1 `npm run bench` names bench, which the repository does not have'],
    ],
    [
      'a file that is not there',
      '`node bench/b.ts` (runs for minutes)',
      ['p.md:1 `node bench/b.ts` names bench/b.ts, which the repository does not have'],
    ],
  ])('%s', (_, markdown, expected) => expect(complaintsOf(markdown)).toEqual(expected))

  test('none of the commands of the rows leaves each of them idle', () => {
    expect(findIdleRows(readCommands('p.md', '`npm run a`'), rows)).toEqual([
      'npm run a -- --help',
      'npm run b && npm link',
      'p.md#start',
    ])
  })
})

test.each([
  ["run('npm', ['run', 'demo'])", 'npm run demo', true],
  ["run('npm run demo -- --json')", 'npm run demo', true],
  ["run('npm')\nrun('demo')", 'npm run demo', false],
  ["run('npm run demonstrate')", 'npm run demo', false],
  ["runCli(['mcp'])", 'tdd-gate mcp', true],
  ["start('npm start', { HOOK: 'x' })", 'HOOK=<a url> npm start', true],
  ["start('npm start')", 'HOOK=<a url> npm start', false],
  ['call(`start 7 --issue ${issue}`)', 'tdd-gate start 7 --issue 12', true],
  ["runCli(['x'])", 'tdd-gate', false],
])('%j calls `%s`: %s', (source, command, expected) => expect(isCalledIn(source, command)).toBe(expected))

test.each([
  ['      - run: npm run a\n', true],
  ['npm run a\n', true],
  ['  # npm run a\n', false],
  ['      - run: npm run ab\n', false],
])('%j has the step `npm run a`: %s', (source, expected) => expect(isStepOf(source, 'npm run a')).toBe(expected))
