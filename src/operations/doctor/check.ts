/** Defines a check of the doctor, and the tools that checks use. */
import type { Sha } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import type { Precondition } from '../../core/model/suggestion.ts'

export interface Check extends Precondition {
  /** The check did not run: it neither passed nor failed. */
  readonly isSkipped?: boolean
}

interface DetectedCommands {
  readonly commands: readonly string[]
  readonly explanations: readonly string[]
}

/** Where detection reads the project. */
interface DetectedAt {
  /** Null: the base is unknown. */
  readonly base: Sha | null
  readonly preparation: Config['test']['preparation']
}

export interface DoctorTools {
  /** Resolves whatever the exit code; rejects when git cannot be started. */
  readonly runGit: (
    dir: string,
    args: readonly string[],
  ) => Promise<{ readonly code: number; readonly stdout: { toString: () => string }; readonly stderr: string }>
  /** Detects the commands of the suites, at the base before the working tree; null when no runner is found. */
  readonly detect: (dir: string, at: DetectedAt) => DetectedCommands | null | Promise<DetectedCommands | null>
  readonly ruleCodes: readonly string[]
  /** `24.21.0` */
  readonly nodeVersion: string
  /** Returns `node v20.20.2`, and so on: what the tests of these commands run with, which need not be our own Node. */
  readonly readVersions: (commands: readonly string[]) => Promise<readonly string[]>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cacheDir: string
  /** Returns the tool that creates namespaces here; null without one. */
  readonly findSandbox: () => Promise<string | null>
}

/** Creates a check that passed. */
export function passed(id: string, message: string): Check {
  return { id, ok: true, message, suggestion: null }
}

/** Creates a check that did not run: it neither fails nor shows a tick. */
export function skipped(id: string, message: string): Check {
  return { id, ok: true, isSkipped: true, message, suggestion: null }
}

/** Asks git; returns its output, or its last error message. */
export async function answerOrNote(
  dir: string,
  args: readonly string[],
  { runGit }: Pick<DoctorTools, 'runGit'>,
): Promise<{ stdout: string; failure: string | null }> {
  try {
    const { code, stdout, stderr } = await runGit(dir, args)
    return { stdout: stdout.toString().trim(), failure: code === 0 ? null : stderr.trim() || `git ${args[0]} failed` }
  } catch (error) {
    return { stdout: '', failure: error instanceof Error ? error.message : String(error) }
  }
}
