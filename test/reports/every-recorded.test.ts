/** Every recorded report is read, or is refused by its code. `npm run freeze` compares what is read of each. */
import { globSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { report } from '../../src/operations/report/report.ts'
import { reportTools } from '../../src/operations/report/tools.ts'
import { toReportChunks } from '../../src/render/test-report/report-json.ts'
import { freeze } from '../support/freeze.ts'

const FIXTURES = resolve(import.meta.dirname, '..', 'fixtures')
/** What is written about the reports, by hand. */
const ABOUT = new Set(['manifest.json', 'README.md'])
/** No file is tracked here: names stay as the reports have them. */
const TOOLS = { ...reportTools, trackedPaths: async () => [] }
const recorded = globSync('{reports,coverage,cobertura,libtest,cmake}/**/*.*', { cwd: FIXTURES })
  .filter((path) => !ABOUT.has(basename(path)))
  .toSorted()

test('there are recorded reports of many tools', () => {
  expect(new Set(recorded.map(dirname)).size).toBeGreaterThan(50)
})

test.each(recorded)('%s is read, or is refused by its code', async (path) => {
  const { run, coverage, refusals, merged } = await report({ inputs: [path], cwd: FIXTURES, stdin: [] }, TOOLS).catch(
    (error: unknown) => ({ run: null, coverage: [], refusals: [error], merged: null }),
  )
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: expect.stringMatching(/^[a-z-]+$/) })
  const text = run === null ? '' : [...toReportChunks(run, coverage, refusals as never, merged as never)].join('')
  freeze(`report --json ${relative(FIXTURES, path)}`, `${text}${refusals.map((one) => (one as { code: string }).code)}`)
  expect(text.length + refusals.length).toBeGreaterThan(0)
})
