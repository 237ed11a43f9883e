/** What every question of the doctor is made of. */
import type { Sha } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'

export interface Check {
  readonly id: string
  readonly ok: boolean
  /** Not looked at: neither right nor wrong. */
  readonly isSkipped?: boolean
  readonly message: string
  /** The next step, as a command where there is one; empty when all is well. */
  readonly fix: string
}

export interface DetectedCommands {
  readonly commands: readonly string[]
  readonly explanations: readonly string[]
}

/** What detection goes by. */
export interface DetectedAt {
  /** Null: no base is known. */
  readonly base: Sha | null
  readonly preparation: Config['test']['preparation']
}

export interface DoctorTools {
  /** Resolves whatever the exit code; rejects when git cannot be started. */
  readonly runGit: (
    dir: string,
    args: readonly string[],
  ) => Promise<{ readonly code: number; readonly stdout: { toString: () => string }; readonly stderr: string }>
  /** The commands of the detected suites, at the base before the working tree; null when no runner is found. */
  readonly detect: (dir: string, at: DetectedAt) => DetectedCommands | null | Promise<DetectedCommands | null>
  readonly ruleCodes: readonly string[]
  /** `24.21.0` */
  readonly nodeVersion: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cacheDir: string
  /** The tool that makes namespaces here; null: there is none. */
  readonly findSandbox: () => Promise<string | null>
}

/** What a check says; the cure is told only where something is wrong. */
export function check(id: string, ok: boolean, message: string, fix: string): Check {
  return { id, ok, message, fix: ok ? '' : fix }
}

/** What could not be looked at stops nobody, and is no tick either. */
export function skipped(id: string, message: string): Check {
  return { id, ok: true, isSkipped: true, message, fix: '' }
}

/** A question to git: what it printed, or its last words. */
export async function ask(
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
