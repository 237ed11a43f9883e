import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** module -> the modules it may import. Entry points (cli, app, action) never appear on the right. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: ['syntax'],
  disk: [],
  // Loaded before every other module.
  folders: [],
  output: [],
  // Which repository and commit this program is of.
  'own-use': ['github'],
  config: ['core'],
  reports: ['core'],
  syntax: [],
  tasks: ['core', 'config'],
  intake: ['core'],
  evidence: ['core'],
  // Which repository and version workflows name.
  render: ['core', 'package.json'],
  git: ['core', 'disk', 'folders'],
  'test-runner': ['core', 'disk', 'folders', 'git', 'reports'],
  github: ['core'],
  // Texts in which code is emptied, altered, or made to fail.
  rewriting: ['core', 'syntax'],
  // What a commit changed, and what reads it.
  changes: ['core', 'git', 'rewriting', 'syntax'],
  trials: ['changes', 'core', 'git', 'reports', 'rewriting', 'syntax', 'test-runner'],
  // Tries commands on a copy of the repository.
  advice: ['core', 'git', 'test-runner'],
  'github/read': ['core', 'config', 'evidence', 'tasks', 'github'],
  'github/write': ['core', 'github'],
  operations: [
    'core',
    'disk',
    'folders',
    'config',
    'evidence',
    'reports',
    'tasks',
    'git',
    'test-runner',
    'github',
    'github/read',
    // What a person says on GitHub from the command line.
    'github/write',
    'own-use',
    'render',
    'advice',
    'changes',
    'rewriting',
    'trials',
  ],
  'app/queue': ['core', 'folders'],
  'app/gate': ['core', 'evidence', 'render', 'github', 'github/read', 'github/write'],
  'app/telemetry': ['core', 'render'],
  'app/admin': ['core', 'app', 'app/queue', 'app/telemetry'],
  'app/set-up': ['core', 'render', 'github', 'app', 'app/telemetry', 'app/web'],
  'app/web': ['core', 'config', 'render', 'github', 'app', 'app/queue'],
  app: [
    'core',
    'output',
    'own-use',
    'intake',
    'render',
    'github',
    'github/read',
    'app/queue',
    'app/gate',
    'app/set-up',
    'app/admin',
    'app/telemetry',
    'app/web',
  ],
  action: [
    'core',
    'evidence',
    'intake',
    'git',
    'test-runner',
    'github',
    'github/read',
    'github/write',
    'render',
    'operations',
    'output',
  ],
  mcp: ['operations', 'render'],
  cli: ['core', 'folders', 'operations', 'render', 'mcp', 'output'],
}
/** Modules whose folders are modules of their own. */
const DIVIDED = ['app', 'github']
const PURE = ['core', 'config', 'evidence', 'reports', 'tasks', 'intake', 'render']
/** Libraries that only compute; a pure module may use those named for it and no other. */
const PURE_LIBRARIES: Record<string, readonly string[]> = {
  config: ['yaml', 'zod', 'minimatch'],
  // A hash only computes.
  evidence: ['zod', 'zod/mini', 'node:crypto'],
  intake: ['zod', 'zod/mini'],
  render: ['node:crypto'],
  // So does whether bytes are UTF-8.
  reports: ['node:buffer'],
  tasks: ['yaml', 'zod'],
}
const MAX_LINES = 250
const MAX_FILES = 25
/** Folders of like files, one for each rule, command or format: they may be wider. */
const REGISTRIES = ['src/core/rules', 'src/core/commands', 'src/reports/formats', 'src/test-runner/runners']
const IMPURE =
  /from 'node:(?!(?:crypto|buffer)')|\brandom\w+\(|\bDate\.now\b|\bnew Date\(\)|\bprocess\.|\bfetch\(|\bMath\.random\b|\bsetTimeout\b|\bperformance\./

const files = globSync('src/**/*.{ts,mjs}').toSorted()
/** The module of `src/app/gate/check.ts` is `app/gate`, that of `src/core/rules/rule.ts` is `core`. */
const getModule = (file: string) => {
  if (!file.startsWith('src/')) return file
  const [name = '', folder = '', ...rest] = file.split('/').slice(1)
  return DIVIDED.includes(name) && rest.length > 0 ? `${name}/${folder}` : name.replace(/\.(?:ts|mjs)$/, '')
}
const getImports = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^(?:import|export)\s[^;]*?from\s+|\bimport\()'([^']+)'/gm)].map(
    (m) => m[1] ?? '',
  )
const local = (file: string) =>
  getImports(file)
    .filter((spec) => spec.startsWith('.'))
    .map((spec) => join(dirname(file), spec))

const crossings = files.flatMap((file) =>
  local(file)
    .filter((target) => getModule(target) !== getModule(file))
    .map((target) => ({ file, from: getModule(file), target, to: getModule(target) })),
)

test('every module imports only the modules that it may import', () => {
  const wrong = crossings.filter(({ from, to }) => !MAY_IMPORT[from]?.includes(to))
  expect(wrong.map(({ file, target }) => `${file} may not import ${target}`)).toEqual([])
})

/** Modules that are imported by their `index.ts` alone. */
const ONE_ENTRY = ['syntax']

test('a module with one entry is imported by it alone', () => {
  const wrong = crossings.filter(({ target, to }) => ONE_ENTRY.includes(to) && target !== `src/${to}/index.ts`)
  expect(wrong.map(({ file, target }) => `${file} may not import ${target}`)).toEqual([])
})

test('no module is allowed an import that it does not use', () => {
  const unused = Object.entries(MAY_IMPORT).flatMap(([from, targets]) =>
    targets
      .filter((to) => !crossings.some((crossing) => crossing.from === from && crossing.to === to))
      .map((to) => `${from} does not import ${to}`),
  )
  expect(unused).toEqual([])
})

test(`no folder has more than ${MAX_FILES} files, registries of like files aside`, () => {
  const sizes = Map.groupBy(files, (file) => dirname(file))
  const wide = [...sizes].filter(([folder, { length }]) => length > MAX_FILES && !REGISTRIES.includes(folder))
  expect(wide.map(([folder, { length }]) => `${folder} has ${length} files`)).toEqual([])
})

test('the pure modules touch no disk, network, clock, chance or environment', () => {
  const pure = files.filter((file) => PURE.includes(getModule(file)))
  expect(pure.filter((file) => IMPURE.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the pure modules use only libraries that compute', () => {
  const wrong = files
    .filter((file) => PURE.includes(getModule(file)))
    .flatMap((file) =>
      getImports(file)
        .filter((spec) => !spec.startsWith('.') && !PURE_LIBRARIES[getModule(file)]?.includes(spec))
        .map((spec) => `${file} may not import ${spec}`),
    )
  expect(wrong).toEqual([])
})

test('no import cycle exists', () => {
  const graph = new Map(files.map((file) => [file, local(file)]))
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    expect(path, `cycle: ${[...path, file].join(' -> ')}`).not.toContain(file)
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test(`no source file is longer than ${MAX_LINES} lines`, () => {
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > MAX_LINES)
  expect(long).toEqual([])
})

const MAX_FUNCTION_LINES = 50

/** The functions at the top of a file, as the formatter writes them: each ends at a brace that begins a line. */
function getFunctions(file: string): readonly { readonly name: string; readonly length: number }[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    const [, declared, assigned] =
      /^(?:export )?(?:(?:async )?function\*? (\w+)|const (\w+).*=> ?[{(]?$)/.exec(line) ?? []
    const name = declared ?? assigned
    const end = lines.slice(i).findIndex((one) => /^(?:\}|\)$)/.test(one) && !/^\}[:,)]/.test(one))
    return name === undefined || end < 0 ? [] : [{ name, length: end + 1 }]
  })
}

test(`no function is longer than ${MAX_FUNCTION_LINES} lines`, () => {
  const long = files.flatMap((file) =>
    getFunctions(file).flatMap(({ name, length }) => (length > MAX_FUNCTION_LINES ? [`${file}: ${name}`] : [])),
  )
  expect(long).toEqual([])
})

test('no name of an exported type stands twice', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)].map((found) => found[1] ?? ''),
  )
  expect([...new Set(names.filter((name, i) => names.indexOf(name) !== i))]).toEqual([])
})

/** `public.ts` of a module exports the same functions again, for users of the package. */
const isPublic = (file: string) => file.endsWith('/public.ts')

test('no exported name stands twice', () => {
  const names = files
    .filter((file) => !isPublic(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function\*?|const) (\w+)/gm)].map(
        (found) => found[1] ?? '',
      ),
    )
  expect([...new Set(names.filter((name, i) => names.indexOf(name) !== i))]).toEqual([])
})

test('only what another file uses is exported', () => {
  const readers = globSync('{src,test,scripts,bench}/**/*.{ts,mjs}')
  const uses = new Map<string, number>()
  for (const file of readers)
    for (const word of new Set(readFileSync(file, 'utf8').match(/\w+/g))) uses.set(word, (uses.get(word) ?? 0) + 1)
  const unused = files
    .filter((file) => !isPublic(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const names = text.matchAll(/^export (?:async )?(?:function\*?|const|interface|type|class) (\w+)/gm)
      // A type that only proves something about another one is used by the compiler.
      return [...names].flatMap(([, name = '']) =>
        uses.get(name) === 1 && text.split(name).length > 2 ? [`${file}: ${name}`] : [],
      )
    })
  expect(unused).toEqual([])
})

test('no object literal is packed into another one', () => {
  const all = globSync('{src,test,scripts,bench}/**/*.ts', { exclude: ['test/fixtures/**'] })
  expect(all.filter((file) => /^[^'`]*\.\.\.\{/m.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('no source file swallows an error', () => {
  const silent = files.filter((file) =>
    /catch\s*(\([^)]*\)\s*)?\{\s*\}|\.catch\(\(\)\s*=>\s*\{\s*\}\)/.test(readFileSync(file, 'utf8')),
  )
  expect(silent).toEqual([])
})

/** Words that every reader had to read twice: who acts, and what happens, stays open with them. */
const VAGUE = /\b(?:whoever|nobody|somebody|anybody|told|mend(?:s|ed|ing)?|heard|in vain|clerk)\b/i
/** Modules whose messages reach users; the others follow. */
const WORDED = [
  'render',
  'core',
  'operations',
  'action',
  'cli',
  'git',
  'test-runner',
  'evidence',
  'intake',
  'config',
  'tasks',
]
/** Literals of one line. Comments are removed before: they may explain a word. */
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const getTexts = (file: string) => readFileSync(file, 'utf8').replace(COMMENT, '').match(LITERAL) ?? []

/**
 * Where they belong: `texts.ts` of a module, renderings, rules, commands, tools, operations, schemas, errors, runners, and
 * code of other languages. A launcher imports nothing. The demo's projects are code, and patterns of paths are no sentences.
 */
const SENTENCES_BELONG =
  /^src\/(?:render|advice\/candidates|operations\/demo|core\/rules|core\/commands|core\/errors|cli|mcp|trials|reports\/formats|operations\/catalog|app\/queue|tasks\/rules|rewriting|test-runner\/runners)\/|^src\/action\/launch\.mjs$|^src\/(?:output|operations\/index|config\/(?:schema|test-schema|organisation-schema|tighten|fields|default-paths)|tasks\/fields|core\/task\/hook-decision|core\/evaluate\/preconditions)\.ts$|\/texts\.ts$/
/** A quote inside of a pattern begins no text: what follows up to the next one is code. */
const BETWEEN_PATTERNS =
  /\n(?:export|function|async|const|return|\s*symbol\(|\}|\]|\s+const|\s+return)|\)\/|is not satisfied\//
/** Text literals of more than 40 characters elsewhere. The number may only fall. */
const MAX_SENTENCES_ELSEWHERE = 106

test(`at most ${MAX_SENTENCES_ELSEWHERE} sentences stand outside the folders for them`, () => {
  const isSentence = (text: string) =>
    text.length > 42 && /[a-z]+ [a-z]+ [a-z]+/.test(text) && !BETWEEN_PATTERNS.test(text)
  const elsewhere = files.filter((file) => !SENTENCES_BELONG.test(file))
  expect(elsewhere.flatMap(getTexts).filter(isSentence).length).toBeLessThanOrEqual(MAX_SENTENCES_ELSEWHERE)
})

test('only the catalogue creates errors', () => {
  const elsewhere = files.filter((file) => !file.startsWith('src/core/errors/'))
  expect(elsewhere.filter((file) => /new (?:Gate|Base)Error\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('messages for users name the actor and the act', () => {
  const vague = files
    .filter((file) => WORDED.includes(getModule(file)))
    .flatMap((file) => getTexts(file).flatMap((text) => (VAGUE.test(text) ? [`${file}: ${text}`] : [])))
  expect(vague).toEqual([])
})

const TITLE =
  /(?:\b(?:test|describe)(?:\.\w+)*|\]\s*(?:as const)?\))\(\s*(['"`])((?:(?!\1).)*)\1|\btitle: (['"`])((?:(?!\3).)*)\3/g

test('titles of tests name the actor and the act', () => {
  const titles = globSync('test/**/*.test.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TITLE)].map(
      ([, , title = '', , named = '']) => `${file}: ${title}${named}`,
    ),
  )
  expect(titles.length).toBeGreaterThan(3_000)
  expect(titles.filter((title) => VAGUE.test(title))).toEqual([])
})

/** A name of code in prose, outside of backticks and braces; `xUnit` is the name of a product. */
const CODE_NAME = /(?<![\w.@/#{$-])(?!xUnit\b)[a-z]+(?:[A-Z][a-z0-9]+)+(?![\w(./-])/g
const WHOLE_COMMENT = /^\s*(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/|\/\/.*)$/gm
/** A comment may quote code, name a parameter and link to a declaration. */
const QUOTED = /`[^`]*`|'[^']*'|"[^"]*"|\{@\w+ [^}]*\}|@(?:param|throws) \S+|https?:\S+/g

test('titles and comments name code in backticks only', () => {
  const tests = globSync('test/**/*.ts', { exclude: ['**/node_modules/**'] })
  const titles = tests.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(TITLE)].map(({ 2: title, 4: named }) => [file, title ?? named ?? '']),
  )
  const comments = [...files, ...tests].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(WHOLE_COMMENT)].map(([text]) => [file, text.replaceAll(QUOTED, '')]),
  )
  const named = [
    ...titles.map(([file, title = '']) => [file, title.replaceAll(/`[^`]*`|"[^"]*"|\\./g, ' ')]),
    ...comments,
  ]
  expect(named.length).toBeGreaterThan(6_000)
  expect(named.flatMap(([file, text = '']) => (text.match(CODE_NAME) ?? []).map((word) => `${file}: ${word}`))).toEqual(
    [],
  )
})

test('one entry opens every door: each script of package.json that starts the program starts src/cli/bin.mjs', () => {
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const started = Object.values(scripts ?? {}).flatMap((script) => script.match(/src\/\S+\.mjs/g) ?? [])
  expect(new Set(started)).toEqual(new Set(['src/cli/bin.mjs']))
  expect(Object.values(bin ?? {})).toEqual(['dist/cli/bin.mjs'])
})
