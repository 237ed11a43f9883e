/** Finds the results that are lost because a later program of the run overwrote their report. */
import { isFailing, type Problem, type TestCase } from '../../core/model/test-run.ts'
import { HEAD_CHARACTERS, ReportError, type TestReport } from '../../reports/format.ts'
import { identify, treeOf } from '../../reports/identity.ts'
import { pairTests } from '../../reports/pair-tests.ts'
import { runTexts } from '../texts.ts'
import type { ReportFile } from './collect.ts'
import { readTests } from './read-reports.ts'
import { testsReader } from './readers.ts'
import type { EarlierVersion } from './report-watch.ts'

/**
 * Returns a problem for each report with lost results: a test that no report tells any more, or a failure of it. A
 * program that rewrites its own report, with all that was in it, loses nothing.
 */
export async function findLost(
  earlier: readonly EarlierVersion[],
  files: readonly ReportFile[],
  fallback: string | null,
): Promise<readonly Problem[]> {
  if (earlier.length === 0) return []
  const detect = testsReader({ fallback })
  const { reports } = await readTests(files, { detect })
  const left = getCases(reports)
  const lost = earlier.flatMap(({ path, bytes }) => {
    const test = findLostTest(getCases(read(bytes, detect)), left)
    const name = files.find((file) => file.path === path)?.name ?? ''
    return test === undefined ? [] : [[name, runTexts.overwritten(name, test.id)] as const]
  })
  return [...new Map(lost).values()].map((message) => ({ code: 'overwritten-report', message }))
}

function findLostTest(told: readonly TestCase[], left: readonly TestCase[]): TestCase | undefined {
  const { known, alone } = pairTests(left, told)
  const isGreen = (test: TestCase | undefined) => test !== undefined && !isFailing(test.outcome)
  const isHidden = (test: TestCase) => isFailing(test.outcome) && isGreen(known.get(test))
  return told.find(isHidden) ?? alone.find(({ outcome }) => isFailing(outcome)) ?? alone[0]
}

const getCases = (reports: readonly TestReport[]) => identify(reports, treeOf([])).cases

/** What was overwritten while it was written may be no report yet. */
function read(bytes: Buffer, detect: ReturnType<typeof testsReader>): readonly TestReport[] {
  try {
    const format = detect(bytes.toString('utf8', 0, HEAD_CHARACTERS))
    return format === null ? [] : [format.parse([bytes])]
  } catch (error) {
    if (!(error instanceof ReportError || error instanceof RangeError)) throw error
    return []
  }
}
