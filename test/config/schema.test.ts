import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toJsonSchema } from '../../src/config/schema.ts'

const published = JSON.parse(readFileSync('schema/tdd-gate.schema.json', 'utf8'))

test('the published schema is the one that the gate checks with', () => {
  expect(published, 'run: node scripts/schema.ts').toEqual(toJsonSchema())
})

test('editors learn the keys, their meaning and their bounds from it', () => {
  expect(published.required).toEqual(['version'])
  expect(published.additionalProperties).toBe(false)
  expect(published.properties.test.description).toMatch(/\w/)
  expect(JSON.stringify(published)).toContain('"maximum":100')
})
