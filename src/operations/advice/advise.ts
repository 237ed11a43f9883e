/** Replaces the next step of a rejected branch by commands that were pasted on a copy, and whose result was accepted. */
import { join } from 'node:path'
import { openCopy } from '../../advice/copy.ts'
import { getAnswers } from '../../advice/hunks.ts'
import { type BranchState, type Tried, tryCandidates } from '../../advice/try-candidates.ts'
import { firstBlocked } from '../../core/evaluate/next.ts'
import type { Sha } from '../../core/model/commit.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Decision, Finding, JudgedCommit } from '../../core/model/finding.ts'
import { formatCommand } from '../../core/model/gate-command.ts'
import { rules } from '../../core/rules/index.ts'
import { type Repository, readChangedPaths } from '../../git/repository.ts'
import { getCurrentBranch } from '../../git/write.ts'
import type { Hooks } from '../verify/progress.ts'
import { openSession, type Session, type SessionOptions } from '../verify/session.ts'
import { toVerification, type Verification, walkBranch } from '../verify/walk-branch.ts'
import { adviceTexts } from './texts.ts'

/** Executions for all candidates together; a tree that was measured before costs none. */
const MAX_RUNS = 40

/** How git marks a file that it does not know: no command touches it. */
const NEW_FILE = '??'

/** Tries repairs where the branch is rejected. @param session of the branch, which is judged */
export async function adviseByTrial(
  session: Session,
  verification: Verification,
  options: SessionOptions,
): Promise<Verification> {
  const blocked = firstBlocked(verification.decision.commits)
  if (blocked?.verdict !== 'rejected') return verification
  const branch = options.head === undefined ? await getCurrentBranch(session.repository) : null
  session.hooks.onProgress({ kind: 'note', text: adviceTexts.trying })
  const copy = await openCopy(session.repository, join(session.scratch.dir, 'advice'), branch)
  const judge = createJudge(session, options, copy.repository)
  const begun = await toBranch(session, verification.decision)
  const isDirty = (await readChangedPaths(session.repository)).some(({ letters }) => letters !== NEW_FILE)
  const tried = await tryCandidates(begun, { copy, branch, isDirty, policy: session.criteria.policy, judge })
  return { ...verification, decision: withTried(verification.decision, tried, formatCommand(session.criteria.verify)) }
}

/** Judges commits of the copy, within one budget of executions. */
function createJudge(session: Session, options: SessionOptions, repository: Repository) {
  const { hooks, range } = session
  const used = new AbortController()
  let runs = 0
  const quiet: Hooks = {
    ...hooks,
    signal: AbortSignal.any([hooks.signal, used.signal]),
    onProgress: ({ kind }) => {
      if (kind === 'test:run' && ++runs > MAX_RUNS) used.abort()
    },
  }
  const base = options.base ?? range.baseTip ?? 'root'
  return async (head: Sha): Promise<BranchState | null> => {
    if (used.signal.aborted) return null
    try {
      await using opened = await openSession({ ...options, base, head }, quiet, { repository })
      const walk = await walkBranch({ ...opened, criteria: { ...session.criteria, plan: opened.criteria.plan } })
      return await toBranch(opened, toVerification(opened, walk).decision)
    } catch (error) {
      hooks.signal.throwIfAborted()
      if (used.signal.aborted || error instanceof GateError) return null
      throw error
    }
  }
}

async function toBranch({ subjects, range, scratch }: Session, decision: Decision): Promise<BranchState> {
  const first = firstBlocked(decision.commits)
  const blocked = subjects.find(({ sha }) => sha === first?.sha)
  return {
    head: range.head,
    tree: range.headTree,
    commits: subjects,
    decision,
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
  const text =
    tried === null ? `${adviceTexts.noneAccepted} ${choicesOf(next.rule)}` : `${tried.about} ${adviceTexts.tried}`
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
