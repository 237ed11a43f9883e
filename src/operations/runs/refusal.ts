/** Remembers what `complete` said of the working tree, so that `next` knows it while nothing changes. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { JudgedCommit } from '../../core/model/finding.ts'
import type { TreeRefusal } from '../../core/model/work-context.ts'
import { replaceFile } from '../../disk.ts'
import { findKeptRed } from '../../git/local-refs/kept-red.ts'
import { openPending } from '../../git/pending.ts'
import { type Repository, readHeadSha } from '../../git/repository.ts'
import { getWorktreeFolder } from './place.ts'

const FILE = 'refusal.json'
const MAX_CHARACTERS = 1_000_000

const Kept = z.object({
  head: z.string(),
  tree: z.string(),
  isAccepted: z.boolean(),
  rule: z.string(),
  message: z.string(),
  commands: z.array(z.string()),
  chosen: z.nullable(z.array(z.string())),
})

interface JudgedTree {
  readonly judged: JudgedCommit
  readonly tree: string
  readonly commands: readonly string[]
  /** The paths that the caller chose, from the top; null without a choice. */
  readonly chosen: readonly string[] | null
  /** Of a RED that waits for its code: the next step is that, and no commit. */
  readonly keptRed?: string | null
}

/** Replaces what was remembered of the working tree. Remembering proves nothing, so a failure stops no work. */
export async function rememberTree(
  repository: Repository | undefined,
  { judged, tree, commands, chosen, keptRed = null }: JudgedTree,
): Promise<void> {
  if (repository === undefined) return
  const path = getPath(repository)
  const isAccepted = judged.verdict === 'accepted' && keptRed === null
  const broken = judged.verdict === 'rejected' ? judged.findings.find(({ level }) => level === 'error') : undefined
  try {
    if (broken === undefined && !isAccepted) return rmSync(path, { force: true })
    const { rule = '', message = '' } = broken ?? {}
    const kept = { head: await readHeadSha(repository), tree, isAccepted, rule, message, commands, chosen }
    replaceFile(path, JSON.stringify(kept))
  } catch {
    // Then `next` says only that the working tree is not judged.
  }
}

/** Returns the refusal of exactly this working tree on this head; undefined where either differs. */
export async function findTreeRefusal(repository: Repository | undefined): Promise<TreeRefusal | undefined> {
  const kept = await readKept(repository)
  if (kept === null || kept.isAccepted) return undefined
  const { rule, message, commands } = kept
  return { rule, message, commands }
}

/**
 * Returns what commits this working tree on this head, which was accepted; null in any doubt, and where nothing changed.
 * `commands` is empty where a plain `commit` takes what was accepted.
 */
export async function findAcceptedTree(
  repository: Repository | undefined,
): Promise<{ readonly commands: readonly string[] } | null> {
  const kept = await readKept(repository)
  if (kept?.isAccepted !== true) return null
  return { commands: kept.chosen === null ? [] : kept.commands }
}

async function readKept(repository: Repository | undefined): Promise<z.infer<typeof Kept> | null> {
  if (repository === undefined) return null
  try {
    const text = readFileSync(getPath(repository), 'utf8')
    const kept = Kept.parse(text.length > MAX_CHARACTERS ? null : JSON.parse(text))
    if (kept.head !== (await readHeadSha(repository))) return null
    const red = await findKeptRed(repository)
    const choice = kept.chosen && { names: kept.chosen, from: repository.top ?? '.' }
    const taken = { ...(red && { onto: red.sha }), ...(choice && { choice }) }
    await using pending = await openPending(repository, 'working tree', taken)
    return !pending.isEmpty && pending.tree === kept.tree ? kept : null
  } catch {
    return null
  }
}

const getPath = (repository: Repository): string => join(getWorktreeFolder(repository, process.env), FILE)
