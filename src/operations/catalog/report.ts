/** Offers `report` to agents. The command line has its own: it also reads a pipe, and prints every test. */
import * as z from 'zod'
import { isFailing } from '../../core/model/test-run.ts'
import { toReportHead } from '../../render/test-report/report-json.ts'
import { toReportText } from '../../render/test-report/report-text.ts'
import { toErrorTexts } from '../../render/text/error.ts'
import { define } from '../operation.ts'
import { getReportExit, report } from '../report/report.ts'
import { reportTools } from '../report/tools.ts'
import { repo, SCHEMA_VERSION, text } from './inputs.ts'

const MAX_FILES = 100
const MAX_NAMED = 100
const file = text.refine((name) => name !== '-', 'expected a file')

export const reportOperation = define({
  input: z.strictObject({
    repo,
    files: z.array(file).min(1).max(MAX_FILES).describe('reports: files, folders or globs below `repo`'),
    format: text.exactOptional().describe('the format, when it cannot be detected from the content'),
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, format: z.string(), failing: z.array(z.string()) }),
  flags: { files: '<files>' },
  run: async ({ repo: cwd, files: inputs, ...options }, { signal }) => {
    const answer = await report({ ...options, inputs, cwd, stdin: [], signal }, reportTools)
    const { run, coverage, refusals, merged } = answer
    const failing = Iterator.from(run.cases)
      .filter(({ outcome }) => isFailing(outcome))
      .take(MAX_NAMED)
      .map(({ name }) => name)
    return {
      json: { ...toReportHead(run, coverage, refusals, merged), failing: [...failing] },
      toText: (page) => `${toReportText(run, coverage, page, merged)}${toErrorTexts(refusals, MAX_NAMED)}`,
      exit: getReportExit(answer),
    }
  },
})
