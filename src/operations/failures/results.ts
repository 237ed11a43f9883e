/** Keeps what a measurement says of a commit for the files of its run. */
import type { CommitResult } from '../../render/run/results.ts'
import type { Measurement } from '../verify/measurement.ts'

/** Further failures are counted, and not described. */
const MAX_FAILURES = 20
const MAX_ERROR = 4_000
const MAX_STACK = 4_000

/** The stack is whole only where the tests ran now; later there is its first line of the project. */
export function toCommitResult({ commit, evidence, runs, reused }: Measurement): CommitResult {
  const stacks = new Map(
    runs.flatMap(({ cases }) =>
      cases.flatMap(({ id, failure }) => (failure?.stack ? [[id, failure.stack] as const] : [])),
    ),
  )
  const tests = evidence.failing.map(({ id, message, at, line }) => {
    const place = at === null ? null : `at ${at}${line === undefined ? '' : `:${line}`}`
    return { test: id, error: message, stack: stacks.get(id) ?? place }
  })
  const files = evidence.loadFailures.map(({ file, message }) => ({
    test: file ?? 'a test file',
    error: message,
    stack: null,
  }))
  return {
    sha: commit.sha,
    timestamp: reused === null ? new Date().toISOString() : null,
    failures: [...tests, ...files].slice(0, MAX_FAILURES).map(({ test, error, stack }) => ({
      test,
      error: error.slice(0, MAX_ERROR),
      stack: stack?.slice(0, MAX_STACK) ?? null,
    })),
  }
}
