/** Replaces the next step of a rejected branch by commands that were pasted on a copy, and whose result was accepted. */
import { join } from 'node:path'
import { openCopy } from '../../advice/copy.ts'
import { getAnswers, replacesCode } from '../../advice/hunks.ts'
import { type BranchState, type Tried, tryCandidates } from '../../advice/try-candidates.ts'
import { getBranchCriteria } from '../../core/compare/at-head.ts'
import { conclude } from '../../core/evaluate/decide.ts'
import { firstBlocked } from '../../core/evaluate/next.ts'
import { startWalk, step } from '../../core/evaluate/walk.ts'
import type { Commit, Sha } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Decision, Finding } from '../../core/model/finding.ts'
import { formatCommand } from '../../core/model/gate-command.ts'
import { suggest } from '../../core/model/suggestion.ts'
import { greenKeepsTests } from '../../core/rules/green-keeps-tests.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import { type Repository, readChangedPaths } from '../../git/repository.ts'
import type { Hooks } from '../verify/progress.ts'
import { openSession, type Session, type SessionOptions } from '../verify/session.ts'
import { toVerification, type Verification, walkBranch } from '../verify/walk-branch.ts'
import { adviceTexts } from './texts.ts'

/** Executions for all candidates together; a tree that was measured before costs none. */
const MAX_RUNS = 40

interface AdviceOptions extends SessionOptions {
  /** The judged head is checked out, and nothing else is under way: the lines may be pasted. */
  readonly isHere: boolean
}

/** Returns how many executions the repairs of a branch may take; null where none is tried. */
export function getMaxRuns({ advice }: Pick<Config, 'advice'>): number | null {
  return advice === 'off' ? null : advice === 'structural' ? 0 : MAX_RUNS
}

/** How git marks a file that it does not know: no command touches it. */
const NEW_FILE = '??'

/** Tries repairs where the branch is rejected. @param session of the branch, which is judged */
export async function adviseByTrial(
  session: Session,
  verification: Verification,
  options: AdviceOptions,
): Promise<Verification> {
  const blocked = firstBlocked(verification.decision.commits)
  const maxRuns = getMaxRuns(session.config)
  if (blocked?.verdict !== 'rejected') return verification
  if (maxRuns === null || !options.isHere)
    return { ...verification, decision: withTried(verification.decision, null, '') }
  const branch = await getCurrentBranch(session.repository)
  session.hooks.onProgress({ kind: 'note', text: adviceTexts.trying })
  const copy = await openCopy(session.repository, join(session.scratch.dir, 'advice'), branch)
  const judge = createJudge(session, options, copy.repository, maxRuns)
  const begun = await toBranch(session, verification.decision)
  const isDirty = (await readChangedPaths(session.repository)).some(({ letters }) => letters !== NEW_FILE)
  const tried = await tryCandidates(begun, { copy, branch, isDirty, policy: session.criteria.policy, judge })
  const how = tried?.isPart ? adviceTexts.leadsOn : maxRuns === 0 ? adviceTexts.pasted : adviceTexts.tried
  const said = tried === null ? adviceTexts.noneAccepted : how
  return {
    ...verification,
    decision: withTried(verification.decision, tried, said, formatCommand(session.criteria.verify)),
  }
}

/** Judges commits of the copy, within one budget of executions. */
function createJudge(session: Session, options: SessionOptions, repository: Repository, maxRuns: number) {
  const { hooks, range } = session
  const used = new AbortController()
  let runs = 0
  const quiet: Hooks = {
    ...hooks,
    signal: AbortSignal.any([hooks.signal, used.signal]),
    onProgress: ({ kind }) => {
      if (kind === 'test:run' && ++runs > maxRuns) used.abort()
    },
  }
  const base = options.base ?? range.baseTip ?? 'root'
  return async (head: Sha): Promise<BranchState | null> => {
    if (used.signal.aborted) return null
    try {
      await using opened = await openSession({ ...options, base, head }, quiet, { repository })
      const criteria = { ...session.criteria, plan: opened.criteria.plan }
      if (maxRuns === 0) return await toBranch(opened, judgeWithoutRuns({ ...opened, criteria }))
      const walk = await walkBranch({ ...opened, criteria })
      return await toBranch(opened, toVerification(opened, walk).decision)
    } catch (error) {
      hooks.signal.throwIfAborted()
      if (used.signal.aborted || error instanceof GateError) return null
      throw error
    }
  }
}

/** Judges what needs no measurement: nothing that is known of the branch refuses it. */
function judgeWithoutRuns({ subjects, origin, criteria }: Session): Decision {
  const begun = startWalk(origin.sha, origin.tree, undefined, { ...criteria, ...getBranchCriteria(subjects) })
  const decision = conclude(subjects.reduce((walk, commit) => step(walk, commit, undefined), begun))
  const isRefused = decision.commits.some(({ verdict }) => verdict === 'rejected')
  return isRefused ? decision : { ...decision, conclusion: 'success' }
}

async function toBranch({ subjects, range, scratch }: Session, decision: Decision): Promise<BranchState> {
  const first = firstBlocked(decision.commits)
  const commits = decision.isWhole ? asOne(subjects) : subjects
  const blocked = decision.isWhole ? commits[0] : commits.find(({ sha }) => sha === first?.sha)
  return {
    head: range.head,
    tree: range.headTree,
    commits,
    decision,
    replacesCode: blocked !== undefined && (await replacesCode(scratch, blocked)),
    answers: blocked === undefined ? new Map() : await getAnswers(scratch, blocked),
  }
}

/** Joins what was laid over the base: commands work from the head, and only that commit exists. */
function asOne(subjects: readonly Commit[]): readonly Commit[] {
  const [first, last] = [subjects[0], subjects.at(-1)]
  if (first === undefined || last === undefined) return subjects
  return [{ ...last, parents: first.parents, changes: subjects.flatMap(({ changes }) => changes) }]
}

/** Says what was tried, once: with the finding that the next step is about. All else is corrected with it. */
function withTried(decision: Decision, tried: Tried | null, said: string, judge = ''): Decision {
  const { next } = decision
  if (next === null) return decision
  const blocked = firstBlocked(decision.commits)
  const choices = blocked?.findings.find(({ rule }) => rule === next.rule)?.suggestion.text ?? ''
  const other = next.rule === greenKeepsTests.code ? ` ${adviceTexts.orPutBack}` : ''
  const suggestion =
    tried === null
      ? { text: `${said} ${choices}`.trim(), commands: [] }
      : { text: `${tried.about} ${said}${other}`, commands: [...tried.lines, judge] }
  const correct = (finding: Finding) => {
    if (finding.level !== 'error') return finding
    if (finding.rule === next.rule) return { ...finding, suggestion }
    return tried === null ? finding : { ...finding, suggestion: suggest(adviceTexts.correctedToo) }
  }
  return {
    ...decision,
    commits: decision.commits.map((one) => (one === blocked ? { ...one, findings: one.findings.map(correct) } : one)),
    next: { ...next, suggestion },
  }
}
