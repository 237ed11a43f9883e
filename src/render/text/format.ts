/** Formats proofs, findings and reasons in the same way for all renderings. */
import { GROUND_RULE } from '../../core/evaluate/base-state.ts'
import { firstBlocked } from '../../core/evaluate/next.ts'
import type { Phase } from '../../core/evaluate/phase.ts'
import { toPercentages } from '../../core/model/coverage.ts'
import {
  type Attempted,
  type Decision,
  type Finding,
  type JudgedCommit,
  nameJudged,
  numberAttempt,
  type Verdict,
  type WorkUnit,
} from '../../core/model/finding.ts'
import { list } from '../../core/rules/text.ts'
import { count } from '../../core/util/count.ts'
import type { Style } from './table.ts'
import { plain } from './text.ts'

const MAX_NAMES = 2
const MAX_REASONS = 3
const VERDICTS: Record<Verdict, string> = {
  accepted: '✓ accepted',
  attempt: '~ attempt',
  rejected: '✗ rejected',
  unmeasured: '? unmeasured',
}

export const VERDICT_STYLES = { accepted: 'good', attempt: 'warn', rejected: 'bad', unmeasured: 'bad' } as const
const PHASE_STYLES: Readonly<Record<string, Style>> = {
  red: 'bad',
  characterize: 'info',
  green: 'good',
  refactor: 'info',
  done: 'good',
}

export interface OpenFinding {
  readonly commit: JudgedCommit
  readonly finding: Finding
  /** A finding of this rule before it says what to do, in the same words. */
  readonly isAdvised: boolean
}

export function formatVerdict({ verdict, isSuperseded }: JudgedCommit): string {
  return isSuperseded ? `- ${verdict}, fixed later` : VERDICTS[verdict]
}

/** Returns the commits that count: those that no later commit replaced. */
export function standingCommits({ commits }: Decision): readonly JudgedCommit[] {
  return commits.filter(({ isSuperseded }) => !isSuperseded)
}

/** Returns the findings of commits that stand. That some build on a rejected commit is one finding, at the first. */
export function openFindings(decision: Decision): readonly OpenFinding[] {
  const all = standingCommits(decision).flatMap((commit) => commit.findings.map((finding) => ({ commit, finding })))
  const first = all.find(({ finding }) => isEffect(finding))
  const advice = new Set<string>()
  return all
    .filter((one) => one === first || !isEffect(one.finding))
    .map((one) => {
      const { rule, suggestion } = one.finding
      const said = `${rule} ${suggestion.text}`
      const isAdvised = advice.has(said)
      advice.add(said)
      return { ...one, isAdvised }
    })
}

/** Returns whether a commit is refused only for one before it. */
const isEffect = ({ rule, level }: Finding) => rule === GROUND_RULE && level === 'error'

const ADDS_TRAILERS = 'tdd-gate commit'
const TAKES_TRAILERS: ReadonlySet<string> = new Set(['write-failing-test', 'make-tests-pass'])

/** Returns the next step with its trailers, and without what the finding says that it corrects. */
export function toShownStep(next: WorkUnit, decision: Decision): WorkUnit {
  const { action, phase, subtask, rule, suggestion } = next
  const { text, commands } = suggestion
  if (TAKES_TRAILERS.has(action) && !next.isWhole) {
    const trailers = [...(subtask === null ? [] : [`\`Task: ${subtask}\``]), `\`Phase: ${phase}\``].join(' and ')
    const adds = commands.includes(ADDS_TRAILERS) ? `, which \`${ADDS_TRAILERS}\` adds` : ''
    return { ...next, suggestion: { text: `${text} Commit with ${trailers}${adds}.`, commands } }
  }
  const quoted = firstBlocked(decision.commits)?.findings.find((finding) => finding.rule === rule)
  if (quoted === undefined || quoted.suggestion.text === '') return next
  const at = text.indexOf(quoted.suggestion.text)
  const left = at < 0 ? text : text.slice(at + quoted.suggestion.text.length).trim()
  const isNew = (name: string) => !quoted.paths.includes(name) && !quoted.tests.includes(name)
  const [drivers, files] = [next.drivers.filter(isNew), next.files.filter(isNew)]
  return { ...next, suggestion: { text: left, commands }, drivers, files }
}

/** Returns the proof with its tests; for a rejected commit the rule; otherwise the commit's subject. */
export function formatProof({ proved, phase, subject, verdict, findings, isSuperseded }: JudgedCommit): string {
  if (isSuperseded) return plain(subject)
  const broken = findings.filter((one) => one.level === 'error' && !isEffect(one)).map(({ rule }) => plain(rule, 60))
  if (verdict !== 'accepted' && broken.length > 0) return broken.join(', ')
  if (proved.length === 0) return plain(subject)
  const names = proved.slice(0, MAX_NAMES).map(getTestName)
  const verb = `${phase === 'red' ? 'fail' : 'pass'}${proved.length > 1 ? '' : phase === 'red' ? 's' : 'es'}`
  return `${proved.length} ${verb}: ${[...names, ...(proved.length > names.length ? ['...'] : [])].join(', ')}`
}

/** Returns the last part of an id. File and suites are in the list of findings and in the JSON. */
export function getTestName(id: string): string {
  const last = id.slice(id.lastIndexOf(' > ') + 1).replace(/^> /, '')
  return plain(last.replaceAll('\\>', '>'))
}

/** Says what was accepted, and with how many warnings: a pull request as a whole, or each of the commits that stand. */
export function sayAccepted(decision: Decision): string {
  const said = decision.isWhole
    ? 'the pull request is accepted'
    : `${count(standingCommits(decision).length, 'commit')} accepted`
  return `${said}${sayWarnings(decision)}`
}

export const countWarnings = (decision: Decision): number =>
  openFindings(decision).filter(({ finding }) => finding.level === 'warn').length

/** Returns ` with 2 warnings`; empty without one. */
export function sayWarnings(decision: Decision): string {
  const warnings = countWarnings(decision)
  return warnings === 0 ? '' : ` with ${count(warnings, 'warning')}`
}

/** Returns the reason of the conclusion as a clause. */
export function formatReason(decision: Decision): string {
  const { conclusion } = decision
  const standing = standingCommits(decision)
  if (conclusion === 'success') return `${sayAccepted(decision)}${decision.isUnplanned ? ', no plan was given' : ''}`
  if (conclusion === 'in_progress') return 'nothing is broken, not finished'
  if (conclusion === 'unmeasurable') {
    const first = standing.find(({ verdict }) => verdict === 'unmeasured')
    return first ? `${nameJudged(first)} could not be measured` : 'nothing could be measured'
  }
  const errors = openFindings(decision).filter(({ finding }) => finding.level === 'error')
  const causes = errors.filter(({ finding }) => errors.length === 1 || !isEffect(finding))
  const named = causes
    .slice(0, MAX_REASONS)
    .map(({ finding, commit }) => `${plain(finding.rule, 60)} at ${nameJudged(commit)}`)
  return [...named, ...(causes.length > named.length ? [`+${causes.length - named.length} more`] : [])].join(', ')
}

/** Returns tests that failed before this branch, and files that changed without a proved subtask. */
export function formatBaseFailures({ known = [], unproved = [] }: Decision): readonly string[] {
  return [
    ...(known.length === 0 ? [] : [`Fails on the base already: ${list(known)}`]),
    ...(unproved.length === 0 ? [] : [`No subtask was proved, but these production files changed: ${list(unproved)}`]),
  ]
}

/** Formats the next step: `NEXT make-tests-pass, green 1.2: title (attempt 2 of 3)`. */
export function formatNext(next: Attempted & Pick<WorkUnit, 'phase' | 'subtask' | 'title'>): string {
  const { action, phase, subtask, title } = next
  if (action === 'wait') return `WAIT: ${plain(title)}`
  const attempt = numberAttempt(next)
  const counted = attempt === '' ? '' : ` (attempt ${attempt})`
  return `NEXT ${action}, ${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`}: ${plain(title)}${counted}`
}

/** Formats coverage: `lines 90%, patch 33.3%`; empty where nothing was measured. */
export function formatCoverage({ coverage }: JudgedCommit): string {
  const measured = Object.entries(coverage ? toPercentages(coverage) : {})
  return measured.map(([metric, percent]) => `${metric} ${percent}%`).join(', ')
}

/** Formats test counts: `3 tests, 1 failing, 1 skipped, 1 file did not load`; empty where nothing ran. */
export function formatTestCounts({ tests }: JudgedCommit): string {
  if (!tests) return ''
  const { total, failed, errored, skipped, loadErrors } = tests
  return [
    count(total, 'test'),
    failed + errored > 0 ? `${failed + errored} failing` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    loadErrors > 0 ? `${count(loadErrors, 'file')} did not load` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** Formats a duration: `850 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}

/** Names the phase of a commit: a RED whose tests pass at once is a characterization. */
export function getPhaseName({
  phase,
  isCharacterization,
}: Pick<JudgedCommit, 'phase' | 'isCharacterization'>): Phase | 'characterize' {
  return isCharacterization ? 'characterize' : phase
}

/** Returns the colour of a phase; other phases are dim. */
export function getPhaseStyle(phase: string): Style {
  return PHASE_STYLES[phase] ?? 'dim'
}

/** Formats phase and subtask: `GREEN 42.1`. */
export function formatPhase(commit: Pick<JudgedCommit, 'phase' | 'isCharacterization' | 'subtask'>): string {
  const { subtask } = commit
  return `${getPhaseName(commit).toUpperCase()}${subtask === null ? '' : ` ${plain(subtask, 40)}`}`
}
