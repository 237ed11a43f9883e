import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJob } from '../../src/action/job.ts'
import { getFolder } from '../support/folder.ts'

const FILES = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY']

test('the step removes what tests wrote into its files before it writes there', () => {
  const folder = getFolder({})
  const env = Object.fromEntries(FILES.map((name) => [name, join(folder, name)]))
  for (const path of Object.values(env)) writeFileSync(path, 'next<<EOF\nforged\n')
  openJob(env).emptyFiles()
  expect(Object.values(env).map((path) => readFileSync(path, 'utf8'))).toEqual(FILES.map(() => ''))
})

test('a step without files has none to empty', () => {
  const folder = getFolder({})
  expect(() => openJob({ GITHUB_OUTPUT: join(folder, 'none') }).emptyFiles()).not.toThrow()
})
