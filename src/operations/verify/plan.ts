/** Reads the plan of the task: from the file that the user names, or from the base branch. */
import { readFile, realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { taskFileNotReadable, unknownTask } from '../../core/errors/tasks.ts'
import { getPhase } from '../../core/evaluate/phase.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import type { Plan } from '../../core/model/plan.ts'
import { list } from '../../core/rules/text.ts'
import { taskOfBranch } from '../../core/task/task-branch.ts'
import { nearest } from '../../core/util/nearest.ts'
import { readStartMessage } from '../../evidence/start-message.ts'
import type { Range } from '../../git/range.ts'
import { readBlob, type TreeReader } from '../../git/trees.ts'
import { findPlan, lintPlan, type PlanOptions, parsePlan } from '../../tasks/parse-plan.ts'

const MAX_SHOWN = 200
const MAX_IDS = 10
const IS_FILE = /\.(?:ya?ml|json)$/i

export interface TaskName {
  /** A task document, or the id of a task. */
  readonly task?: string
  /** True in jobs: their task document always comes from the base, because the checkout is the branch's. */
  readonly isTaskOfBase?: boolean
  /** The branch to judge; without a named task its name may contain the task's id. */
  readonly branch?: string
  /** The top of the working tree, where there is one. */
  readonly top?: string | null
}

export interface FoundPlan {
  /** Null without a task, or when a task id has no document: then each RED-GREEN pair is a subtask. */
  readonly plan: Plan | null
  readonly notes: readonly string[]
}

/**
 * Reads the plan.
 * @throws GateError `bad-plan` for an invalid document
 */
export async function readPlan(
  reader: TreeReader,
  range: Range,
  config: Config,
  { task, branch, isTaskOfBase, top = null }: TaskName,
): Promise<FoundPlan> {
  if (task !== undefined && isTaskOfBase !== true && IS_FILE.test(task)) return readFromFile(reader, range, task, top)
  if (task !== undefined) return withNotes(await demandFromBase(reader, range, config, task))
  const id = branch === undefined ? null : taskOfBranch(config.git.branchPattern, branch)
  return id === null ? { plan: null, notes: [] } : readNamesake(reader, range, config, id)
}

/** Adds what is unwise in the plan. */
function withNotes(plan: Plan, notes: readonly string[] = []): FoundPlan {
  return { plan, notes: [...notes, ...lintPlan(plan)] }
}

/** The user did not name this task, so a missing document, or a missing entry in it, is no error. */
async function readNamesake(reader: TreeReader, range: Range, config: Config, id: string): Promise<FoundPlan> {
  const { path } = config.tasks
  const note = `Task ${id} comes from the name of the branch`
  if (path === null || path.includes('{id}')) {
    const plan = await readFromBase(reader, range, config, id)
    return plan === null ? { plan, notes: [] } : withNotes(plan, [`${note}.`])
  }
  const text = await readText(reader, range, path)
  const plan = text === null ? null : findPlan(text, { id, file: path })
  if (plan !== null) return withNotes(plan, [`${note}.`])
  return { plan, notes: text === null ? [] : [`${note}, but ${path} has no such task.`] }
}

/** A branch may change its own plan: a note says when the file differs from the base's. */
async function readFromFile(reader: TreeReader, range: Range, file: string, top: string | null): Promise<FoundPlan> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw taskFileNotReadable(file, cause)
  })
  const plan = parsePlan(text, { id: null, file })
  if (top === null) return withNotes(plan)
  const path = relative(await realpath(top), await realpath(file)).replaceAll(sep, '/')
  const atBase = await readText(reader, range, path)
  const isOther = atBase !== null && withoutReturns(atBase) !== withoutReturns(text)
  return withNotes(plan, isOther ? [`${path} differs from the plan of the base branch: check it.`] : [])
}

const withoutReturns = (text: string) => text.replaceAll('\r', '')

/** A mistyped task must not become one without subtasks. */
async function demandFromBase(reader: TreeReader, range: Range, config: Config, task: string): Promise<Plan> {
  const named = IS_FILE.test(task) ? await readDocument(reader, range, { id: null, file: task }) : null
  const plan = named ?? (await readFromBase(reader, range, config, task))
  if (plan !== null) return plan
  throw unknownTask(task.slice(0, MAX_SHOWN), await hintAt(reader, range, config.tasks.path, task))
}

/** Names the nearest task, or the first ones, where each has a document of its own. */
async function hintAt(reader: TreeReader, { baseTree }: Range, pattern: string | null, task: string): Promise<string> {
  const [before = '', after] = pattern?.split('{id}') ?? []
  if (after === undefined) return ''
  const paths = [...(await reader.listTree(baseTree)).keys()]
  const ids = paths
    .filter((path) => path.startsWith(before) && path.endsWith(after))
    .map((path) => path.slice(before.length, path.length - after.length))
  const near = nearest(task, ids)
  if (near !== null) return `; the nearest is ${near}`
  return ids.length === 0 ? '' : `; there are ${list(ids.toSorted(), MAX_IDS)}`
}

async function readFromBase(reader: TreeReader, range: Range, config: Config, task: string): Promise<Plan | null> {
  const file = config.tasks.path?.replaceAll('{id}', () => task)
  return file ? readDocument(reader, range, { id: task, file }) : null
}

async function readDocument(reader: TreeReader, range: Range, source: PlanOptions): Promise<Plan | null> {
  const text = await readText(reader, range, source.file)
  return text === null ? null : parsePlan(text, source)
}

async function readText(reader: TreeReader, { baseTree }: Range, file: string): Promise<string | null> {
  return (await readBlob(reader, baseTree, file))?.toString() ?? null
}

/** Reads the plan from the commit that opened the task, by the App or by hand. */
export function carriedPlan(commits: readonly Commit[]): Plan | null {
  const start = commits.find((commit) => getPhase(commit).phase === 'start')
  return start ? readStartMessage(start.message) : null
}
