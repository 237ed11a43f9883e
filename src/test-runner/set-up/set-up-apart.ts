/**
 * Moves the result of a set-up out of the checkout and mounts it under each execution, which may write to it; its
 * changes are removed. One result serves every tree with the same inputs, in this call and later ones.
 */
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Sha } from '../../core/model/commit.ts'
import { makeFolder } from '../../folders.mjs'
import { listUntracked, removeFolder, type UntrackedPath } from '../../git/clean.ts'
import type { Suite } from '../run-plan.ts'
import type { Mount } from '../sandbox/view.ts'
import { createAttempts, writeInputs } from './attempts.ts'
import type { SetupInput } from './inputs.ts'
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
import type { TreeFiles } from './installed.ts'
import { keepLatest } from './keep-latest.ts'
import { lentMounts } from './modules.ts'

/** How many results are kept for later calls; the last used ones. */
const MAX_KEPT = 8
/** Another process may use a result for this long. */
const IN_USE_MS = 24 * 3_600_000
/** How many results of whole trees are kept until this process ends: the latest. */
const MAX_OWN = 4
/** Its time is that of the last use. */
const USED = 'used'

/** The result of a set-up: its folder contains `tree/` (beside the inputs), `home/` and `changes/`. */
interface Result {
  readonly folder: string
  readonly notReady: NotReady
}

export function setUpApart(suites: readonly Suite[], context: SetupContext): Setup {
  const runAttempts = createAttempts(suites, context)
  const own = new Map<string, Result>()
  const resultFor = (tree: Sha, files: TreeFiles, onStep: OnStep): Promise<Result> =>
    runAttempts(tree, files, async (input) => {
      const { key, isWhole } = input
      const place = isWhole ? context.ownIn : context.keptIn
      const found = isWhole ? own.get(key) : readKept(place, key)
      const result = found ?? (await make(suites, input, place, context, onStep))
      if (isWhole) keepLatest(own, key, result, MAX_OWN)
      else if (result.notReady.size > 0) removeFolder(result.folder)
      else if (!found) return keep(result, place, key)
      return result
    })
  return {
    prepare: async (tree, files, onStep = () => undefined) => {
      const result = hasSetup(suites) ? await resultFor(tree, files, onStep) : null
      // What the commit contains at the same path comes before the result.
      const left = result === null ? [] : listUntracked(join(result.folder, 'tree'), files)
      const lent =
        allHaveSetup(suites) || context.lender === null
          ? []
          : lentMounts(context.lender, files, context.sandbox.places.checkout)
      const freshen = async () => {
        await context.checkout(tree, { keep: [] })
        if (result !== null) copyFiles(result, left, context.tree)
      }
      await freshen()
      return toPrepared(result, left, lent, context, freshen)
    },
  }
}

function toPrepared(
  result: Result | null,
  left: readonly UntrackedPath[],
  lent: readonly Mount[],
  { sandbox }: SetupContext,
  freshen: Prepared['freshen'],
): Prepared {
  const isLent = lent.length > 0
  const common = { isLent, notReady: result?.notReady ?? ALL_READY, failedBuilds: NO_BUILDS, freshen }
  if (result === null) return { prepared: null, mounts: lent, ...common }
  const parts = left.filter(({ isFolder }) => isFolder).map(({ path }) => path)
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

async function make(
  suites: readonly Suite[],
  { files }: SetupInput,
  place: string,
  context: SetupContext,
  onStep: OnStep,
): Promise<Result> {
  makeFolder(place)
  const folder = join(place, `.new-${process.pid}-${randomBytes(8).toString('hex')}`)
  for (const name of ['tree', 'home', 'changes']) mkdirSync(join(folder, name), { recursive: true })
  try {
    await context.checkout(await writeInputs(context, files), { keep: [] })
    const notReady = await install(suites, context, { folder, isWritable: true }, onStep)
    for (const { path } of listUntracked(context.tree, files)) {
      mkdirSync(dirname(join(folder, 'tree', path)), { recursive: true })
      renameSync(join(context.tree, path), join(folder, 'tree', path))
    }
    writeFileSync(join(folder, USED), '')
    return { folder, notReady }
  } catch (error) {
    removeFolder(folder)
    throw error
  }
}

/** Keeps the result. When another process has already kept the same one, that one is used. */
function keep({ folder, notReady }: Result, keptIn: string, key: string): Result {
  const kept = join(keptIn, key)
  try {
    renameSync(folder, kept)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    removeFolder(folder)
  }
  removeOld(keptIn)
  return { folder: kept, notReady }
}

function readKept(keptIn: string, key: string): Result | null {
  const folder = join(keptIn, key)
  if (!existsSync(join(folder, USED))) return null
  const now = new Date()
  utimesSync(join(folder, USED), now, now)
  return { folder, notReady: ALL_READY }
}

function removeOld(keptIn: string): void {
  const results = readdirSync(keptIn).map((name) => {
    const used = statSync(join(keptIn, name, USED), { throwIfNoEntry: false })
    return { name, usedAt: used?.mtimeMs ?? statSync(join(keptIn, name)).mtimeMs }
  })
  const old = results.toSorted((a, b) => b.usedAt - a.usedAt).slice(MAX_KEPT)
  for (const { name, usedAt } of old) if (Date.now() - usedAt > IN_USE_MS) removeFolder(join(keptIn, name))
}

/** Copies single files: they cannot be mounted under an execution. */
function copyFiles({ folder }: Result, left: readonly UntrackedPath[], tree: string): void {
  for (const { path, isFolder } of left) {
    if (isFolder) continue
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    const [from, to] = [join(folder, 'tree', path), join(tree, path)]
    // Node copies no link to a folder or to nothing.
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to)
    else cpSync(from, to)
  }
}
