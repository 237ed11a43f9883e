/** Builds a pull request step by step: commits change files and tests, and get the measurements of real ones. */

import { expect } from 'vitest'
import { indexRun, toEvidence } from '../../src/core/compare/compare.ts'
import { reportDrivers } from '../../src/core/compare/drivers.ts'
import { decide } from '../../src/core/evaluate/decide.ts'
import type { Criteria } from '../../src/core/evaluate/judge-commit.ts'
import { planStep, startWalk, step, type Walk } from '../../src/core/evaluate/walk.ts'
import type { Commit, FileChange, FileClass } from '../../src/core/model/commit.ts'
import type { CoverageSummary, Evidence } from '../../src/core/model/evidence.ts'
import type { Facts } from '../../src/core/model/facts.ts'
import type { Decision } from '../../src/core/model/finding.ts'
import type { GateCommand } from '../../src/core/model/gate-command.ts'
import type { Plan } from '../../src/core/model/plan.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/model/policy.ts'
import { openDrivers } from '../../src/core/model/state.ts'
import type { Outcome, Problem, TestRun } from '../../src/core/model/test-run.ts'
import { DIGEST, getFile, loadError, run } from './support.ts'

type Files = Record<string, string | null>
type Outcomes = Record<string, Outcome>
/** What tests do after a commit; null: they are gone. */
type Tests = Record<string, Outcome | null>

export interface More {
  readonly phase?: string
  readonly task?: string
  readonly subject?: string
  /** Test files that do not load; their tests do not run. */
  readonly unloadable?: readonly string[]
  /** What tests do the second time, where that differs. */
  readonly again?: Outcomes
  /** What tests do without the production change, where that differs from failing. */
  readonly without?: Outcomes
  readonly problems?: readonly Problem[]
  readonly runErrors?: readonly string[]
  readonly coverage?: CoverageSummary
  readonly merge?: Commit['merge']
  /** Changes the evidence after the fact; null loses it. */
  readonly evidence?: ((evidence: Evidence) => Evidence) | null
}

export interface Pull {
  /** A commit with its trailers as given. */
  readonly commit: (files: Files, tests?: Tests, more?: More) => Commit
  readonly red: (files: Files, tests?: Tests, more?: More) => Commit
  readonly green: (files: Files, tests?: Tests, more?: More) => Commit
  readonly refactor: (files: Files, tests?: Tests, more?: More) => Commit
  /** Back to the tree of an earlier commit (or the base), as `git revert` makes it. */
  readonly backTo: (commit: Commit | null) => Commit
  readonly facts: () => Facts
  readonly decision: () => Decision
  /** One line per commit: `red 1: accepted`. */
  readonly lines: () => string[]
}

const BASE = 'b'.repeat(40)

export function getClass(path: string): FileClass {
  if (/\.test\.|^test\//.test(path)) return 'test'
  if (/^package.*\.json$|\.config\./.test(path)) return 'harness'
  return path.endsWith('.md') ? 'docs' : 'production'
}

interface Suite {
  readonly tests: Outcomes
  readonly unloadable: readonly string[]
}

/** Opens a pull request on a base with these files and tests. */
export function openPull({
  base = { 'old.test.ts > works': 'passed' },
  unloadable = [],
  policy = {},
  plan = null,
  verify,
  baseProblems = [],
}: {
  base?: Outcomes
  unloadable?: readonly string[]
  policy?: Partial<Policy>
  plan?: Plan | null
  verify?: GateCommand
  /** Why the base could not be measured: then no commit that is compared with it can be. */
  baseProblems?: readonly Problem[]
} = {}): Pull {
  const criteria: Criteria = {
    policy: { ...DEFAULT_POLICY, ...policy },
    policyDigest: DIGEST,
    plan,
    ...(verify === undefined ? {} : { verify }),
  }
  const evidence = new Map<string, Evidence>()
  const commits: Commit[] = []
  const suites = new Map<string, Suite>()
  const trees = new Map<string, Files>()
  let files: Files = Object.fromEntries(Object.keys(base).map((id) => [getFile(id) ?? id, 'v0']))
  const baseTree = getTree(files)
  suites.set(baseTree, { tests: base, unloadable })
  trees.set(baseTree, files)
  const baselineSuite = (walk: Walk): Suite => {
    const tree = commits.find(({ sha }) => sha === walk.state.baseline)?.tree ?? baseTree
    return suites.get(tree) ?? { tests: {}, unloadable: [] }
  }
  const start: Commit = { ...blank(BASE, baseTree), subject: 'base' }
  const baseEvidence = toEvidence(
    { ...measuredAs(start, 'suite', []), runs: [getRun({ tests: base, unloadable }, null)], problems: baseProblems },
    { commit: BASE, baseline: new Map(), openTests: new Set(), openFiles: new Set() },
  )
  evidence.set(BASE, baseEvidence)
  let walk = startWalk(BASE, baseTree, baseEvidence, criteria)

  const push = (next: Files, suite: Suite, more: More): Commit => {
    const made = toCommit(files, next, commits, more)
    suites.set(made.tree, suite)
    trees.set(made.tree, next)
    const problems = [...(more.problems ?? []), ...(walk.state.baseline === BASE ? baseProblems : [])]
    const measured = measure(made, walk, baselineSuite(walk), suite, { ...more, problems })
    const seen = measured && more.evidence ? more.evidence(measured) : measured
    if (seen && more.evidence !== null) evidence.set(made.sha, seen)
    walk = step(walk, made, evidence.get(made.sha))
    commits.push(made)
    files = next
    return made
  }
  const commit: Pull['commit'] = (changed, tests = {}, more = {}) => {
    const before = suites.get(getTree(files)) ?? { tests: {}, unloadable: [] }
    const after = Object.entries({ ...before.tests, ...tests }).filter(
      (entry): entry is [string, Outcome] => entry[1] !== null,
    )
    const next = Object.fromEntries(Object.entries({ ...files, ...changed }).filter(([, version]) => version !== null))
    return push(next, { tests: Object.fromEntries(after), unloadable: more.unloadable ?? [] }, more)
  }
  const facts = (): Facts => ({
    base: BASE,
    baseTree,
    head: commits.at(-1)?.sha ?? BASE,
    commits,
    evidence,
    policy: criteria.policy,
    policyDigest: DIGEST,
    plan,
    ...(verify === undefined ? {} : { verify }),
  })
  const decision = () => decide(facts())
  return {
    commit,
    red: (changed, tests, more) => commit(changed, tests, { phase: 'red', ...more }),
    green: (changed, tests, more) => commit(changed, tests, { phase: 'green', ...more }),
    refactor: (changed, tests, more) => commit(changed, tests, { phase: 'refactor', ...more }),
    backTo: (target) => {
      const tree = target?.tree ?? baseTree
      return push(trees.get(tree) ?? {}, suites.get(tree) ?? { tests: {}, unloadable: [] }, { subject: 'Revert' })
    },
    facts,
    decision,
    lines: () => getLines(decision()),
  }
}

/** `green 1: rejected (green-keeps-tests), superseded` */
export function getLines({ commits }: Decision): string[] {
  return commits.map(({ phase, subtask, verdict, findings, isSuperseded }) => {
    const codes = findings.filter(({ level }) => level === 'error').map(({ rule }) => rule)
    const why = codes.length > 0 ? ` (${codes.join(', ')})` : ''
    return `${phase}${subtask === null ? '' : ` ${subtask}`}: ${verdict}${why}${isSuperseded ? ', superseded' : ''}`
  })
}

/** A refusal names what was seen and a step that can be taken; every unfinished pull request says what is next. */
export function expectHelpful(decision: Decision): void {
  for (const { findings } of decision.commits) {
    for (const { message, suggestion } of findings) {
      expect(message).not.toBe('')
      expect(suggestion.text).not.toBe('')
    }
  }
  expect(decision.next === null).toBe(decision.conclusion === 'success')
  const commands = decision.next?.suggestion.commands ?? []
  expect(commands.filter((command) => !command.startsWith('tdd-gate '))).toEqual([])
}

function getTree(files: Files): string {
  return JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function blank(sha: string, tree: string): Commit {
  return { sha, tree, parents: [], subject: '', message: '', trailers: [], changes: [], merge: null }
}

function toCommit(before: Files, after: Files, earlier: readonly Commit[], more: More): Commit {
  const sha = `c${String(earlier.length + 1).padStart(4, '0')}`.padEnd(40, 'c')
  const parent = earlier.at(-1)?.sha ?? BASE
  const subject = more.subject ?? `commit ${earlier.length + 1}`
  const trailers: [string, string][] = []
  if (more.task !== undefined) trailers.push(['task', more.task])
  if (more.phase !== undefined) trailers.push(['phase', more.phase])
  return {
    sha,
    tree: getTree(after),
    parents: more.merge ? [parent, 'd'.repeat(40)] : [parent],
    subject,
    message: subject,
    trailers,
    changes: changesBetween(before, after),
    merge: more.merge ?? null,
  }
}

function changesBetween(before: Files, after: Files): FileChange[] {
  const blob = (path: string, version: string | null | undefined) =>
    version ? { mode: '100644', id: `${path}@${version}` } : null
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .toSorted()
    .map((path) => ({
      path,
      class: getClass(path),
      before: blob(path, before[path]),
      after: blob(path, after[path]),
    }))
}

function getRun({ tests, unloadable }: Suite, only: readonly string[] | null, more: More = {}): TestRun {
  const shown = Object.entries(tests).filter(([id]) => {
    const file = getFile(id)
    return file === null || (!unloadable.includes(file) && (only === null || only.includes(file)))
  })
  return run(Object.fromEntries(shown), {
    loadErrors: unloadable.filter((file) => only === null || only.includes(file)).map((file) => loadError(file)),
    runErrors: more.runErrors ?? [],
  })
}

function measuredAs(commit: Commit, scope: 'files' | 'suite', watch: readonly string[]) {
  return {
    commit,
    policyDigest: DIGEST,
    scope,
    watch,
    runs: [],
    problems: [],
    counterfactual: null,
    coverage: null,
    held: { broken: [], doubtful: [], base: [] },
    durationMs: 1,
    isOurs: ({ name }: { name: string }) => name.startsWith('./'),
    classify: getClass,
  }
}

/** What is aimed and hits nothing runs as a whole. */
function hasTestsIn({ tests, unloadable }: Suite, files: readonly string[]): boolean {
  return files.some((file) => unloadable.includes(file) || Object.keys(tests).some((id) => getFile(id) === file))
}

/** What the measuring side does: runs what the plan asks for, no more. */
function measure(commit: Commit, walk: Walk, baseline: Suite, suite: Suite, more: More): Evidence | null {
  const { plan, phase, cycle } = planStep(walk, commit, 2)
  if (plan.scope === 'none') return null
  const others = new Map([...walk.state.cycles].filter(([, open]) => phase !== 'red' || open !== cycle))
  const { tests, files } = openDrivers({ ...walk.state, cycles: others })
  const { baseline: against } = walk.state
  const basis = {
    commit: against,
    baseline: indexRun(getRun(baseline, null)),
    openTests: tests,
    openFiles: files,
    answered: walk.state.answered,
  }
  const aimed = hasTestsIn(suite, plan.files) ? plan.files : null
  const first = getRun(suite, plan.scope === 'files' ? aimed : null, more)
  const second = getRun({ ...suite, tests: { ...suite.tests, ...more.again } }, aimed)
  const runs = plan.repeat > 1 ? [first, second] : [first]
  const measured = {
    ...measuredAs(commit, plan.scope, plan.files),
    runs,
    problems: more.problems ?? [],
    texts: { before: new Map(), after: new Map() },
    coverage: more.coverage ?? null,
  }
  const once = toEvidence(measured, basis)
  const finished = [...walk.state.cycles.values()].filter((open) => reportDrivers(open, once).missing.length === 0)
  if (phase !== 'green' || plan.counterfactual === null || finished.length === 0) return once
  const drivers = new Set(finished.flatMap((open) => [...reportDrivers(open, once).passing]))
  const counterfactual = { run: run(more.without ?? {}), drivers: ({ id }: { id: string }) => drivers.has(id) }
  return toEvidence({ ...measured, counterfactual }, basis)
}
