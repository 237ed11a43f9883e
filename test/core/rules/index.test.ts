/** The registry of rules: complete, named alike, and obedient to the policy. */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../../../src/core/rules/index.ts'

const NO_RULES = ['rule', 'index', 'text', 'correct', 'flaky-history']
const codes = rules.map(({ code }) => code)
const files = globSync('src/core/rules/*.ts')
  .map((path) => basename(path, '.ts'))
  .filter((name) => !NO_RULES.includes(name))

test('every file of the folder is a registered rule, and every rule has a file of its name', () => {
  expect(codes.toSorted()).toEqual(files.toSorted())
})

test('every rule has a table of cases', () => {
  const tables = globSync('test/core/rules/*.test.ts').map((path) => basename(path, '.test.ts'))
  expect(codes.filter((code) => !tables.includes(code))).toEqual([])
})

describe.each(rules.map((rule) => [rule.code, rule] as const))('%s', (code, rule) => {
  test('has a code in kebab-case that no other rule has', () => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/)
    expect(codes.filter((other) => other === code).length).toBe(1)
  })

  test('says in a sentence what it asks, and why', () => {
    expect(rule.about).toMatch(/^[A-Z].*\.$/)
    expect(rule.why).toMatch(/^[A-Z].*\.$/s)
    expect(rule.phases.length).toBeGreaterThan(0)
  })

  test('is exported under its own name by its own file', async () => {
    const name = code.replace(/-([a-z])/g, (_, job: string) => job.toUpperCase())
    const module: Record<string, unknown> = await import(`../../../src/core/rules/${code}.ts`)
    expect(module[name]).toBe(rule)
  })
})
