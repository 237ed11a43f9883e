/** Several formats tell one run: only the one that says most is used. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTests } from '../../../src/test-runner/reports/read-reports.ts'
import { testsReader } from '../../../src/test-runner/reports/readers.ts'
import { getSharedFolder } from '../../support/folder.ts'
import { recorded } from '../../support/recorded.ts'

const folder = getSharedFolder({})
const FILES = {
  tap: 'mocha/out/results.tap',
  junit: 'mocha/out/xunit.xml',
  sonar: 'sonar/out/mocha.xml',
  allure: 'allure/out/1-result.json',
  mochawesome: 'mochawesome/out/mochawesome.json',
} as const

const getFormat = async (...names: readonly (keyof typeof FILES)[]) => {
  const files = names.map((name) => ({ name, path: join(folder, name) }))
  for (const { name, path } of files) writeFileSync(path, recorded(FILES[name]))
  const { reports } = await readTests(files, { detect: testsReader() })
  return reports.map(({ format, warnings }) => [format, warnings.filter((said) => said.includes('not used')).length])
}

test.each([
  ['the own format of a framework before JUnit', ['junit', 'mochawesome'], 'mochawesome'],
  ['JUnit before TAP', ['tap', 'junit'], 'junit'],
  ['JUnit before formats for dashboards, which omit skips and retries', ['sonar', 'junit', 'allure'], 'junit'],
  ['a format for dashboards before TAP', ['tap', 'sonar'], 'sonar-tests'],
] as const)('%s', async (_what, names, format) => {
  expect(await getFormat(...names)).toEqual([[format, 1]])
})
