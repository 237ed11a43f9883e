/** A key that nothing reads is a lie: it promises what no code does. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { METRICS } from '../src/render/metrics.ts'

const files = globSync('src/**/*.ts')
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** Functions that make a schema from an object of its keys. */
const MAKERS = ['object', 'strictObject', 'looseObject', 'section', 'extend']
/** Callers read the answers of operations; `docs/reference/json.md` describes them. */
const ANSWERS = 'src/operations/catalog/'
/** Keys that others read, by file and name. */
const READ_ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['testsCreated', 'filesModified', 'commitSha', 'logs'].map((key) => [
      `src/operations/task-master/tools.ts: ${key}`,
      '`MEASURED` names it in the answer as what the gate measures itself',
    ]),
  ),
  'src/evidence/statement.ts: gitCommit': 'policy engines read it: `docs/reference/verdict-v1.md`',
  'src/evidence/manifest.ts: lastLogHash': 'auditors hand it to `verifyLog` of tdd-gate/evidence',
}

/** What is read: `.name`, `['name']`, and the names in a pattern that takes an object apart. */
const READS = /\.(\w+)\b|\['([\w-]+)'\]/g
const PATTERNS = /\{([^{}]*)\}(?= =\s|: [A-Z{]|(?:, \w+)?\)(?:: [\w[\]]+)? =>| of )/g
const NAMES = /(?<![:.]\s?)\b(\w+)\b/g

const read = new Set(
  [...texts.values()].flatMap((text) => [
    ...[...text.matchAll(READS)].map(([, member, key]) => member ?? key),
    ...[...text.matchAll(PATTERNS)].flatMap(([, names = '']) => [...names.matchAll(NAMES)].map(([, name]) => name)),
  ]),
)

function getKeys(file: string, text: string): readonly string[] {
  const keys: string[] = []
  const take = new Visitor({
    CallExpression: ({ callee, arguments: [shape] }) => {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type !== 'Identifier' || !MAKERS.includes(name.name) || shape?.type !== 'ObjectExpression') return
      for (const one of shape.properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') keys.push(one.key.name)
    },
  })
  take.visit(parseSync(file, text).program)
  return keys
}

test('each key of a configuration, and of a document that the gate writes for itself, is read', () => {
  const schemas = [...texts].filter(([file, text]) => !file.startsWith(ANSWERS) && /from 'zod(?:\/mini)?'/.test(text))
  const keys = schemas.flatMap(([file, text]) => getKeys(file, text).map((key) => ({ key, name: `${file}: ${key}` })))
  expect(keys.length).toBeGreaterThan(300)
  const unread = keys.filter(({ key }) => !read.has(key)).map(({ name }) => name)
  expect(new Set(unread)).toEqual(new Set(Object.keys(READ_ELSEWHERE)))
})

test('each metric is set, and each of its labels', () => {
  const text = texts.get('src/app/metrics.ts') ?? ''
  const names = Object.entries(METRICS).flatMap(([name, { labels }]) => [`'${name}'`, ...labels])
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})

test('each variable of the environment that the docs of the App name is read', () => {
  const rows = readFileSync('docs/reference/app.md', 'utf8').matchAll(/^\| (`[A-Z][A-Z_]+`[^|]*)\|/gm)
  const names = [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name))
  expect(names.length).toBeGreaterThan(20)
  const all = [...texts.values()].join('\n')
  expect(names.filter((name) => !new RegExp(`'${name}'|\\.${name}\\b`).test(all))).toEqual([])
})
