/**
 * Moves the result of a set-up out of the checkout and mounts it under each execution, which may write to it; its
 * changes are removed. One result serves every tree with the same manifests, in this call and later ones.
 */
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import { makeFolder } from '../../disk.ts'
import { isFree, listUntracked, removeFolder, type UntrackedPath } from '../../git/clean.ts'
import { cacheKey } from '../cache.ts'
import type { Suite } from '../run-plan.ts'
import type { Mount } from '../sandbox/view.ts'
import { runTexts } from '../texts.ts'
import {
  ALL_READY,
  allHaveSetup,
  hasSetup,
  install,
  NO_BUILDS,
  type NotReady,
  type OnStep,
  type Prepared,
  type Setup,
  type SetupContext,
} from './install.ts'
import { isInstalled, setupDigest, type TreeFiles } from './installed.ts'
import { lentMounts } from './modules.ts'

/** Increased when the same set-up would leave another result. */
const SETUP_VERSION = 3
/** How many results are kept for later calls; the last used ones. */
const MAX_KEPT = 8
/** Another process may use a result for this long. */
const IN_USE_MS = 24 * 3_600_000
const INDEX = 'left.json'

/** The result of a set-up: its folder contains `tree/` (beside the files of the commit), `home/` and `changes/`. */
interface Result {
  readonly folder: string
  readonly left: readonly UntrackedPath[]
  readonly notReady: NotReady
}

const IS_OF_TREE = runTexts.filesBeside

export function setUpApart(suites: readonly Suite[], context: SetupContext): Setup {
  const known = new Map<string, Result>()
  const resultFor = async (tree: Sha, files: TreeFiles, onStep: OnStep): Promise<Result | null> => {
    if (!hasSetup(suites)) return null
    const digest = toKey(suites, files, context)
    const all = [known.get(digest), known.get(`${digest} ${tree}`), readKept(context.keptIn, digest)].filter(
      (result) => result != null,
    )
    const found = all.find(({ left }) => isFree(left, files))
    if (found !== undefined) return found
    const made = await make(suites, tree, files, context, onStep)
    const isBeside = all.length > 0 || made.left.some(({ path }) => !isInstalled(path))
    const hasFailed = made.notReady.size > 0
    if (isBeside && !hasFailed) context.note(IS_OF_TREE)
    const isOfTree = isBeside || hasFailed
    const result = isOfTree ? made : keep(made, context.keptIn, digest)
    known.set(isOfTree ? `${digest} ${tree}` : digest, result)
    return result
  }
  return {
    prepare: async (tree, files, onStep = () => undefined) => {
      const result = await resultFor(tree, files, onStep)
      const lent =
        allHaveSetup(suites) || context.lender === null
          ? []
          : lentMounts(context.lender, files, context.sandbox.places.checkout)
      const freshen = async () => {
        await context.checkout(tree, { keep: [] })
        if (result !== null) copyFiles(result, context.tree)
      }
      await freshen()
      return toPrepared(result, lent, context, freshen)
    },
  }
}

function toPrepared(
  result: Result | null,
  lent: readonly Mount[],
  { sandbox }: SetupContext,
  freshen: Prepared['freshen'],
): Prepared {
  const isLent = lent.length > 0
  const common = { isLent, notReady: result?.notReady ?? ALL_READY, failedBuilds: NO_BUILDS, freshen }
  if (result === null) return { prepared: null, mounts: lent, ...common }
  const parts = result.left.filter(({ isFolder }) => isFolder).map(({ path }) => path)
  const below: Mount = {
    kind: 'overlay',
    from: [join(result.folder, 'tree')],
    at: sandbox.places.checkout,
    parts,
    changes: null,
  }
  const mounts = parts.length === 0 ? lent : [...lent, below]
  return { prepared: { folder: result.folder, isWritable: false }, mounts, ...common }
}

/** Computes the key of everything that the result depends on. */
function toKey(suites: readonly Suite[], files: TreeFiles, { sandbox, dependsOn }: SetupContext): string {
  const { checkout, home } = sandbox.places
  const machine = { platform: `${process.platform}-${process.arch}`, dependsOn, checkout, home }
  return cacheKey({ version: SETUP_VERSION, setup: setupDigest(suites, files), machine })
}

async function make(
  suites: readonly Suite[],
  tree: Sha,
  files: TreeFiles,
  context: SetupContext,
  onStep: OnStep,
): Promise<Result> {
  makeFolder(context.keptIn)
  const folder = join(context.keptIn, `.new-${process.pid}-${randomBytes(8).toString('hex')}`)
  for (const name of ['tree', 'home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
  try {
    await context.checkout(tree, { keep: [] })
    const notReady = await install(suites, context, { folder, isWritable: true }, onStep)
    const left = listUntracked(context.tree, files)
    for (const { path } of left) {
      mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true })
      renameSync(join(context.tree, path), join(folder, 'tree', path))
    }
    writeFileSync(join(folder, INDEX), JSON.stringify(left))
    return { folder, left, notReady }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

/** Keeps the result. When another process has already kept the same one, that one is used. */
function keep({ folder, ...result }: Result, keptIn: string, digest: string): Result {
  try {
    renameSync(folder, join(keptIn, digest))
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    removeFolder(folder)
  }
  removeOld(keptIn)
  return readKept(keptIn, digest) ?? { folder: join(keptIn, digest), ...result }
}

function readKept(keptIn: string, digest: string): Result | null {
  const index = join(keptIn, digest, INDEX)
  if (!existsSync(index)) return null
  const now = new Date()
  utimesSync(index, now, now)
  const left: readonly UntrackedPath[] = JSON.parse(readFileSync(index, 'utf8'))
  return { folder: join(keptIn, digest), left, notReady: ALL_READY }
}

function removeOld(keptIn: string): void {
  const results = readdirSync(keptIn).map((name) => {
    const index = statSync(join(keptIn, name, INDEX), { throwIfNoEntry: false })
    return { name, usedAt: index?.mtimeMs ?? statSync(join(keptIn, name)).mtimeMs }
  })
  const old = results.toSorted((a, b) => b.usedAt - a.usedAt).slice(MAX_KEPT)
  for (const { name, usedAt } of old) if (Date.now() - usedAt > IN_USE_MS) removeFolder(join(keptIn, name))
}

/** Copies single files: they cannot be mounted under an execution. */
function copyFiles({ folder, left }: Result, tree: string): void {
  for (const { path, isFolder } of left) {
    if (isFolder) continue
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    cpSync(join(folder, 'tree', path), join(tree, path), { verbatimSymlinks: true })
  }
}
