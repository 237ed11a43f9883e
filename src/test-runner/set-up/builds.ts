/**
 * Builds each tree once before its tests, and mounts the output under each execution of that tree. Nothing of it
 * reaches another tree: the output depends on the sources.
 */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandNotInstalled } from '../../core/errors/measuring.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Problem } from '../../core/model/test-run.ts'
import { removeFolder } from '../../git/clean.ts'
import { diskFull, formatFailedBuild, isDiskFull } from '../process/failures.ts'
import type { Suite } from '../run-plan.ts'
import { isOverlay, type Mount, placesOfMount } from '../sandbox/view.ts'
import { type Leftovers, moveLeftoversOut, restoreLeftovers } from './build-leftovers.ts'
import { getFingerprint } from './fingerprint.ts'
import type { NotReady, OnStep, Prepared, Setup, SetupContext } from './install.ts'
import { installedPaths, type TreeFiles } from './installed.ts'
import { keepLatest } from './keep-latest.ts'

/** How many trees keep their builds: a commit's own, the baseline, and those without production code. */
const MAX_KEPT = 4

interface BuildContext extends Pick<SetupContext, 'tree' | 'sandbox' | 'signal'> {
  /** A folder of ours beside the checkout. */
  readonly keptIn: string
  readonly timeoutMs: number
}

/** The result of building one tree. */
interface Built {
  readonly folder: string
  readonly leftovers: Leftovers
  readonly failures: Prepared['failedBuilds']
  readonly notReady: NotReady
  /**
   * False when the build changed installed packages in the checkout itself: they are installed again for the next
   * execution.
   */
  readonly isWhole: boolean
}

/** Adds the builds of all suites to the set-up. */
export function withBuilds(suites: readonly Suite[], setup: Setup, context: BuildContext): Setup {
  if (suites.every(({ config }) => config.build === null)) return setup
  const known = new Map<Sha, Built>()
  return {
    prepare: async (tree, files, onStep = () => undefined) => {
      const prepared = await setup.prepare(tree, files, onStep)
      const make = () => build(suites, { tree, files, prepared, onStep }, context)
      let built = known.get(tree) ?? (await make())
      keepLatest(known, tree, built, MAX_KEPT)
      const freshen = async () => {
        await prepared.freshen()
        if (built.isWhole) restoreLeftovers(built.leftovers, built.folder, context.tree)
        else built = await make()
      }
      await freshen()
      const { notReady, failures: failedBuilds } = built
      return { ...prepared, mounts: mountsOver(prepared.mounts, built, context), notReady, failedBuilds, freshen }
    },
  }
}

interface Work {
  readonly tree: Sha
  readonly files: TreeFiles
  readonly prepared: Prepared
  readonly onStep: OnStep
}

/** Runs the builds in the fresh checkout. @throws GateError `disk-full` */
async function build(suites: readonly Suite[], work: Work, context: BuildContext): Promise<Built> {
  const { tree, files, prepared, onStep } = work
  const folder = join(context.keptIn, tree)
  removeFolder(folder)
  mkdirSync(folder, { recursive: true })
  const isInPlace = context.sandbox.isolation !== 'namespaces'
  const installed = installedPaths(files)
  const getState = () => (isInPlace ? getFingerprint(installed.map((path) => join(context.tree, path))) : '')
  const before = getState()
  const marker = join(folder, 'started')
  writeFileSync(marker, '')
  const failures = new Map<string, string>()
  const notReady = new Map(prepared.notReady)
  const mounts = prepared.mounts.map((mount, n) => keepChanges(mount, changesIn(folder, n)))
  for (const suite of suites) {
    const { name } = suite.config
    const failure = notReady.has(name) ? null : await runBuild(suite, { ...prepared, mounts }, onStep, context)
    if (typeof failure === 'string') failures.set(name, failure)
    else if (failure !== null) notReady.set(name, failure)
  }
  const elsewhere = isInPlace ? installed : mountPoints(prepared.mounts, context)
  const leftovers = moveLeftoversOut({ checkout: context.tree, files, folder, marker, elsewhere, isInPlace })
  return { folder, leftovers, failures, notReady, isWhole: getState() === before }
}

const changesIn = (folder: string, index: number) => join(folder, `changes-${index}`)

function keepChanges(mount: Mount, changes: string): Mount {
  if (!isOverlay(mount)) return mount
  mkdirSync(changes)
  return { ...mount, changes }
}

function mountPoints(mounts: readonly Mount[], { sandbox }: BuildContext): readonly string[] {
  return mounts.flatMap(placesOfMount).map((place) => place.slice(sandbox.places.checkout.length + 1))
}

/**
 * Runs one build.
 * @returns a sentence about its failure, or why it did not start; null when it succeeded, or there is nothing to build
 */
async function runBuild(
  suite: Suite,
  { prepared, mounts }: Pick<Prepared, 'prepared' | 'mounts'>,
  onStep: OnStep,
  { sandbox, timeoutMs, signal }: BuildContext,
): Promise<string | Problem | null> {
  const { build: command, directory } = suite.config
  if (command === null) return null
  onStep('build', suite)
  const result = await sandbox.run({ command, directory, prepared, mounts, timeoutMs, signal })
  if (result.missingCommand !== null) return commandNotInstalled(result.missingCommand, command)
  if (result.exitCode === 0) return null
  if (isDiskFull(result)) throw diskFull(command)
  return formatFailedBuild(command, result, [sandbox.places.checkout])
}

/** Returns the mounts of the build output and of changed packages; each execution's changes to them are removed. */
function mountsOver(
  mounts: readonly Mount[],
  { folder, leftovers }: Built,
  { sandbox }: BuildContext,
): readonly Mount[] {
  const over = mounts.map((mount, n): Mount => {
    const upper = join(changesIn(folder, n), 'upper')
    if (!isOverlay(mount) || readdirSync(upper).length === 0) return mount
    return { ...mount, from: [upper, ...mount.from] }
  })
  const { folders } = leftovers
  if (folders.length === 0) return over
  const from = [join(folder, 'tree')]
  return [{ kind: 'overlay', from, at: sandbox.places.checkout, parts: folders, changes: null }, ...over]
}
