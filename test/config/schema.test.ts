import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCHEMAS } from '../../scripts/schema.ts'

const published = JSON.parse(readFileSync('schema/tdd-gate.schema.json', 'utf8'))

test('the published schema is the one that the gate checks with', () => {
  expect(published, 'run: node scripts/schema.ts').toEqual(SCHEMAS['tdd-gate.schema.json'])
})

test('it says its own address, and the entry for schemastore.org leads to it', () => {
  const entry = JSON.parse(readFileSync('schema/schemastore.json', 'utf8'))
  expect(entry).toEqual(SCHEMAS['schemastore.json'])
  expect(entry).toMatchObject({ url: published.$id, fileMatch: ['**/.github/tdd-gate.yml'] })
  expect(published.$id).toMatch(/^https:.*\/v0\/schema\/tdd-gate\.schema\.json$/)
})

test('editors learn the keys, their meaning and their bounds from it', () => {
  expect(published.required).toEqual(['version'])
  expect(published.additionalProperties).toBe(false)
  expect(published.properties.test.description).toMatch(/\w/)
  expect(JSON.stringify(published)).toContain('"maximum":100')
})

/** Names of all keys that have no keys below them, `coverage` as one. */
const getLeaves = (schema: { readonly properties?: object; readonly anyOf?: readonly object[] }): string[] =>
  [schema, ...(schema.anyOf ?? [])].flatMap((one) =>
    Object.entries('properties' in one ? (one.properties ?? {}) : {}).flatMap(([name, below]) => {
      const deeper = name === 'coverage' ? [] : getLeaves(below)
      return deeper.length > 0 ? deeper : [name]
    }),
  )

test('every key of the configuration is read, and none that nothing read is left', () => {
  const files = globSync('src/**/*.ts', { exclude: ['src/config/{schema,parse}.ts', 'src/core/model/**'] })
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  /** Under another name in the program: `timeoutSeconds`; a version says how the rest is read. */
  const readAs: Readonly<Record<string, string>> = { timeout: 'timeoutSeconds' }
  const isRead = (name: string) =>
    new RegExp(`\\.${readAs[name] ?? name}\\b|[{,] *${readAs[name] ?? name}\\b`).test(code)
  const unread = getLeaves(published).filter((name) => name !== 'version' && !isRead(name))
  expect(unread).toEqual([])
  for (const path of ['tasks.source'])
    expect(
      path.split('.').reduce((at, name) => properties(at)[name], published),
      path,
    ).toBeUndefined()
})

const properties = (schema: { readonly properties?: object; readonly anyOf?: readonly object[] }) =>
  Object.assign({}, ...[schema, ...(schema.anyOf ?? [])].map((one) => ('properties' in one ? one.properties : {})))
