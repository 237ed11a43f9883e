/** Defines how a session gets its measurer: live by default; recording and replay pass their own. */

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Commit } from '../../core/model/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { openScratch, type Scratch } from '../../git/scratch.ts'
import type { Classify } from '../../git/trees.ts'
import { WHOLE } from '../../test-runner/execution.ts'
import type { MeasurerOptions } from '../../test-runner/measurer.ts'
import { createMeasurer, type Measurer } from '../../test-runner/measurer.ts'
import { readToolchain } from '../../test-runner/set-up/toolchain.ts'
import { type Helper, sideBySide } from '../../test-runner/side-by-side.ts'
import { aimAtUsers } from './aimed-measurer.ts'
import { MEASURING_VERSION } from './policy-digest.ts'
import type { Subjects } from './subjects.ts'
import { measureWhereTouched } from './touched-suites.ts'
import { isShard } from './visible-results.ts'

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
export function getToolchain({ suites, source }: MeasurerParts): Promise<Readonly<Record<string, string>>> {
  return readToolchain({ suites, env: source, own: MEASURING_VERSION })
}

/** `auto` starts no more helpers: checkouts and set-ups cost too. */
const MAX_AUTO = 4

interface Ground {
  readonly parts: MeasurerParts
  readonly repository: Repository
  readonly subjects: Subjects
  readonly classify: Classify
  readonly openMeasurer: OpenMeasurer
}

/**
 * Runs what concerns a tree. Lets helpers run beside the caller what it announces, where `test.parallel` allows it; each
 * has a scratch repository.
 */
export function withHelpers(
  measurer: Measurer,
  { parts, repository, subjects, classify, openMeasurer }: Ground,
): Measurer & AsyncDisposable {
  const { parallel = 1 } = parts.config
  const many = parallel === 'auto' ? Math.min(MAX_AUTO, availableParallelism()) : parallel
  const { shared } = measurer
  const helpers = shared === undefined || isShard(measurer) ? 0 : many - 1
  const openHelper = async (aborted: AbortSignal): Promise<Helper> => {
    // The trees of divided commits exist in the caller's scratch repository only.
    const objectsDir = join(parts.checkout.dir, 'git', 'objects')
    const scratch = await openScratch({ ...repository, objectsDir }, parts)
    const signal = parts.signal ? AbortSignal.any([parts.signal, aborted]) : aborted
    const own = { ...parts, checkout: scratch, signal, ...(shared === undefined ? {} : { shared }) }
    return { measurer: await openMeasurer(own), [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose]() }
  }
  const ahead = sideBySide(measurer, { helpers, isTrial: parallel === 'auto', openHelper })
  const [scratch, { suites, config: test }] = [parts.checkout, parts]
  return {
    ...ahead,
    ...measureWhereTouched(aimAtUsers(ahead, scratch, classify), { ...subjects, suites, test, scratch }),
  }
}

/** Announces the whole suites that will probably run: a commit of tests alone is a RED, which runs its own files. */
export async function announceWhole({ hasHelpers, execute }: Measurer, { origin, subjects }: Subjects): Promise<void> {
  if (!hasHelpers) return
  const runsAll = ({ changes }: Commit) => !changes.every(({ class: kind }) => kind === 'test' || kind === 'docs')
  const trees = [origin.tree, ...subjects.filter(runsAll).map(({ tree }) => tree)]
  for (const tree of trees) await execute(tree, { ...WHOLE, isEarly: true })
}
