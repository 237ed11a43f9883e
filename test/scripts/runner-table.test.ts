import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toRunnerCount, toRunnerTable } from '../../scripts/runner-table.ts'
import { runners } from '../../src/test-runner/runners/index.ts'

/** The rows of both tables: cells by column, by runner. */
function getRows(): readonly (readonly [string, Readonly<Record<string, string>>])[] {
  const tables = toRunnerTable()
    .trim()
    .split('\n\n')
    .filter((part) => part.startsWith('|'))
  const cells = (line: string) => line.slice(2, -2).split(' | ')
  return tables.flatMap((table) => {
    const [head = '', , ...lines] = table.split('\n')
    const columns = cells(head)
    return lines.map((line) => {
      const row = cells(line)
      return [row[0] ?? '', Object.fromEntries(columns.map((name, n) => [name, row[n] ?? '']))] as const
    })
  })
}

test('the tables of runners have every runner of the registry, and name stories that exist', () => {
  const rows = getRows()
  const names = runners.map(({ name }) => name)
  expect(rows.map(([name]) => name)).toEqual([...names, ...names])
  const links = [...toRunnerTable().matchAll(/\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '')
  expect(links.filter((path) => !existsSync(path))).toEqual([])
})

test('the README counts the runners of the registry, and names those that no story starts', () => {
  const unproved = getRows().flatMap(([name, row]) => (row['shown by'] === 'format only' ? [name] : []))
  const text = toRunnerCount()
  expect(text).toContain(`detects ${runners.length} runners`)
  expect(text).toContain(`run ${runners.length - unproved.length} of them`)
  expect(unproved.filter((name) => !text.includes(name))).toEqual([])
})

test.each([
  ['unittest', { 'shown by': expect.stringContaining('the real tool: [measure]'), language: 'python' }],
  ['go', { targeted: 'package', 'load errors': 'report, console', kinds: expect.stringContaining('timeout') }],
  ['Maven', { targeted: 'class', 'file of a test': 'by name' }],
  ['Gradle', { 'shown by': 'the real tool: [runners](../../test/runners/java.test.ts) with JUnit 4, TestNG' }],
  ['bats', { 'shown by': expect.stringContaining(', [runners](../../test/runners/shell.test.ts)') }],
  ['RSpec', { targeted: 'file', 'load errors': 'report', kinds: 'assertion, missing symbol' }],
  ['cargo nextest', { 'shown by': 'format only', targeted: 'file' }],
  ['prove', { canary: 'among the drivers, where there is a place' }],
])('the row of %s says what its declaration and its stories say', (name, expected) => {
  const cells = getRows().filter(([runner]) => runner === name)
  expect(Object.assign({}, ...cells.map(([, row]) => row))).toMatchObject(expected)
})

/** Runners whose own stories, or whose reports, show it: the others share the stories of each night. */
const CRASHES: Readonly<Record<string, string>> = {
  vitest: 'test/stories/measure-vitest.test.ts',
  'node:test': 'test/stories/measure-node-test.test.ts',
  go: 'test/stories/verify-go.test.ts',
  // Pest runs PHPUnit by the same script, and writes its report.
  Pest: 'test/runners/measure-phpunit.test.ts',
  'cargo nextest': 'test/test-runner/runners/nextest.test.ts',
  Playwright: 'test/reports/formats/playwright-json.test.ts',
  'dotnet test': 'test/reports/dotnet.test.ts',
}

test('for each runner a test shows a process that ends in the middle', () => {
  const stories = globSync('test/runners/*.test.ts').map((path) => readFileSync(path, 'utf8'))
  const others = runners.flatMap(({ name }) =>
    stories.some((text) => text.includes(`runner: '${name}'`)) ? [] : [name],
  )
  expect(others.toSorted()).toEqual(Object.keys(CRASHES).toSorted())
  const words = /ends the process|exit\(|printStories|interrupted|abort/i
  for (const path of Object.values(CRASHES)) expect(readFileSync(path, 'utf8'), path).toMatch(words)
})
