/** Finds assertions of drivers that no failure reaches: their loop has no rounds, or nothing calls their function. */

import { readSides } from '../../changes/tree-texts.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../../core/model/commit.ts'
import { type GateState, trackedFiles } from '../../core/model/state.ts'
import { isFailing } from '../../core/model/test-run.ts'
import type { Scratch } from '../../git/scratch.ts'
import { marksIn } from '../../rewriting/forks.ts'
import { apply, type CodeEdit } from '../../syntax/index.ts'
import type { Execution } from '../../test-runner/execution.ts'
import { outermostEdits } from '../text-edits.ts'
import { type AssertingBody, assertingBodies } from './asserting.ts'

/** Of two bodies of one test only the first fails. Each round costs a run. */
const MAX_ROUNDS = 3
const MAX_BODIES = 50

interface Trial {
  readonly session: { readonly scratch: Scratch }
  readonly state: GateState
  readonly cycles: Parameters<typeof trackedFiles>[0]
}

interface TestText extends Pick<FileChange, 'path'> {
  readonly mode: string
  readonly text: string
}

interface Candidate {
  readonly file: TestText
  readonly body: AssertingBody
}

type Run = (edits: readonly TreeEdit[]) => Promise<Pick<Execution, 'run' | 'problems'>>

/** @returns the places, as `path:line` */
export async function findIdleAssertions(trial: Trial, run: Run): Promise<readonly string[]> {
  const { scratch } = trial.session
  let left = (await findCandidates(trial)).slice(0, MAX_BODIES)
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    const ran = await runMarked(scratch, run, left, ({ body }) => body.fail)
    if (ran === null) return []
    const rest = left.filter((_, n) => !ran.has(n))
    if (rest.length === left.length) break
    left = rest
  }
  if (left.length === 0) return []
  const owners = await runMarked(scratch, run, left, ({ body }) => body.owner?.fail ?? (() => []))
  const isOwned = ({ file, body }: Candidate) =>
    left.some((one, n) => owners?.has(n) && one.file === file && one.body.owner?.at === body.owner?.at)
  return owners === null ? [] : left.filter(isOwned).map(({ file, body }) => `${file.path}:${body.line}`)
}

/** Finds bodies on new lines of the drivers' files. */
async function findCandidates({ session, state, cycles }: Trial): Promise<readonly Candidate[]> {
  const tracked = new Set(trackedFiles(cycles))
  const changes = [...state.otherChanges.values()].filter(({ path, after }) => tracked.has(path) && after !== null)
  const getText = await readSides(session.scratch, changes)
  const found = await Promise.all(
    changes.map(async ({ path, before, after }) => {
      const text = getText(after) ?? ''
      const old = new Set((getText(before) ?? '').split('\n'))
      const lines = text.split('\n')
      const file = { path, mode: after?.mode ?? '', text }
      const bodies = await assertingBodies(path, text)
      return bodies.filter(({ line }) => !old.has(lines[line - 1] ?? '')).map((body) => ({ file, body }))
    }),
  )
  return found.flat()
}

/** Runs the drivers with marked failures. @returns the marks that ran; null when a test fails for anything else */
async function runMarked(
  scratch: Scratch,
  run: Run,
  left: readonly Candidate[],
  failOf: (candidate: Candidate) => (mark: number) => readonly CodeEdit[],
): Promise<ReadonlySet<number> | null> {
  const files = [...new Set(left.map(({ file }) => file))]
  const texts = files.map((file) =>
    apply(file.text, outermostEdits(left.flatMap((one, n) => (one.file === file ? failOf(one)(n) : [])))),
  )
  const ids = await scratch.writeBlobs(texts)
  const edits = files.map(({ path, mode }, n): TreeEdit => ({ path, blob: { mode, id: ids[n] ?? '' } }))
  const { run: result, problems } = await run(edits)
  const failures = result.cases.filter(({ outcome }) => isFailing(outcome)).map(({ failure }) => failure?.message ?? '')
  const said = failures.map(marksIn)
  if (problems.length > 0 || result.loadErrors.length > 0 || said.some(({ size }) => size === 0)) return null
  return new Set(said.flatMap((marks) => [...marks]))
}
