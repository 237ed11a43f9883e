/** Leaves the result of a set-up in the checkout, for machines without mounts. */
import { rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import { verifyCheckout } from '../../git/verify-checkout.ts'
import type { Suite } from '../run-plan.ts'
import { createAttempts, writeInputs } from './attempts.ts'
import { getFingerprint } from './fingerprint.ts'
import type { SetupInput } from './inputs.ts'
import {
  ALL_READY,
  allHaveSetup,
  hasSetup,
  install,
  NO_BUILDS,
  type NotReady,
  type OnStep,
  type Setup,
  type SetupContext,
} from './install.ts'
import { installedPaths, manifestFolders, type TreeFiles } from './installed.ts'
import { lendModules, TOOL_CACHES } from './modules.ts'

interface Ready {
  readonly key: string
  /** The fingerprint of the installed files. */
  readonly fingerprint: string
  readonly notReady: NotReady
}

/** Installs again when the installed files differ from the set-up's result: an execution may have changed them. */
export function setUpInPlace(suites: readonly Suite[], context: SetupContext): Setup {
  const { tree: checkout } = context
  const runAttempts = createAttempts(suites, context)
  let ready: Ready | null = null
  const isReady = (key: string, files: TreeFiles) =>
    ready?.key === key && ready.fingerprint === fingerprint(checkout, files)
  const checkOut = async (tree: Sha, files: TreeFiles, keep: readonly string[]) => {
    await context.checkout(tree, { keep })
    await verifyCheckout(checkout, files)
  }
  const setUp = async (tree: Sha, files: TreeFiles, input: SetupInput, onStep: OnStep): Promise<Ready> => {
    const { key } = input
    if (ready !== null && isReady(key, files)) {
      await checkOut(tree, files, installedPaths(files))
      return ready
    }
    ready = null
    await checkOut(await writeInputs(context, input.files), input.files, [])
    const notReady = await install(suites, context, null, onStep)
    await checkOut(tree, files, installedPaths(files))
    removeToolCaches(checkout, files)
    ready = { key, fingerprint: fingerprint(checkout, files), notReady }
    return ready
  }
  const prepare = async (tree: Sha, files: TreeFiles, onStep: OnStep): Promise<boolean> => {
    removeToolCaches(checkout, files)
    if (hasSetup(suites)) await runAttempts(tree, files, (input) => setUp(tree, files, input, onStep))
    else await checkOut(tree, files, [])
    return lend(suites, context, files)
  }
  return {
    prepare: async (tree, files, onStep = () => undefined) => {
      const isLent = await prepare(tree, files, onStep)
      const freshen = async () => void (await prepare(tree, files, onStep))
      const notReady = ready?.notReady ?? ALL_READY
      return { prepared: null, mounts: [], isLent, notReady, failedBuilds: NO_BUILDS, freshen }
    },
  }
}

/** The paths belong to it: which of them are kept depends on what the commit tracks. */
function fingerprint(checkout: string, files: TreeFiles): string {
  const paths = installedPaths(files)
  return `${getFingerprint(paths.map((path) => join(checkout, path)))} ${paths.join('\0')}`
}

function removeToolCaches(tree: string, files: TreeFiles): void {
  for (const folder of manifestFolders(files))
    for (const name of TOOL_CACHES) rmSync(join(tree, folder, 'node_modules', name), { recursive: true, force: true })
}

function lend(suites: readonly Suite[], { tree, lender }: SetupContext, files: TreeFiles): boolean {
  if (lender === null || allHaveSetup(suites)) return false
  const folders = manifestFolders(files).filter((folder) => files.has(posix.join(folder, 'package.json')))
  return folders.map((folder) => lendModules(lender, folder, tree)).some((isLent) => isLent)
}
