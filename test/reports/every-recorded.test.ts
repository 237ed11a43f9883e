/** Every recorded report is read, or is refused by its code. `npm run freeze` compares what is read of each. */
import { globSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
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

/** Returns what is printed of a report, and the codes of what is refused of it. */
async function readRecorded(path: string): Promise<{ readonly text: string; readonly codes: readonly string[] }> {
  try {
    const { run, coverage, refusals, merged } = await report({ inputs: [path], cwd: FIXTURES, stdin: [] }, TOOLS)
    const text = [...toReportChunks(run, coverage, refusals, merged)].join('')
    return { text, codes: refusals.map(({ code }) => code) }
  } catch (error) {
    if (error instanceof GateError) return { text: '', codes: [error.code] }
    throw error
  }
}

test.each(recorded)('%s is read, or is refused by its code', async (path) => {
  const { text, codes } = await readRecorded(path)
  for (const code of codes) expect(code).toMatch(/^[a-z-]+$/)
  freeze(`report --json ${path}`, `${text}${codes}`)
  expect(text.length + codes.length).toBeGreaterThan(0)
})
