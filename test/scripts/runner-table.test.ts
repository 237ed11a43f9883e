import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toRunnerTable } from '../../scripts/runner-table.ts'
import { runners } from '../../src/test-runner/runners/index.ts'

test('the table of runners has every runner of the registry, and names stories that exist', () => {
  const rows = toRunnerTable().trim().split('\n').slice(2)
  expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(runners.map(({ name }) => name))
  const links = rows.flatMap((row) => [...row.matchAll(/\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? ''))
  expect(links.filter((path) => !existsSync(path))).toEqual([])
  expect(rows.find((row) => row.startsWith('| unittest |'))).toContain('the real tool: [measure]')
})
