/** The decision: facts in, verdicts, subtasks and the next work unit out. Total and pure. */
import type { Facts } from './facts.ts'
import type { Conclusion, Decision, JudgedCommit, SubtaskState } from './finding.ts'
import { firstBlocked, isPaused, nextWorkUnit } from './next.ts'
import type { Plan } from './plan.ts'
import type { Policy } from './policy.ts'
import type { GateState } from './state.ts'
import { startWalk, step, type Walk } from './walk.ts'

export function decide(facts: Facts): Decision {
  const { base, baseTree, commits, evidence, policy, policyDigest, plan } = facts
  const start = startWalk(base, baseTree, evidence.get(base), { policy, policyDigest, plan })
  return conclude(commits.reduce((walk, commit) => step(walk, commit, evidence.get(commit.sha)), start))
}

/** The end of a walk in words that people and agents act on. */
export function conclude(walk: Walk): Decision {
  return decideFrom({
    ...walk,
    judged: walk.judged.map((commit, i) => (i === walk.judged.length - 1 ? commit : guide(commit))),
  })
}

/** Advice is given as if at the commit itself: where that is not the head, one has to go there first. */
function guide(commit: JudgedCommit): JudgedCommit {
  if (commit.verdict === 'accepted') return commit
  const first = `First \`git rebase -i ${commit.sha.slice(0, 12)}~1\` and mark this commit "edit"; then: `
  const isAboutHead = (text: string) => /HEAD|--amend/.test(text) && !text.startsWith('First ')
  const findings = commit.findings.map((finding) =>
    isAboutHead(finding.suggestion) ? { ...finding, suggestion: first + finding.suggestion } : finding,
  )
  return { ...commit, findings }
}

function decideFrom({ state, judged, terms: { policy, plan } }: Walk): Decision {
  const subtasks = subtasksOf(state, judged, plan, policy)
  const conclusion = concludeFrom(judged, subtasks, state, policy)
  return {
    conclusion,
    commits: judged,
    subtasks,
    next: conclusion === 'success' ? null : nextWorkUnit({ conclusion, judged, subtasks, state, plan, policy }),
  }
}

/** What stands first decides: later commits were judged on the ground that it left. */
function concludeFrom(
  judged: readonly JudgedCommit[],
  subtasks: readonly SubtaskState[],
  state: GateState,
  policy: Policy,
): Conclusion {
  const first = firstBlocked(judged)
  if (first) return first.verdict === 'unmeasured' ? 'unmeasurable' : 'failure'
  if (isPaused(state, policy)) return 'failure'
  return subtasks.every(({ status }) => status === 'done') ? 'success' : 'in_progress'
}

/** Planned subtasks in the plan's order; then, and without a plan, those that commits worked on. */
function subtasksOf(
  state: GateState,
  judged: readonly JudgedCommit[],
  plan: Plan | null,
  policy: Policy,
): SubtaskState[] {
  const seen = judged.flatMap(({ subtask, phase, verdict, isSuperseded }) =>
    subtask !== null && !isSuperseded && (phase === 'red' || (phase === 'green' && verdict !== 'accepted'))
      ? [subtask]
      : [],
  )
  const planned = plan?.subtasks ?? []
  const titles = new Map([...titlesOf(judged), ...planned.map(({ id, title }) => [id, title] as const)])
  const ids = new Set([
    ...planned.map(({ id }) => id),
    ...(plan ? [] : seen),
    ...state.proved.keys(),
    ...state.cycles.keys(),
  ])
  return [...ids].map((id) => toSubtask(id, titles.get(id) ?? id, state, policy))
}

function toSubtask(id: string, title: string, state: GateState, policy: Policy): SubtaskState {
  const open = state.cycles.get(id)
  if (open) return { id, title, status: 'red', attempts: open.attempts, drivers: [...open.tests, ...open.files] }
  const proved = state.proved.get(id)
  if (!proved) return { id, title, status: 'pending', attempts: 0, drivers: [] }
  const isDone = policy.refactor !== 'required' || state.refactored.has(id)
  return { id, title, status: isDone ? 'done' : 'green', attempts: proved.attempts, drivers: proved.drivers }
}

/** Without a plan a subtask is called after its first commit. */
function titlesOf(judged: readonly JudgedCommit[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>()
  for (const { subtask, subject } of judged) if (subtask !== null && !titles.has(subtask)) titles.set(subtask, subject)
  return titles
}
