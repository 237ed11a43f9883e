/** Replaces the next step of a rejected branch by commands that were pasted on a copy, and whose result was accepted. */
import { join } from 'node:path'
import { openCopy } from '../../advice/copy.ts'
import { getAnswers, replacesCode } from '../../advice/hunks.ts'
import { type BranchState, type Tried, tryCandidates } from '../../advice/try-candidates.ts'
import { getBranchCriteria } from '../../core/compare/at-head.ts'
import { conclude } from '../../core/evaluate/decide.ts'
import { firstBlocked } from '../../core/evaluate/next.ts'
import { startWalk, step } from '../../core/evaluate/walk.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Decision, Finding, JudgedCommit } from '../../core/model/finding.ts'
import { formatCommand } from '../../core/model/gate-command.ts'
import { rules } from '../../core/rules/index.ts'
import { getCurrentBranch } from '../../git/local-refs/head.ts'
import { type Repository, readChangedPaths } from '../../git/repository.ts'
import type { Hooks } from '../verify/progress.ts'
import { openSession, type Session, type SessionOptions } from '../verify/session.ts'
import { toVerification, type Verification, walkBranch } from '../verify/walk-branch.ts'
import { adviceTexts } from './texts.ts'

/** Executions for all candidates together; a tree that was measured before costs none. */
const MAX_RUNS = 40

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
  options: SessionOptions,
): Promise<Verification> {
  const blocked = firstBlocked(verification.decision.commits)
  const maxRuns = getMaxRuns(session.config)
  if (blocked?.verdict !== 'rejected' || maxRuns === null) return verification
  const branch = await getCurrentBranch(session.repository)
  session.hooks.onProgress({ kind: 'note', text: adviceTexts.trying })
  const copy = await openCopy(session.repository, join(session.scratch.dir, 'advice'), branch)
  const judge = createJudge(session, options, copy.repository, maxRuns)
  const begun = await toBranch(session, verification.decision)
  const isDirty = (await readChangedPaths(session.repository)).some(({ letters }) => letters !== NEW_FILE)
  const tried = await tryCandidates(begun, { copy, branch, isDirty, policy: session.criteria.policy, judge })
  const judgeAgain = formatCommand(session.criteria.verify)
  const how = tried?.isPart ? adviceTexts.leadsOn : maxRuns === 0 ? adviceTexts.pasted : adviceTexts.tried
  const said = tried && { ...tried, about: `${tried.about} ${how}` }
  return { ...verification, decision: withTried(verification.decision, said, judgeAgain) }
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
  const blocked = subjects.find(({ sha }) => sha === first?.sha)
  return {
    head: range.head,
    tree: range.headTree,
    commits: subjects,
    decision,
    replacesCode: blocked !== undefined && (await replacesCode(scratch, blocked)),
    answers: blocked === undefined ? new Map() : await getAnswers(scratch, blocked),
  }
}

/** Says what was tried, once: with the finding that the next step is about. All else is corrected with it. */
function withTried(decision: Decision, tried: Tried | null, judge: string): Decision {
  const { next } = decision
  if (next === null) return decision
  const commands = tried === null ? [] : [...tried.lines, judge]
  const blocked = firstBlocked(decision.commits)
  const choicesOf = (code: string | undefined) => rules.find((rule) => rule.code === code)?.choices ?? ''
  const text = tried === null ? `${adviceTexts.noneAccepted} ${choicesOf(next.rule)}` : tried.about
  const correct = (commit: JudgedCommit) => (finding: Finding) => {
    if (finding.level !== 'error' || commit.verdict !== 'rejected') return finding
    const isFirst = commit === blocked && finding.rule === next.rule
    const other = tried === null || commit !== blocked ? choicesOf(finding.rule) : adviceTexts.correctedToo
    return { ...finding, suggestion: isFirst ? { text, commands } : { text: other, commands: [] } }
  }
  return {
    ...decision,
    commits: decision.commits.map((commit) => ({ ...commit, findings: commit.findings.map(correct(commit)) })),
    next: { ...next, suggestion: { text, commands } },
  }
}
