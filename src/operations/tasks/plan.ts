/** Reads the plan of the task: from the file that the user names, or from the base branch. */
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { unknownTask } from '../../core/errors/tasks.ts'
import { getPhase } from '../../core/evaluate/phase.ts'
import type { Commit } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import type { Plan, Subtask } from '../../core/model/plan.ts'
import { list, shellWords } from '../../core/rules/text.ts'
import { branchOfTask, taskOfBranch } from '../../core/task/task-branch.ts'
import { canonical } from '../../core/util/canonical.ts'
import { nearest } from '../../core/util/nearest.ts'
import { readStartMessage, withoutCoverage } from '../../evidence/start-message.ts'
import type { Range } from '../../git/range.ts'
import type { TreeReader } from '../../git/trees.ts'
import { findTasksInFiles, lintPlan, type ParsedTask, parseTaskFiles } from '../../tasks/parse-plan.ts'
import { verifyTexts } from '../verify/texts.ts'
import { isDocument, listIds, readFromDisk, readFromTree, type TaskDocuments, USUAL_PATHS } from './documents.ts'
import { findAtTop } from './first-task.ts'

const MAX_SHOWN = 200
const MAX_IDS = 10

export interface TaskName {
  /** A task document, a folder of them, `<document>#<id>`, or the id of a task, with its tag as `<tag>:<id>`. */
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
  /** Tasks that the document does not call done. */
  readonly waitsFor?: readonly string[]
  /** Tasks of the base that have the id in the name of the branch. Absent: the branch names none. */
  readonly candidates?: readonly PlannedTask[]
}

interface PlannedTask extends FoundPlan {
  readonly plan: Plan
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
  const place = task === undefined || isTaskOfBase === true ? null : toPlace(task)
  if (place !== null) return readFromFile(reader, range, config, { ...place, top })
  if (task !== undefined) return demandFromBase(reader, range, config, { task, top })
  const id = branch === undefined ? null : taskOfBranch(config.git.branchPattern, branch)
  return id === null ? { plan: null, notes: [] } : readNamesakes(reader, range, config, { id, branch })
}

/** Splits `<document>#<id>`; null for a name that is no path. A folder has a slash in it. */
function toPlace(task: string): { readonly path: string; readonly id: string | null } | null {
  const [path = '', id = null] = task.split('#')
  return isDocument(path) || path.includes('/') ? { path, id } : null
}

/** The user did not name this task, so a missing document, or a missing entry in it, is no error. */
async function readNamesakes(
  reader: TreeReader,
  range: Range,
  config: Config,
  { id, branch }: { readonly id: string; readonly branch: string | undefined },
): Promise<FoundPlan> {
  const note = verifyTexts.taskFromBranch(id)
  const { path } = config.tasks
  const isOfTask = path?.includes('{id}') === true
  const documents = await readConfigured(reader, range, config, id)
  const options = documents && { ...toOptions(documents, config), id }
  const found = documents && options ? findTasksInFiles(documents.files, options) : []
  if (documents && options && isOfTask && found.length === 0) parseTaskFiles(documents.files, options)
  const candidates = found.map((one) => withNotes(one, [`${note}.`]))
  const fits = candidates.filter(({ plan }) => branchOfTask(config.git.branchPattern, plan) === branch)
  const [only, ...others] = fits.length === 0 ? candidates : fits
  if (only !== undefined && others.length === 0) return { ...only, candidates }
  if (only !== undefined) {
    const names = list(candidates.map(({ plan: { tag } }) => `${tag}:${id}`))
    return { plan: null, notes: [verifyTexts.severalTasks(note, candidates.length, names)], candidates }
  }
  const isExpected = path !== null && !isOfTask
  return { plan: null, notes: isExpected ? [`${note}, but ${path} has no such task.`] : [] }
}

/** A branch may change its own plan: a note says when the file differs from the base's. */
async function readFromFile(
  reader: TreeReader,
  range: Range,
  config: Config,
  { path: file, id, top }: { readonly path: string; readonly id: string | null; readonly top: string | null },
): Promise<FoundPlan> {
  const documents = await readFromDisk(file)
  const found = parse(documents, config, id)
  if (top === null) return withNotes(found, [])
  const path = relative(await realpath(top), await realpath(file)).replaceAll(sep, '/')
  const atBase = await readFromTree(reader, range.baseTree, path)
  const isOther = atBase !== null && toText(atBase) !== toText(documents)
  return withNotes(found, isOther ? [verifyTexts.otherPlan(path)] : [])
}

const toText = ({ files }: TaskDocuments) => files.map(({ text }) => text.replaceAll('\r', '')).join('\0')

/** A mistyped task must not become one without subtasks. */
async function demandFromBase(
  reader: TreeReader,
  range: Range,
  config: Config,
  { task, top }: { readonly task: string; readonly top: string | null },
): Promise<FoundPlan> {
  const place = toPlace(task)
  const documents = place === null ? null : await readFromTree(reader, range.baseTree, place.path)
  if (documents !== null) return withNotes(parse(documents, config, place?.id ?? null), [])
  const found = await readFromBase(reader, range, config, task)
  if (found !== null) return found
  const near = top === null ? null : await findAtTop(top, task)
  const hint = await hintAt(reader, range, config.tasks.path, task)
  throw unknownTask(task.slice(0, MAX_SHOWN), hint, near && shellWords([near.name], '<document>'))
}

/** Names the nearest task, or the first ones, where each has a document of its own. */
async function hintAt(reader: TreeReader, { baseTree }: Range, pattern: string | null, task: string): Promise<string> {
  const ids = await listIds(reader, baseTree, pattern ?? '')
  const near = nearest(task, ids)
  if (near !== null) return `; the nearest is ${near}`
  return ids.length === 0 ? '' : `; there are ${list(ids, MAX_IDS)}`
}

async function readFromBase(reader: TreeReader, range: Range, config: Config, task: string): Promise<FoundPlan | null> {
  const documents = await readConfigured(reader, range, config, task)
  return documents === null ? null : withNotes(parse(documents, config, task), [])
}

/** Returns the documents of the base that the configuration names, or those at the usual places. */
async function readConfigured(
  reader: TreeReader,
  { baseTree }: Range,
  { tasks: { path } }: Config,
  task: string,
): Promise<TaskDocuments | null> {
  for (const place of path === null ? USUAL_PATHS : [path.replaceAll('{id}', () => task)]) {
    const documents = await readFromTree(reader, baseTree, place)
    if (documents !== null) return documents
  }
  return null
}

function parse(documents: TaskDocuments, config: Config, id: string | null): ParsedTask {
  return parseTaskFiles(documents.files, { ...toOptions(documents, config), id })
}

function toOptions({ file, currentTag }: TaskDocuments, { tasks: { rules } }: Config) {
  return { file, currentTag, rules }
}

function withNotes({ plan, leftOut, waitsFor, warnings }: ParsedTask, notes: readonly string[]): PlannedTask {
  return {
    plan,
    waitsFor,
    notes: [
      ...notes,
      ...(leftOut.length > 0 ? [verifyTexts.leftOut(list(leftOut))] : []),
      ...(waitsFor.length > 0 ? [verifyTexts.waitsFor(plan.id, list(waitsFor))] : []),
      ...warnings,
      ...lintPlan(plan),
    ],
  }
}

/** Reads the plan from the commit that opened the task, by the App or by hand. */
export function carriedPlan(commits: readonly Commit[]): Plan | null {
  const start = commits.find((commit) => getPhase(commit).phase === 'start')
  return start ? readStartMessage(start.message) : null
}

/**
 * Chooses between the task that the user named, the plan in the first commit, and the tasks whose id the branch has in
 * its name. The first commit names the task. Everyone can write such a commit, so it cannot demand less of a task than
 * the base does.
 * @param carried the plan in the first commit
 */
export function choosePlan(
  { plan, notes, candidates }: FoundPlan,
  carried: Plan | null,
): Omit<FoundPlan, 'candidates'> {
  if (carried === null || (plan !== null && candidates === undefined)) return { plan, notes }
  const same = candidates?.find(({ plan: { id, tag } }) => id === carried.id && tag === carried.tag)
  const fromBranch = verifyTexts.planFromBranch(carried.id)
  if (same === undefined || equals(same.plan, carried)) return { plan: carried, notes: [fromBranch] }
  if (equals(withoutCoverage(same.plan), carried)) return same
  const isLess = same.plan.subtasks.some((wanted) => !carried.subtasks.some((planned) => demands(planned, wanted)))
  return isLess
    ? { plan: same.plan, notes: [...same.notes, verifyTexts.planOfBaseCounts(carried.id)] }
    : { plan: carried, notes: [fromBranch] }
}

const equals = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** Returns whether a planned subtask demands as much as the wanted one. */
function demands({ id, dependencies, cycle }: Subtask, wanted: Subtask): boolean {
  const isProved =
    wanted.cycle === null || equals({ ...wanted.cycle, coverage: null }, cycle && { ...cycle, coverage: null })
  return id === wanted.id && isProved && wanted.dependencies.every((other) => dependencies.includes(other))
}
