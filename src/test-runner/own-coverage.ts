/**
 * Measures coverage in a run that is made anyway, where the configuration asks for it and names no coverage files. Not by
 * default: with coverage a loop took 15 times the processor time in node:test, and 4 times in Go.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SuiteConfig, TestConfig } from '../core/model/config.ts'
import type { RunPart, Suite } from './run-plan.ts'

/** Below `{reports}`. It is there once a run measures: where no need is met, the command runs as it is. */
const FOLDER = '.tdd-gate-coverage'

/** Returns whether whole suites measure coverage: where the configuration asks for it, and names no files. */
export function measuresCoverage(config: Pick<TestConfig, 'coverage'>, suites: readonly SuiteConfig[]): boolean {
  return config.coverage === 'auto' && suites.every(({ coverage }) => coverage.length === 0)
}

/** Returns the suite with a command that measures as well; null where its runner cannot. */
export function toMeasuring({ config, runner }: Suite): Suite | null {
  const ways = runner?.measuring?.(config.command) ?? []
  if (ways.length === 0) return null
  const branches = ways.map(({ needs, command }, n) => {
    const need = needs === undefined ? '' : `{ ${needs}; } && `
    return `${n === 0 ? 'if' : 'elif'} ${need}mkdir -p {reports}/${FOLDER}; then\n${command}`
  })
  const command = [...branches, `else\n${config.command}\nfi`]
    .join('\n')
    .replaceAll('{coverage}', `{reports}/${FOLDER}`)
  const coverage = [...new Set(ways.map(({ file }) => `{reports}/${FOLDER}/${file}`))]
  return { runner, config: { ...config, command, coverage } }
}

export const isOwnCoverage = ({ name }: { readonly name: string }): boolean => name.startsWith(`{reports}/${FOLDER}/`)

/** The part of a launch that shows whether everything passed. */
interface Launched {
  readonly result: { readonly exitCode: number | null; readonly isTimedOut: boolean }
  readonly failedBuild: string | null
  readonly reports: { readonly problems: readonly unknown[] }
}

interface Launching<L extends Launched> {
  /** The host's folder of reports. */
  readonly reports: string
  readonly launch: (part: RunPart) => Promise<L>
  /** Restores the checkout. */
  readonly freshen: () => Promise<void>
}

/**
 * Launches a whole suite with coverage. Its result counts only where everything passes: a run that measures never makes a
 * suite fail, because a suite that fails so runs again as it is.
 */
export async function launchMeasuring<L extends Launched>(
  part: RunPart,
  { reports, launch, freshen }: Launching<L>,
): Promise<L> {
  const suite = toMeasuring(part.suite)
  if (suite === null) return launch(part)
  const measured = await launch({ ...part, suite })
  if (isClean(measured) || !existsSync(join(reports, FOLDER))) return measured
  await freshen()
  return launch(part)
}

function isClean({ result, failedBuild, reports }: Launched): boolean {
  return result.exitCode === 0 && !result.isTimedOut && failedBuild === null && reports.problems.length === 0
}
