/** Wraps the job around a step with GitHub's toolkit: log, annotations, outputs, summary, secrets, cancellation. */
import { randomUUID } from 'node:crypto'
import { existsSync, truncateSync } from 'node:fs'
import * as core from '@actions/core'
import type { AnnotationText } from './ports.ts'

export interface ActionJob {
  /** Aborted when the job is cancelled; the reason is the signal's name. */
  readonly signal: AbortSignal
  /** Runs `act` with workflow commands stopped, so that no output of it or of another process acts as a command. */
  readonly quote: <T>(act: (print: (text: string) => void) => Promise<T>) => Promise<T>
  /** At most ten of each level: GitHub shows no more. */
  readonly annotate: (annotations: readonly AnnotationText[]) => void
  /** Empties the step's command files: tests of the same user can find and write them. */
  readonly emptyFiles: () => void
  readonly setOutput: (name: string, value: string) => void
  readonly writeSummary: (markdown: string) => Promise<void>
  readonly mask: (secret: string) => void
  readonly canGetIdToken: () => boolean
  /**
   * Requests a token of GitHub for this job.
   * @throws Error of the toolkit
   */
  readonly getIdToken: (audience: string) => Promise<string>
}

/** actions/runner ExecutionContext.cs */
const MAX_ANNOTATIONS = 10
const MAX_MESSAGE = 4_096
/** actions/runner FileCommandManager.cs: the runner drops a larger summary whole. */
const MAX_SUMMARY_BYTES = 1_048_576
const CUT = '\n\n(The rest was cut: GitHub shows no more than 1 MiB.)\n'
const STEP_FILES = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY']
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export function openJob(env: NodeJS.ProcessEnv): ActionJob {
  let isQuoting = false
  const speak = <T>(say: () => T): T => {
    // While commands are stopped, a masking command would print the secret instead.
    if (isQuoting) throw new Error('Workflow commands are stopped.')
    return say()
  }
  return {
    signal: listenForCancellation(),
    quote: async (act) => {
      const token = speak(() => randomUUID())
      process.stdout.write(`::stop-commands::${token}\n`)
      isQuoting = true
      try {
        return await act((text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`))
      } finally {
        isQuoting = false
        process.stdout.write(`\n::${token}::\n`)
      }
    },
    annotate: (annotations) => speak(() => annotateAll(annotations)),
    emptyFiles: () => {
      for (const path of STEP_FILES.map((name) => env[name] ?? '')) if (existsSync(path)) truncateSync(path)
    },
    setOutput: (name, value) => speak(() => core.setOutput(name, value)),
    writeSummary: async (markdown) => {
      if (!existsSync(env['GITHUB_STEP_SUMMARY'] ?? '')) return
      await core.summary.addRaw(truncateToBytes(markdown, MAX_SUMMARY_BYTES)).write()
    },
    mask: (secret) => speak(() => core.setSecret(secret)),
    canGetIdToken: () => (env['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? '') !== '',
    getIdToken: (audience) => speak(() => core.getIDToken(audience)),
  }
}

const SAY = { error: core.error, warning: core.warning, notice: core.notice } as const

function annotateAll(annotations: readonly AnnotationText[]): void {
  for (const [level, say] of Object.entries(SAY)) {
    const ours = annotations.filter((annotation) => annotation.level === level).slice(0, MAX_ANNOTATIONS)
    for (const { title, message, path, line, lastLine } of ours)
      say(message.slice(0, MAX_MESSAGE), {
        title,
        ...(path === null ? {} : { file: path }),
        ...(path === null || line === null ? {} : { startLine: line }),
        ...(path === null || lastLine === undefined ? {} : { endLine: lastLine }),
      })
  }
}

/** Cuts at the end of a line, so that at most a last table or list is incomplete. */
function truncateToBytes(text: string, max: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= max) return text
  const kept = bytes.subarray(0, max - Buffer.byteLength(CUT))
  return kept.subarray(0, kept.lastIndexOf('\n')).toString() + CUT
}

/**
 * GitHub sends SIGINT, SIGTERM after 7.5 seconds, and kills everything 2.5 seconds later. The first signal aborts, the
 * second one ends the process.
 */
function listenForCancellation(): AbortSignal {
  const controller = new AbortController()
  for (const name of SIGNALS)
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort(name)
    })
  return controller.signal
}
