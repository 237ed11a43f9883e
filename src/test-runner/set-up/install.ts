/** Defines the input and the result of a set-up, and runs its commands. */
import { posix } from 'node:path'
import { commandNotInstalled } from '../../core/errors/measuring.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Problem } from '../../core/model/test-run.ts'
import type { ReadObjects } from '../../git/cat-file.ts'
import { failedSetup } from '../process/failures.ts'
import type { ProcessResult } from '../process/process.ts'
import { createRedactor } from '../process/redact-secrets.ts'
import type { Suite } from '../run-plan.ts'
import type { PreparedHome, Sandbox, SandboxRequest } from '../sandbox/sandbox.ts'
import type { TreeFiles } from './installed.ts'
import type { Lender } from './modules.ts'

const SETUP_TIMEOUT_MS = 900_000

export interface SetupContext {
  /** The checkout. */
  readonly tree: string
  readonly checkout: (tree: Sha, options: { readonly keep: readonly string[] }) => Promise<void>
  readonly readObjects: ReadObjects
  readonly composeTree: (base: null, edits: readonly TreeEdit[]) => Promise<Sha>
  readonly sandbox: Sandbox
  /** Where results of set-ups are kept, apart from the checkout. */
  readonly keptIn: string
  /** Where results that fit one tree alone lie until this process ends. */
  readonly ownIn: string
  /** Whether a path is one of the declared inputs; null: none are declared. */
  readonly isInput: ((path: string) => boolean) | null
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
  /** Why suites cannot start, by name. */
  readonly notReady: NotReady
  /** Why builds failed, by the suite's name. */
  readonly failedBuilds: ReadonlyMap<string, string>
  /** Restores the tree as committed, with its installed files. */
  readonly freshen: () => Promise<void>
}

export type NotReady = ReadonlyMap<string, Problem>

export interface Setup {
  readonly prepare: (tree: Sha, files: TreeFiles, onStep?: OnStep) => Promise<Prepared>
}

/**
 * Runs the set-up commands of all suites in the checkout.
 * @returns why some of them failed
 */
export async function install(
  suites: readonly Suite[],
  context: SetupContext,
  prepared: PreparedHome | null,
  onStep: OnStep,
): Promise<NotReady> {
  const byPlace = new Map<string, Problem | null>()
  const failures = new Map<string, Problem>()
  for (const suite of suites) {
    const { name, setup, directory } = suite.config
    if (setup === null) continue
    const place = placeOf(directory, setup)
    if (!byPlace.has(place)) {
      onStep('setup', suite)
      byPlace.set(place, await runSetup(setup, directory, context, prepared))
    }
    const failure = byPlace.get(place)
    if (failure) failures.set(name, failure)
  }
  return failures
}

async function runSetup(
  command: string,
  directory: string,
  { sandbox, variables, signal }: SetupContext,
  prepared: PreparedHome | null,
): Promise<Problem | null> {
  const timeoutMs = SETUP_TIMEOUT_MS
  const result = await sandbox.run({ command, directory, prepared, mounts: [], variables, timeoutMs, signal })
  if (result.missingCommand !== null) return commandNotInstalled(result.missingCommand, command)
  return result.exitCode === 0 ? null : failedSetup(command, withoutValues(result, variables))
}

/** Returns the folder and the command: `cd ../.. && npm ci` of several packages is one set-up. */
function placeOf(directory: string, setup: string): string {
  const [, path = '.', command = setup] = /^cd ((?:\.\.\/?)+) && (.*)$/s.exec(setup) ?? []
  return `${posix.join(directory, path)} ${command}`
}

/** What a set-up printed stands in errors and evidence: the values that only it received do not. */
function withoutValues(result: ProcessResult, variables: SetupContext['variables']): ProcessResult {
  const values = Object.values(variables).filter((value) => value !== '')
  const mask = createRedactor(values)
  const strip = (text: string) => mask.text(values.reduce((rest, value) => rest.replaceAll(value, '***'), text))
  return { ...result, stdoutTail: strip(result.stdoutTail), stderrTail: strip(result.stderrTail) }
}

export const NO_BUILDS: Prepared['failedBuilds'] = new Map()
export const ALL_READY: NotReady = new Map()
export const hasSetup = (suites: readonly Suite[]): boolean => suites.some(({ config }) => config.setup !== null)
export const allHaveSetup = (suites: readonly Suite[]): boolean => suites.every(({ config }) => config.setup !== null)
