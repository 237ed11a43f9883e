/** What `/tdd start` would do with an issue, or what is in its way. */
import { CONFIG_PATH } from '../../../config/parse.ts'
import type { CommandIssue } from '../../../core/commands/command.ts'
import type { TaskStart } from '../../../core/model/effect.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { Plan } from '../../../core/model/plan.ts'
import { gapWords } from '../../../core/status/protection.ts'
import { getStart } from '../../../core/task/start.ts'
import { toDigest } from '../../../evidence/digest.ts'
import { MAX_RECORD_CHARACTERS, writeTaskRecordText } from '../../../evidence/task-record.ts'
import { readIssueExtras, toPlan, toTaskHeader } from '../../../tasks/issue.ts'
import { lintPlan, type ParsedTask, parseTask } from '../../../tasks/parse-plan.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../../routes.ts'
import { readEnforcement } from '../protection/enforcement.ts'
import type { BaseConfig, ReadConfig } from '../pull-request/base-config.ts'
import { readContents } from '../pull-request/contents.ts'
import { type EarlierStart, findEarlierStart } from './earlier-start.ts'
import { type FoundIssue, readIssue } from './issue.ts'
import { openIssueWords, unmergedTaskWords } from './prerequisites.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'
/** More than a reader wants to read. */
const MAX_LEFT_OUT = 10

export interface StartQuestion {
  readonly issue: number
  /** A task of a document on the default branch; null: the issue is the task. */
  readonly task: string | null
  readonly app: AppIdentity
  readonly checkName: string
  readonly readConfig: ReadConfig
}

/** Told as problems, never thrown: what is wrong with the issue, the task document or the configuration. */
export async function readStart(
  github: GitHub,
  repository: RepositoryName,
  question: StartQuestion,
): Promise<CommandIssue> {
  const found = await readIssue(github, repository, question.issue)
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

interface StartTerms extends StartQuestion, BaseConfig {
  readonly base: TaskStart['base']
}

async function decideStart(
  github: GitHub,
  repository: RepositoryName,
  found: FoundIssue,
  terms: StartTerms,
): Promise<Pick<CommandIssue, 'started' | 'start'>> {
  const { app, base, config, issue, unread } = terms
  const { branchPattern } = config.git
  const planned = await tryPlan(github, repository, found, terms)
  const startWith = (plan: Plan) =>
    getStart({
      ...{ plan, base, issue, branchPattern },
      ...{ policyDigest: toDigest(config.policy), planDigest: toDigest(plan) },
    })
  // What was started goes on, whatever became of the words that it was started from.
  const wanted = startWith('problem' in planned ? toTaskHeader(found.issue) : planned.plan)
  const earlier = await findEarlierStart(github, repository, { app, start: wanted, branchPattern })
  const readGaps = async () => {
    const check = { name: terms.checkName, appId: app.id }
    return (await readEnforcement(github, repository, base.branch, check)).gaps.map(gapWords)
  }
  if (earlier?.kind === 'open') {
    const { pull, branch } = earlier
    // Whoever was cut off before they were answered is told what they would have been.
    return { started: { pull, branch }, start: { start: wanted, warnings: await readGaps() } }
  }
  const isUnfinished = earlier?.kind === 'unfinished'
  if (!isUnfinished && 'problem' in planned) return { started: null, start: { problems: [planned.problem] } }
  const start = isUnfinished ? { ...startWith(earlier.plan), branch: earlier.branch } : wanted
  const problems = [
    ...(found.isOpen ? [] : ['the issue is closed: open it again first']),
    ...(earlier?.kind === 'blocked' ? [earlier.problem] : []),
    ...recordProblems(start),
  ]
  if (problems.length > 0) return { started: null, start: { problems } }
  const words = isUnfinished || 'problem' in planned ? [] : await planned.readWords()
  const ofConfig = unread === null ? [] : [unread]
  const warnings = [...earlierWords(earlier), ...ofConfig, ...words, ...lintPlan(start.plan), ...(await readGaps())]
  return { started: null, start: { start, warnings } }
}

/** @throws whatever is nobody's mistake */
function getProblem(error: unknown): string {
  const isMistake = error instanceof GateError && ['bad-plan', 'bad-config', 'limit-exceeded'].includes(error.code)
  if (!isMistake) throw error
  return `${error.message} ${error.suggestion}`
}

function earlierWords(earlier: EarlierStart | null): readonly string[] {
  if (earlier?.kind === 'unfinished')
    return ['An earlier start was cut off: it goes on with the plan that it began with, whatever the issue says now.']
  if (earlier?.kind !== 'closed') return []
  return [
    `Pull request #${earlier.pull} of this task was closed: what people decided there (a pause, an end, what they skipped) does not hold for the new one.`,
  ]
}

/** Known before anything is written: once the branch is made, a record that GitHub does not take would leave it without one. */
function recordProblems({ plan, issue, branch, base, policyDigest }: TaskStart): readonly string[] {
  const digests = { planDigest: toDigest(plan), policyDigest }
  // Any commit's name is as long.
  const size = writeTaskRecordText({ schemaVersion: 1, branch, issue, start: base.sha, plan, ...digests }).length
  if (size <= MAX_RECORD_CHARACTERS) return []
  return [
    `the plan takes ${size} characters as the App keeps it, and GitHub has room for ${MAX_RECORD_CHARACTERS}: split the task, or shorten what every subtask repeats (acceptance, test strategy), and comment \`/tdd start\` again`,
  ]
}

/** The default branch as it is now. */
async function readBase(github: GitHub, repository: RepositoryName): Promise<TaskStart['base']> {
  const { data } = await github.request(REPOSITORY, repository)
  const branch = data.default_branch
  const { data: tip } = await github.request(BRANCH, { ...repository, branch })
  return { branch, sha: tip.commit.sha, tree: tip.commit.commit.tree.sha }
}

/** What would be started, and what is to be told of it; or why there is nothing. */
type Planned =
  | { readonly plan: Plan; readonly readWords: () => Promise<readonly string[]> }
  | { readonly problem: string }

async function tryPlan(
  github: GitHub,
  repository: RepositoryName,
  found: FoundIssue,
  terms: StartTerms,
): Promise<Planned> {
  const { task, app, base, config } = terms
  try {
    if (task !== null) {
      const { plan, waitsFor } = await readTaskPlan(github, repository, { task, base, config })
      const merged = { app, branchPattern: config.git.branchPattern, base: base.branch }
      return { plan, readWords: () => unmergedTaskWords(github, repository, waitsFor, merged) }
    }
    const plan = toPlan(found.issue, found.subIssues)
    const { leftOut, unread, waitsFor } = readIssueExtras(found.issue, found.subIssues)
    const result = [...leftOutWords(leftOut), ...unreadWords(unread, found.subIssues.length > 0)]
    const readWords = async () => [...result, ...(await openIssueWords(github, repository, waitsFor))]
    return { plan, readWords }
  } catch (error) {
    const problem = getProblem(error)
    // Only an issue is known by its number.
    if (task !== null) throw error
    return { problem }
  }
}

function leftOutWords(titles: readonly string[]): readonly string[] {
  return titles.length === 0 ? [] : [`Left out, because it is done already: ${listed(titles)}`]
}

function unreadWords(titles: readonly string[], hasSubIssues: boolean): readonly string[] {
  if (titles.length === 0) return []
  const count = titles.length === 1 ? '1 item was' : `${titles.length} items were`
  const why = hasSubIssues
    ? 'the sub-issues are the subtasks'
    : 'quoted, below an item that is no task, or outside of the section of subtasks'
  return [`${count} left out (${why}): ${listed(titles)}`]
}

function listed(titles: readonly string[]): string {
  const more = titles.length > MAX_LEFT_OUT ? [`and ${titles.length - MAX_LEFT_OUT} more`] : []
  return [...titles.slice(0, MAX_LEFT_OUT), ...more].join('; ')
}

async function readTaskPlan(
  github: GitHub,
  repository: RepositoryName,
  { task, base, config }: Pick<StartTerms, 'base' | 'config'> & { readonly task: string },
): Promise<ParsedTask> {
  const path = config.tasks.path?.replaceAll('{id}', () => task) ?? null
  const text = path === null ? null : await readContents(github, repository, base.sha, path)
  if (path !== null && text !== null) return parseTask(text, { id: task, file: path })
  throw new GateError(
    'bad-plan',
    path === null
      ? `${CONFIG_PATH} on ${base.branch} does not say where task documents are.`
      : `There is no task document ${path} on ${base.branch}.`,
    'Say it there with tasks.path, or start the issue itself: `/tdd start`',
  )
}
