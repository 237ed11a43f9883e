/** What every rendering says in the same words: what was proved, what stands against it, and why the gate concluded so. */
import { short } from '../core/commit.ts'
import type { Decision, Finding, JudgedCommit, Verdict, WorkUnit } from '../core/finding.ts'
import { plain } from './text.ts'

const MAX_NAMES = 2
const MAX_REASONS = 3
const VERDICTS: Record<Verdict, string> = {
  accepted: '✓ accepted',
  attempt: '~ attempt',
  rejected: '✗ rejected',
  unmeasured: '? unmeasured',
}

export interface OpenFinding {
  readonly commit: JudgedCommit
  readonly finding: Finding
}

/** `1 commit`, `2 commits`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

export function verdictWords({ verdict, isSuperseded }: JudgedCommit): string {
  return isSuperseded ? `- ${verdict}, mended later` : VERDICTS[verdict]
}

/** Commits that count: no later one made their refusal void. */
export function standingCommits({ commits }: Decision): readonly JudgedCommit[] {
  return commits.filter(({ isSuperseded }) => !isSuperseded)
}

export function openFindings(decision: Decision): readonly OpenFinding[] {
  return standingCommits(decision).flatMap((commit) => commit.findings.map((finding) => ({ commit, finding })))
}

/** What was proved and by which tests; for a refusal the rule; else what the commit says of itself. */
export function proofWords({ proved, phase, subject, verdict, findings, isSuperseded }: JudgedCommit): string {
  if (isSuperseded) return plain(subject)
  const broken = findings.filter(({ level }) => level === 'error').map(({ rule }) => plain(rule, 60))
  if (verdict !== 'accepted' && broken.length > 0) return broken.join(', ')
  if (proved.length === 0) return plain(subject)
  const names = proved.slice(0, MAX_NAMES).map(nameOf)
  const verb = `${phase === 'red' ? 'fail' : 'pass'}${proved.length > 1 ? '' : phase === 'red' ? 's' : 'es'}`
  return `${proved.length} ${verb}: ${[...names, ...(proved.length > names.length ? ['...'] : [])].join(', ')}`
}

/** The last part of an id: file and suites are in the list of findings and in the JSON. */
export function nameOf(id: string): string {
  const last = id.slice(id.lastIndexOf(' > ') + 1).replace(/^> /, '')
  return plain(last.replaceAll('\\>', '>'))
}

/** Why the gate concluded what it did, in half a sentence. */
export function reasonWords(decision: Decision): string {
  const { conclusion } = decision
  const standing = standingCommits(decision)
  if (conclusion === 'success') return `${count(standing.length, 'commit')} accepted`
  if (conclusion === 'in_progress') return 'nothing is broken, not finished'
  if (conclusion === 'unmeasurable') {
    const first = standing.find(({ verdict }) => verdict === 'unmeasured')
    return first ? `${short(first.sha)} could not be measured` : 'nothing could be measured'
  }
  const errors = openFindings(decision).filter(({ finding }) => finding.level === 'error')
  const named = errors
    .slice(0, MAX_REASONS)
    .map(({ finding, commit }) => `${plain(finding.rule, 60)} at ${short(commit.sha)}`)
  return [...named, ...(errors.length > named.length ? [`+${errors.length - named.length} more`] : [])].join(', ')
}

/** `NEXT make-tests-pass, green 1.2: title (attempt 1 of 3)`. */
export function nextWords({ action, phase, subtask, title, limits }: WorkUnit): string {
  const { attempts, maxAttempts } = limits
  const attempt = phase === 'green' ? ` (attempt ${Math.min(attempts + 1, maxAttempts)} of ${maxAttempts})` : ''
  return `NEXT ${action}, ${phase}${subtask === null ? '' : ` ${plain(subtask, 20)}`}: ${plain(title)}${attempt}`
}
