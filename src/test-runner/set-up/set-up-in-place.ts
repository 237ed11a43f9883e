/** Leaves the result of a set-up in the checkout, for machines without mounts. */
import { rmSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import { verifyCheckout } from '../../git/verify-checkout.ts'
import type { Suite } from '../run-plan.ts'
import { getFingerprint } from './fingerprint.ts'
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
import { installedPaths, manifestFolders, setupDigest, type TreeFiles } from './installed.ts'
import { lendModules, TOOL_CACHES } from './modules.ts'

interface Ready {
  readonly digest: string
  /** The fingerprint of the installed files; null when nothing was installed. */
  readonly fingerprint: string | null
  readonly notReady: NotReady
  readonly tree: Sha
}

/** Installs again when the installed files differ from the set-up's result: an execution may have changed them. */
export function setUpInPlace(suites: readonly Suite[], context: SetupContext): Setup {
  const { tree: checkout } = context
  let ready: Ready | null = null
  // A set-up that failed is not tried again in the same tree.
  const isReady = (tree: Sha, digest: string, files: TreeFiles) =>
    ready?.digest === digest &&
    (ready.notReady.size === 0 || ready.tree === tree) &&
    ready.fingerprint === fingerprint(suites, checkout, files)
  const checkOut = async (tree: Sha, files: TreeFiles, keep: readonly string[]) => {
    await context.checkout(tree, { keep })
    await verifyCheckout(checkout, files)
  }
  const prepare = async (tree: Sha, files: TreeFiles, onStep: OnStep): Promise<boolean> => {
    const digest = setupDigest(suites, files)
    removeToolCaches(checkout, files)
    const keep = isReady(tree, digest, files) ? installedPaths(files) : []
    await checkOut(tree, files, keep)
    if (keep.length === 0) {
      ready = null
      const notReady = await install(suites, context, null, onStep)
      if (hasSetup(suites)) await checkOut(tree, files, installedPaths(files))
      removeToolCaches(checkout, files)
      ready = { digest, fingerprint: fingerprint(suites, checkout, files), notReady, tree }
    }
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

function fingerprint(suites: readonly Suite[], checkout: string, files: TreeFiles): string | null {
  if (!hasSetup(suites)) return null
  return getFingerprint(installedPaths(files).map((path) => join(checkout, path)))
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
