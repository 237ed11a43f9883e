/** Finds the command with which work begins where no branch is in work. */
import { existsSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { OWN_BRANCH, suggestStart, suggestWriting } from '../../core/errors/tasks.ts'
import type { Config } from '../../core/model/config.ts'
import { type Suggestion, suggest } from '../../core/model/suggestion.ts'
import { shellWords } from '../../core/rules/text.ts'
import type { Range } from '../../git/range.ts'
import type { Repository } from '../../git/repository.ts'
import type { TreeReader } from '../../git/trees.ts'
import { listTasks } from '../../tasks/parse-plan.ts'
import { listIds, readFromDisk, readFromTree, USUAL_PATHS } from './documents.ts'

interface Place {
  readonly repository: Repository
  readonly scratch: TreeReader
  readonly range: Range
  readonly config: Config
}

interface Beginning {
  readonly suggestion: Suggestion
  /** The document at the top of the working tree that the command names; null for none. */
  readonly document: string | null
}

const SAMPLE_FILE = 'task.yml'
export const TOP_PATHS = [SAMPLE_FILE, 'task.yaml', 'task.json', 'tasks.json', ...USUAL_PATHS]
/** Commits of the base whose tasks count as begun. */
const MAX_COMMITS = 2_000

/** Suggests the first open task of the base, or of a document at the top; else how to write one. */
export async function findBeginning(place: Place): Promise<Beginning> {
  const { top } = place.repository
  const known = await findOnBase(place)
  if (known !== null) return { suggestion: suggestStart(quote(known)), document: null }
  const found = top === null ? null : await findAtTop(top)
  if (found !== null) return { suggestion: suggestStart(quote(found.name)), document: found.path }
  const isFree = top !== null && !existsSync(join(top, SAMPLE_FILE))
  return {
    suggestion: isFree ? suggestWriting(SAMPLE_FILE) : suggest(`Run \`${OWN_BRANCH}\`.`, OWN_BRANCH),
    document: null,
  }
}

const quote = (name: string) => shellWords([name], '<task>')

async function findOnBase({
  repository,
  scratch,
  range: { baseTree, baseTip },
  config,
}: Place): Promise<string | null> {
  const { path } = config.tasks
  const begun = await readBegun(repository, baseTip)
  const isOpen = (id: string) => !isBegun(begun, id)
  if (path?.includes('{id}')) return (await listIds(scratch, baseTree, path)).find(isOpen) ?? null
  for (const name of path === null ? USUAL_PATHS : [path]) {
    const documents = await readFromTree(scratch, baseTree, name)
    const tasks = documents && listTasks(documents.files)
    if (tasks) return tasks.ids.find(isOpen) ?? (tasks.ids.length === 0 ? name : null)
  }
  return null
}

/** Whether commits name this task or a subtask of it. */
const isBegun = (begun: readonly string[], id: string) => begun.some((one) => one === id || one.startsWith(`${id}.`))

/** Returns those of the tasks of which the base has no work. */
export async function findUnbegun(
  repository: Repository,
  base: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return []
  const isDone = await readBegunTasks(repository, base)
  return ids.filter((id) => !isDone(id))
}

/** Returns whether the base has work of a task, by its id. */
export async function readBegunTasks(repository: Repository, base: string): Promise<(id: string) => boolean> {
  const begun = await readBegun(repository, base)
  return (id) => isBegun(begun, id)
}

/** Title that a squash merge gives to the pull request of a task. */
const SQUASHED = /^Task #(\S+) \[/

/** Returns the tasks and subtasks that commits of the base name. */
async function readBegun(repository: Repository, base: string | null): Promise<readonly string[]> {
  if (base === null) return []
  const format = '--format=%s%n%(trailers:key=Task,valueonly)'
  const log = await repository.git(['log', `--max-count=${MAX_COMMITS}`, format, '--end-of-options', base, '--'])
  return log
    .toString()
    .split('\n')
    .map((line) => SQUASHED.exec(line)?.[1] ?? line)
    .filter((line) => line !== '')
}

interface FoundDocument {
  readonly path: string
  /** As the user types it. */
  readonly name: string
}

/** @param wanted the id of the task; any task by default */
export async function findAtTop(top: string, wanted?: string): Promise<FoundDocument | null> {
  for (const path of TOP_PATHS.filter((name) => existsSync(join(top, name)))) {
    const { files } = await readFromDisk(join(top, path))
    const tasks = listTasks(files)
    const id = wanted === undefined ? tasks?.ids[0] : tasks?.ids.find((one) => one === wanted)
    if (tasks === null || (wanted !== undefined && id === undefined)) continue
    const here = toHere(top, path)
    return { path, name: tasks.isAlone || id === undefined ? here : `${here}#${id}` }
  }
  return null
}

/** The path from the working directory, where it lies in the working tree. */
function toHere(top: string, path: string): string {
  const from = relative(realpathSync(top), process.cwd())
  return from.startsWith('..') ? path : relative(from, path)
}
