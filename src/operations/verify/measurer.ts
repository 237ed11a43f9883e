/** Defines how a session gets its measurer: live by default; recording and replay pass their own. */

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { openScratch, type Scratch } from '../../git/scratch.ts'
import type { ExecutionRequest, MeasurerOptions } from '../../test-runner/measurer.ts'
import { createMeasurer, type Measurer } from '../../test-runner/measurer.ts'
import { readToolchain } from '../../test-runner/set-up/toolchain.ts'
import { type Helper, type HelperOptions, sideBySide } from '../../test-runner/side-by-side.ts'
import { MEASURING_VERSION } from './policy-digest.ts'
import { isShard } from './shard.ts'
import type { Subjects } from './subjects.ts'

/** How the whole suite of a commit runs, for every caller. */
export const WHOLE: ExecutionRequest = { files: null, coverage: true, repeat: 1, withCanary: false }

/** Everything known of the project when measuring begins. */
export interface MeasurerParts extends Omit<MeasurerOptions, 'toolchain' | 'checkout'> {
  /** The scratch repository: objects to read, and a place for a checkout. */
  readonly checkout: Scratch
}

export type OpenMeasurer = (parts: MeasurerParts) => Measurer | Promise<Measurer>

/** Runs tests on this machine. */
export async function openLiveMeasurer(parts: MeasurerParts): Promise<Measurer> {
  return createMeasurer({ ...parts, toolchain: await getToolchain(parts) })
}

/** Returns the versions that affect results, by name: for the local cache, and for recordings. */
export function getToolchain({ suites, runners, source }: MeasurerParts): Promise<Readonly<Record<string, string>>> {
  return readToolchain({ suites, runners, env: source, own: MEASURING_VERSION })
}

/** `auto` starts no more helpers: checkouts and set-ups cost too. */
const MAX_AUTO = 4

interface Branch {
  readonly repository: Repository
  readonly subjects: Subjects
  readonly openMeasurer: OpenMeasurer
}

/** Lets helpers run the whole suites of later commits where `test.parallel` allows it; each has a scratch repository. */
export async function runAhead(
  measurer: Measurer,
  parts: MeasurerParts,
  { repository, subjects, openMeasurer }: Branch,
): Promise<Measurer & AsyncDisposable> {
  const { parallel = 1 } = parts.config
  const many = parallel === 'auto' ? Math.min(MAX_AUTO, availableParallelism()) : parallel
  const { memory } = measurer
  const helpers = memory === undefined || isShard(measurer) ? 0 : many - 1
  const openHelper = async ({ isKept, signal: aborted }: HelperOptions): Promise<Helper> => {
    // The trees of divided commits exist in the caller's scratch repository only.
    const objectsDir = join(parts.checkout.dir, 'git', 'objects')
    const scratch = await openScratch({ ...repository, objectsDir }, parts)
    const signal = parts.signal ? AbortSignal.any([parts.signal, aborted]) : aborted
    const own = { ...parts, checkout: scratch, isKept, signal, ...(memory === undefined ? {} : { memory }) }
    return { measurer: await openMeasurer(own), [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose]() }
  }
  const trees = getWholeTrees(subjects)
  return sideBySide(measurer, { trees, request: WHOLE, helpers, isTrial: parallel === 'auto', openHelper })
}

/** Returns the trees whose whole suite will probably run: a commit of tests alone is a RED, which runs its own files. */
function getWholeTrees({ origin, subjects }: Subjects): readonly Sha[] {
  const runsAll = ({ changes }: Commit) => !changes.every(({ class: kind }) => kind === 'test' || kind === 'docs')
  return [origin.tree, ...subjects.filter(runsAll).map(({ tree }) => tree)]
}
