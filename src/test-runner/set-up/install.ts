/** Defines the input and the result of a set-up, and runs its commands. */
import { posix } from 'node:path'
import { commandNotInstalled } from '../../core/errors/measuring.ts'
import type { Sha } from '../../core/model/commit.ts'
import { failedSetup } from '../process/failures.ts'
import type { ProcessResult } from '../process/process.ts'
import type { Suite } from '../run-plan.ts'
import type { PreparedHome, Sandbox, SandboxRequest } from '../sandbox/sandbox.ts'
import type { TreeFiles } from './installed.ts'
import type { Lender } from './modules.ts'

const SETUP_TIMEOUT_MS = 900_000

export interface SetupContext {
  /** The checkout. */
  readonly tree: string
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  readonly sandbox: Sandbox
  /** Where results of set-ups are kept, apart from the checkout. */
  readonly keptIn: string
  /** Everything of this machine that affects a result. */
  readonly dependsOn: unknown
  /** Null: nothing is lent. */
  readonly lender: Lender | null
  /** Variables that only the set-up receives: no test sees them. */
  readonly variables: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly note: (text: string) => void
}

/** Called before a command of a suite runs. */
export type OnStep = (step: 'setup' | 'build', suite: Suite) => void

/** What executions in a tree see besides its files. */
export interface Prepared extends Pick<SandboxRequest, 'prepared' | 'mounts'> {
  /** Whether the packages are lent from the working tree. */
  readonly isLent: boolean
  /** Why builds failed, by the suite's name. */
  readonly failedBuilds: ReadonlyMap<string, string>
  /** Restores the tree as committed, with its installed files. */
  readonly freshen: () => Promise<void>
}

export interface Setup {
  /** @throws GateError `setup-failed`, `command-not-found` */
  readonly prepare: (tree: Sha, files: TreeFiles, onStep?: OnStep) => Promise<Prepared>
}

/** Runs the set-up commands of all suites in the checkout. */
export async function install(
  suites: readonly Suite[],
  { sandbox, variables, signal }: SetupContext,
  prepared: PreparedHome | null,
  onStep: OnStep,
): Promise<void> {
  const done = new Set<string>()
  for (const suite of suites) {
    const { setup, directory } = suite.config
    const place = setup === null ? '' : placeOf(directory, setup)
    if (setup === null || done.has(place)) continue
    done.add(place)
    onStep('setup', suite)
    const result = await sandbox.run({
      command: setup,
      directory,
      prepared,
      mounts: [],
      variables,
      timeoutMs: SETUP_TIMEOUT_MS,
      signal,
    })
    if (result.missingCommand !== null) throw commandNotInstalled(result.missingCommand, setup)
    if (result.exitCode !== 0) throw failedSetup(setup, withoutValues(result, variables))
  }
}

/** Returns the folder and the command: `cd ../.. && npm ci` of several packages is one set-up. */
function placeOf(directory: string, setup: string): string {
  const [, way = '.', command = setup] = /^cd ((?:\.\.\/?)+) && (.*)$/s.exec(setup) ?? []
  return `${posix.join(directory, way)} ${command}`
}

/** What a set-up printed stands in errors and evidence: the values that only it received do not. */
function withoutValues(result: ProcessResult, variables: SetupContext['variables']): ProcessResult {
  const values = Object.values(variables).filter((value) => value !== '')
  const strip = (text: string) => values.reduce((rest, value) => rest.replaceAll(value, '***'), text)
  return { ...result, stdoutTail: strip(result.stdoutTail), stderrTail: strip(result.stderrTail) }
}

export const NO_BUILDS: Prepared['failedBuilds'] = new Map()
export const hasSetup = (suites: readonly Suite[]): boolean => suites.some(({ config }) => config.setup !== null)
export const allHaveSetup = (suites: readonly Suite[]): boolean => suites.every(({ config }) => config.setup !== null)
