import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** room -> the rooms it may import. Doors (cli, app, action, mcp) never appear on the right. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  disk: [],
  config: ['core'],
  reports: ['core'],
  tasks: ['core', 'config'],
  intake: ['core'],
  evidence: ['core'],
  render: ['core'],
  measure: ['core', 'disk', 'reports'],
  github: ['core'],
  facts: ['core', 'config', 'evidence', 'reports', 'tasks', 'github'],
  effects: ['core', 'github'],
  inbox: ['core', 'disk'],
  gate: ['core', 'config', 'evidence', 'tasks', 'facts', 'render', 'effects', 'github'],
  operations: [
    'core',
    'disk',
    'config',
    'evidence',
    'reports',
    'tasks',
    'measure',
    'github',
    'facts',
    'render',
    'gate',
  ],
  app: ['core', 'intake', 'inbox', 'gate', 'github', 'facts', 'effects', 'render'],
  action: ['core', 'evidence', 'intake', 'measure', 'gate', 'github', 'facts', 'effects', 'render', 'operations'],
  cli: ['core', 'operations', 'render'],
  mcp: ['core', 'operations', 'render'],
}
const PURE = ['core', 'config', 'evidence', 'reports', 'tasks', 'intake', 'render']
/** Libraries that only compute; a pure room may use those named for it and no other. */
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
const IMPURE =
  /from 'node:(?!(?:crypto|buffer)')|\brandom\w+\(|\bDate\.now\b|\bnew Date\(\)|\bprocess\.|\bfetch\(|\bMath\.random\b|\bsetTimeout\b|\bperformance\./

const files = globSync('src/**/*.{ts,mjs}').toSorted()
const room = (file: string) => (file.split('/')[1] ?? '').replace(/\.ts$/, '')
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:^(?:import|export)\s[^;]*?from\s+|\bimport\()'([^']+)'/gm)].map(
    (m) => m[1] ?? '',
  )
const local = (file: string) =>
  importsOf(file)
    .filter((spec) => spec.startsWith('.'))
    .map((spec) => join(dirname(file), spec))

test('every room imports only the rooms before it', () => {
  const wrong = files.flatMap((file) =>
    local(file)
      .filter((target) => room(target) !== room(file) && !MAY_IMPORT[room(file)]?.includes(room(target)))
      .map((target) => `${file} may not import ${target}`),
  )
  expect(wrong).toEqual([])
})

test('the pure rooms touch no disk, network, clock, chance or environment', () => {
  const pure = files.filter((file) => PURE.includes(room(file)))
  expect(pure.filter((file) => IMPURE.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the pure rooms use only libraries that compute', () => {
  const wrong = files
    .filter((file) => PURE.includes(room(file)))
    .flatMap((file) =>
      importsOf(file)
        .filter((spec) => !spec.startsWith('.') && !PURE_LIBRARIES[room(file)]?.includes(spec))
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

test('no source file swallows an error', () => {
  const silent = files.filter((file) =>
    /catch\s*(\([^)]*\)\s*)?\{\s*\}|\.catch\(\(\)\s*=>\s*\{\s*\}\)/.test(readFileSync(file, 'utf8')),
  )
  expect(silent).toEqual([])
})
