/** Computes the effect of `/tdd start` on an issue, or the problem that prevents it. */
import { CONFIG_PATH } from '../../../config/parse.ts'
import type { CommandIssue } from '../../../core/commands/command.ts'
import { noTaskOnBase } from '../../../core/errors/tasks.ts'
import type { TaskStart } from '../../../core/model/effect.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { Plan } from '../../../core/model/plan.ts'
import { formatGap } from '../../../core/status/protection.ts'
import { getStart } from '../../../core/task/start.ts'
import { toDigest } from '../../../evidence/digest.ts'
import { MAX_RECORD_CHARACTERS, writeTaskRecordText } from '../../../evidence/task-record.ts'
import { readIssueExtras, toPlan, toTaskHeader } from '../../../tasks/issue-to-plan.ts'
import { lintPlan, type ParsedTask, parseTask } from '../../../tasks/parse-plan.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../routes.ts'
import { taskTexts } from '../../texts.ts'
import { readEnforcement } from '../protection/protection.ts'
import type { BaseConfig, ReadConfig } from '../pull-request/base-config.ts'
import { readContents } from '../pull-request/contents.ts'
import { type EarlierStart, findEarlierStart } from './earlier-start.ts'
import { type FoundIssue, readTaskIssue } from './issue.ts'
import { describeOpenIssues, describeUnmergedTasks } from './prerequisites.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
/** Bound on the listed titles. */
const MAX_LEFT_OUT = 10

interface StartQuestion {
  readonly issue: number
  /** The id of a task of a document on the default branch; null: the issue is the task. */
  readonly task: string | null
  readonly app: AppIdentity
  readonly checkName: string
  readonly readConfig: ReadConfig
}

/**
 * Reads the start. Mistakes in the issue, the task document or the configuration are returned as problems, never
 * thrown.
 */
export async function readStart(
  github: GitHub,
  repository: RepositoryName,
  question: StartQuestion,
): Promise<CommandIssue> {
  const found = await readTaskIssue(github, repository, question.issue)
  const about = { number: question.issue, title: found?.issue.title ?? '' }
  if (found === null) return { ...about, started: null, start: { problems: ['there is no such issue'] } }
  try {
    const base = await readBase(github, repository)
    const read = await question.readConfig(github, repository, base.sha)
    return { ...about, ...(await decideStart(github, repository, found, { ...question, base, ...read })) }
  } catch (error) {
    return { ...about, started: null, start: { problems: [getProblem(error)] } }
  }
}

interface StartFacts extends StartQuestion, BaseConfig {
  readonly base: TaskStart['base']
}

async function decideStart(
  github: GitHub,
  repository: RepositoryName,
  found: FoundIssue,
  facts: StartFacts,
): Promise<Pick<CommandIssue, 'started' | 'start'>> {
  const { app, base, config, issue, unread } = facts
  const { branchPattern, pr } = config.git
  const planned = await tryPlan(github, repository, found, facts)
  const startWith = (plan: Plan) =>
    getStart({
      plan,
      base,
      issue,
      branchPattern,
      isDraft: pr.draft,
      titleTemplate: pr.title,
      policyDigest: toDigest(config.policy),
      planDigest: toDigest(plan),
    })
  // A started task continues, even if its issue was changed later.
  const wanted = startWith('problem' in planned ? toTaskHeader(found.issue) : planned.plan)
  const earlier = await findEarlierStart(github, repository, { app, start: wanted, branchPattern })
  const readGaps = async () => {
    const check = { name: facts.checkName, appId: app.id }
    return (await readEnforcement(github, repository, base.branch, check)).gaps.map(formatGap)
  }
  if (earlier?.kind === 'open') {
    const { pull, branch } = earlier
    // If the earlier start was interrupted before its reply, the reply is now given.
    return { started: { pull, branch }, start: { start: wanted, warnings: await readGaps() } }
  }
  const isUnfinished = earlier?.kind === 'unfinished'
  if (!isUnfinished && 'problem' in planned) return { started: null, start: { problems: [planned.problem] } }
  const start = isUnfinished ? { ...startWith(earlier.plan), branch: earlier.branch } : wanted
  const problems = [
    ...(found.isOpen ? [] : ['the issue is closed: open it again first']),
    ...(earlier?.kind === 'blocked' ? [earlier.problem] : []),
    ...findRecordProblems(start),
  ]
  if (problems.length > 0) return { started: null, start: { problems } }
  const waits = isUnfinished || 'problem' in planned ? [] : await planned.readWarnings()
  const ofConfig = unread === null ? [] : [unread]
  const warnings = [...describeEarlier(earlier), ...ofConfig, ...waits, ...lintPlan(start.plan), ...(await readGaps())]
  return { started: null, start: { start, warnings } }
}

/** Returns the problem in an error. @throws errors that no user caused */
function getProblem(error: unknown): string {
  const isMistake = error instanceof GateError && ['bad-plan', 'bad-config', 'limit-exceeded'].includes(error.code)
  if (!isMistake) throw error
  return `${error.message} ${error.suggestion.text}`
}

function describeEarlier(earlier: EarlierStart | null): readonly string[] {
  if (earlier?.kind === 'unfinished') return [taskTexts.interrupted]
  if (earlier?.kind !== 'closed') return []
  return [taskTexts.earlierClosed(earlier.pull)]
}

/** Checks the size of the record before anything is written. Otherwise a branch could exist without its record. */
function findRecordProblems({ plan, issue, branch, base, policyDigest }: TaskStart): readonly string[] {
  const digests = { planDigest: toDigest(plan), policyDigest }
  // The ids of all commits have the same length.
  const size = writeTaskRecordText({ schemaVersion: 1, branch, issue, start: base.sha, plan, ...digests }).length
  if (size <= MAX_RECORD_CHARACTERS) return []
  return [taskTexts.recordTooLarge(size, MAX_RECORD_CHARACTERS)]
}

/** Reads the current default branch. */
async function readBase(github: GitHub, repository: RepositoryName): Promise<TaskStart['base']> {
  const { data } = await github.request(REPOSITORY, repository)
  const branch = data.default_branch
  const { data: tip } = await github.request(BRANCH, { ...repository, branch })
  return { branch, sha: tip.commit.sha, tree: tip.commit.commit.tree.sha }
}

/** The task that would be started with its warnings, or the problem that prevents it. */
type Planned =
  | { readonly plan: Plan; readonly readWarnings: () => Promise<readonly string[]> }
  | { readonly problem: string }

async function tryPlan(
  github: GitHub,
  repository: RepositoryName,
  found: FoundIssue,
  facts: StartFacts,
): Promise<Planned> {
  const { task, app, base, config } = facts
  try {
    if (task !== null) {
      const { plan, waitsFor, leftOut, warnings } = await readTaskPlan(github, repository, { task, base, config })
      const merged = { app, branchPattern: config.git.branchPattern, base: base.branch }
      const known = [...describeLeftOut(leftOut), ...warnings]
      return {
        plan,
        readWarnings: async () => [...known, ...(await describeUnmergedTasks(github, repository, waitsFor, merged))],
      }
    }
    const plan = toPlan(found.issue, found.subIssues)
    const { leftOut, unread, waitsFor } = readIssueExtras(found.issue, found.subIssues)
    const result = [...describeLeftOut(leftOut), ...describeUnread(unread, found.subIssues.length > 0)]
    const readWarnings = async () => [...result, ...(await describeOpenIssues(github, repository, waitsFor))]
    return { plan, readWarnings }
  } catch (error) {
    const problem = getProblem(error)
    // Only the number of an issue identifies it.
    if (task !== null) throw error
    return { problem }
  }
}

function describeLeftOut(titles: readonly string[]): readonly string[] {
  return titles.length === 0 ? [] : [taskTexts.leftOut(listed(titles))]
}

function describeUnread(titles: readonly string[], hasSubIssues: boolean): readonly string[] {
  if (titles.length === 0) return []
  const count = titles.length === 1 ? '1 item was' : `${titles.length} items were`
  const why = hasSubIssues ? 'the sub-issues are the subtasks' : taskTexts.notInSection
  return [`${count} left out (${why}): ${listed(titles)}`]
}

function listed(titles: readonly string[]): string {
  const more = titles.length > MAX_LEFT_OUT ? [`and ${titles.length - MAX_LEFT_OUT} more`] : []
  return [...titles.slice(0, MAX_LEFT_OUT), ...more].join('; ')
}

async function readTaskPlan(
  github: GitHub,
  repository: RepositoryName,
  { task, base, config }: Pick<StartFacts, 'base' | 'config'> & { readonly task: string },
): Promise<ParsedTask> {
  const path = config.tasks.path?.replaceAll('{id}', () => task) ?? null
  const text = path === null ? null : await readContents(github, repository, base.sha, path)
  if (path !== null && text !== null) return parseTask(text, { id: task, file: path, rules: config.tasks.rules })
  throw noTaskOnBase(path, CONFIG_PATH, base.branch)
}
