/** What `/tdd start` would do with an issue, or what is in its way. */
import type { CommandIssue } from '../core/commands/command.ts'
import type { Config } from '../core/config.ts'
import type { TaskStart } from '../core/effect.ts'
import { GateError } from '../core/errors.ts'
import type { Plan } from '../core/plan.ts'
import { gapWords } from '../core/protection.ts'
import { startOf } from '../core/start.ts'
import { digestOf } from '../evidence/digest.ts'
import { MAX_RECORD_CHARACTERS, writeTaskRecordText } from '../evidence/task-record.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../github.ts'
import { planOfIssue } from '../tasks/issue.ts'
import { lintPlan, parsePlan } from '../tasks/parse-plan.ts'
import { CONFIG_PATH, readConfig } from './base-config.ts'
import { readContents } from './contents.ts'
import { type EarlierStart, findEarlierStart } from './earlier-start.ts'
import { readEnforcement } from './enforcement.ts'
import { type FoundIssue, readIssue } from './issue.ts'

const REPOSITORY = 'GET /repos/{owner}/{repo}'
const BRANCH = 'GET /repos/{owner}/{repo}/branches/{branch}'

export interface StartQuestion {
  readonly issue: number
  /** A task of a document on the default branch; null: the issue is the task. */
  readonly task: string | null
  readonly app: AppIdentity
  readonly checkName: string
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
    const config = await readConfig(github, repository, base.sha)
    const plan = await readTaskPlan(github, repository, found, { ...question, base, config })
    const startWith = (its: Plan) =>
      startOf({
        ...{ plan: its, base, issue: question.issue, branchPattern: config.git.branchPattern },
        ...{ policyDigest: digestOf(config.policy), planDigest: digestOf(its) },
      })
    const wanted = startWith(plan)
    const terms = { app: question.app, start: wanted, branchPattern: config.git.branchPattern }
    const earlier = await findEarlierStart(github, repository, terms)
    if (earlier?.kind === 'open') {
      const { pull, branch } = earlier
      return { ...about, started: { pull, branch }, start: { start: wanted, warnings: [] } }
    }
    const start = earlier?.kind === 'unfinished' ? { ...startWith(earlier.plan), branch: earlier.branch } : wanted
    const problems = [
      ...(found.isOpen ? [] : ['the issue is closed: open it again first']),
      ...(earlier?.kind === 'blocked' ? [earlier.problem] : []),
      ...recordProblems(start),
    ]
    if (problems.length > 0) return { ...about, started: null, start: { problems } }
    const check = { name: question.checkName, appId: question.app.id }
    const { gaps } = await readEnforcement(github, repository, base.branch, check)
    const warnings = [...earlierWords(earlier), ...lintPlan(start.plan), ...gaps.map(gapWords)]
    return { ...about, started: null, start: { start, warnings } }
  } catch (error) {
    if (!(error instanceof GateError) || !['bad-plan', 'bad-config', 'limit-exceeded'].includes(error.code)) throw error
    return { ...about, started: null, start: { problems: [`${error.message} ${error.suggestion}`] } }
  }
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
  const digests = { planDigest: digestOf(plan), policyDigest }
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

async function readTaskPlan(
  github: GitHub,
  repository: RepositoryName,
  { issue, subIssues }: FoundIssue,
  { task, base, config }: Pick<StartQuestion, 'task'> & { readonly base: TaskStart['base']; readonly config: Config },
): Promise<Plan> {
  if (task === null) return planOfIssue(issue, subIssues)
  const path = config.tasks.path?.replaceAll('{id}', () => task) ?? null
  const text = path === null ? null : await readContents(github, repository, base.sha, path)
  if (path !== null && text !== null) return parsePlan(text, { id: task, file: path })
  throw new GateError(
    'bad-plan',
    path === null
      ? `${CONFIG_PATH} on ${base.branch} does not say where task documents are.`
      : `There is no task document ${path} on ${base.branch}.`,
    'Say it there with tasks.path, or start the issue itself: `/tdd start`',
  )
}
