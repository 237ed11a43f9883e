import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decide } from '../../../src/core/evaluate/decide.ts'
import type { Phase } from '../../../src/core/evaluate/phase.ts'
import type { Evidence } from '../../../src/core/model/evidence.ts'
import { toDigest } from '../../../src/evidence/digest.ts'
import { openSession } from '../../../src/operations/verify/session.ts'
import { type Branch, createBranch, getSharedCache } from '../../support/branch.ts'
import { getFolder } from '../../support/folder.ts'
import { getStore, type Judged, REPOSITORY, type Rehearsal, RUN, rehearse } from '../../support/rehearsal.ts'
import { GREEN, GREEN_TAX, RED, RED_TAX, SHOP, WRONG } from '../../support/shop.ts'

/** Branches of the same commits: each of their trees runs once. */
const SHARED = { cacheDir: getSharedCache() }

async function measureAndJudge(branch: Branch): Promise<{ rehearsal: Rehearsal; judged: Judged }> {
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  return { rehearsal, judged: await rehearsal.judge() }
}

/** Dozens of real runs, on a machine that may be busy. */
const LONG = 180_000
vi.setConfig({ testTimeout: LONG })

/** A branch with a bit of everything: a failed attempt, a document, a chore, a refactor, a file that does not load. */
async function longBranch(): Promise<Branch> {
  const branch = await createBranch(SHOP, SHARED)
  await branch.red(RED)
  await branch.green(WRONG)
  await branch.green(GREEN)
  await branch.commit('docs: a word', { 'README.md': 'shop\n' })
  await branch.red(RED_TAX)
  await branch.commit('chore: settings\n\nPhase: neutral\n', { '.editorconfig': 'root = true\n', Makefile: 'all:\n' })
  await branch.green(GREEN_TAX)
  await branch.refactor({ 'src/tax.js': 'const FIFTH = 5\nexport const tax = (total) => total / FIFTH\n' })
  return branch
}

/** The same commits on another base of the same content. */
async function rebase({ repo }: Branch): Promise<void> {
  await repo.checkout('main')
  await repo.commit('a new day')
  await repo.checkout('work')
  await repo.git('rebase', '--quiet', 'main')
}

/** Durations are those of the run that was; nothing else may differ. */
const timeless = ({ durationMs: _, ...evidence }: Evidence) => evidence
const evidenceIn = ({ documents }: Judged) => documents.map(({ evidence }) => timeless(evidence))

describe('a long branch', () => {
  let branch: Branch
  let rehearsal: Rehearsal
  let result: Judged

  beforeAll(async () => {
    branch = await longBranch()
    rehearsal = rehearse(branch)
    await rehearsal.measure()
    rehearsal.executed()
    result = await rehearsal.judge()
  }, LONG)
  afterAll(() => branch[Symbol.asyncDispose]())

  test('is judged as verify does, without its files and without running anything', async () => {
    expect(rehearsal.executed()).toEqual([])
    expect(rehearsal.checkedOut()).toEqual([])
    const { decision, base, head } = await branch.verify()
    const lines = (of: typeof decision) => of.commits.map(({ phase, verdict }) => `${phase} ${verdict}`)
    expect(result).toMatchObject({ base, head, decision: { conclusion: decision.conclusion } })
    expect(lines(result.decision)).toEqual(lines(decision))
  })

  test('is decided from exactly the documents that are published', async () => {
    const options = { repo: branch.repo.dir, base: 'main', cacheDir: getFolder({}) }
    const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
    await using session = await openSession(options, hooks)
    const { subjects: commits, origin, range, criteria } = session
    const evidence = new Map(result.documents.map((document) => [document.commit, document.evidence]))
    expect(criteria.policyDigest).toBe(result.policyDigest)
    expect(
      decide({ ...criteria, base: origin.sha, baseTree: origin.tree, head: range.head, commits, evidence }),
    ).toEqual(result.decision)
    expect(result.branch).toMatchObject({
      base: origin.sha,
      baseTree: origin.tree,
      head: range.head,
      sequence: 'commits',
      baseBranch: 'main',
      policyDigest: result.policyDigest,
      plan: null,
      policy: criteria.policy,
      commits,
    })
    expect(decide({ ...result.branch, evidence })).toEqual(result.decision)
  })

  test('keeps its evidence when it is rebased: what is found is what measuring would give', {
    timeout: LONG,
  }, async () => {
    await rebase(branch)
    const store = getStore(result)
    const again = await rehearsal.measure({ store })
    expect(rehearsal.executed()).toEqual([])
    const found = await rehearsal.judge({ store })
    const fresh = await measureAndJudge({ ...branch, cacheDir: getFolder({}) })
    expect(found.base).not.toBe(result.base)
    expect(evidenceIn(found)).toEqual(evidenceIn(fresh.judged))
    expect(found.documents.map(({ key }) => key)).toEqual(fresh.judged.documents.map(({ key }) => key))
    expect(found.decision.conclusion).toBe(fresh.judged.decision.conclusion)
    expect(again.decision).toEqual(found.decision)
    expect(found.reused.size).toBe(result.documents.length)
  })
})

describe('a branch that was measured', () => {
  test('has a document for every measurement, bound to where, what and by whom', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    const red = await branch.red(RED)
    const { judged: result } = await measureAndJudge(branch)
    expect(result.documents.map(({ commit, parent }) => [commit, parent])).toEqual([
      [result.base, null],
      [red, result.base],
    ])
    for (const document of result.documents) {
      expect(document).toMatchObject({
        repository: REPOSITORY,
        pullRequest: 3,
        level: 'attested',
        run: RUN,
        policyDigest: result.policyDigest,
        tree: document.evidence.tree,
        measured: { id: '100', attempt: 1, commit: document.commit },
      })
      expect(document.runs.length).toBeGreaterThan(0)
      for (const { digest, tests } of document.runs) {
        expect(result.archive.get(digest)?.cases).toHaveLength(tests)
        expect(toDigest(result.archive.get(digest))).toBe(digest)
      }
    }
    expect(result.documents[1]?.runs).toHaveLength(1)
    expect(result.reused).toEqual(new Map())
  })

  test('has a base with a parent where there is one', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    const first = await branch.repo.git('rev-parse', 'main')
    await rebase(branch)
    await branch.red(RED)
    const { judged: result } = await measureAndJudge(branch)
    expect(result.documents[0]).toMatchObject({ commit: result.base, parent: first })
  })

  test('is not judged by what was not fit to be published', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.red(RED)
    const rehearsal = rehearse(branch)
    const fit = (evidence: Evidence): Evidence => ({ ...evidence, problems: [{ code: 'crash', message: 'unfit' }] })
    expect((await rehearsal.measure({ fit })).decision?.conclusion).toBe('unmeasurable')
    const outcome = await rehearsal.judge({ fit })
    expect(outcome.decision.conclusion).toBe('unmeasurable')
    expect(outcome.documents.map(({ evidence }) => evidence.problems.at(-1)?.message)).toEqual(['unfit', 'unfit'])
  })

  test('is made fit by both alike, who know the phase: what a GREEN needs is not what a RED needs', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.red(RED)
    await branch.green(GREEN)
    const rehearsal = rehearse(branch)
    const seen: Phase[] = []
    const fit = (evidence: Evidence, phase: Phase): Evidence => {
      seen.push(phase)
      return evidence
    }
    await rehearsal.measure({ fit })
    await rehearsal.judge({ fit })
    expect(seen).toEqual(['start', 'red', 'green', 'start', 'red', 'green'])
  })

  test('counts as unmeasured where nothing was recorded', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.red(RED)
    const { decision } = await rehearse(branch).judge()
    expect(decision).toMatchObject({ conclusion: 'unmeasurable', commits: [{ verdict: 'unmeasured' }] })
  })

  test('counts as unmeasured where a run with the functions emptied was not recorded', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.red(RED)
    await branch.green(GREEN)
    const rehearsal = rehearse(branch)
    await rehearsal.measure()
    const trees = await Promise.all(
      ['main', 'work~1', 'work'].map((of) => branch.repo.git('rev-parse', `${of}^{tree}`)),
    )
    const known = new Set(trees.map((tree) => tree.trim()))
    const composed = rehearsal.executed().filter((tree) => !known.has(tree))
    expect(composed).toHaveLength(3)
    composed.forEach(rehearsal.forget)
    const { decision } = await rehearsal.judge()
    expect(decision).toMatchObject({ commits: [{ verdict: 'accepted' }, { verdict: 'unmeasured' }] })
  })

  test('may be judged as a whole', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.commit('everything at once', { ...RED, ...GREEN })
    const rehearsal = rehearse(branch)
    await rehearsal.measure({ sequence: 'pull-request' })
    const result = await rehearsal.judge({ sequence: 'pull-request' })
    expect(result).toMatchObject({ sequence: 'pull-request', decision: { conclusion: 'success' } })
    expect(result.documents).toHaveLength(3)
  })
})

describe('evidence that is found again', () => {
  test('says whose measurement it is, carries its runs on, and is trusted no more than before', async () => {
    await using branch = await createBranch(SHOP, SHARED)
    await branch.red(RED)
    const rehearsal = rehearse(branch)
    await rehearsal.measure()
    const before = await rehearsal.judge({ level: 'verified-run' })
    await rebase(branch)
    const run = { ...RUN, id: '101', attempt: 2 }
    const [base, red] = before.documents
    const found = await rehearsal.judge({ run, store: getStore(before) })
    expect(found.documents).toMatchObject([
      { run, level: 'verified-run', measured: { id: '100', attempt: 1, commit: base?.commit }, runs: base?.runs },
      { run, level: 'verified-run', measured: { id: '100', attempt: 1, commit: red?.commit }, runs: red?.runs },
    ])
    expect(new Set(found.archive.keys())).toEqual(new Set(before.archive.keys()))
    expect(found.reused).toEqual(new Map(found.documents.map(({ commit }) => [commit, { id: '100', attempt: 1 }])))
    const third = await rehearsal.judge({ run: { ...RUN, id: '102' }, store: getStore(found) })
    expect(third.documents.map(({ measured }) => measured)).toEqual(found.documents.map(({ measured }) => measured))
  })

  test('says anew whether what is missing is ours: a later commit may have brought it', async () => {
    const config = `version: 1\ntest: { command: sh run.sh, reports: [junit.xml] }\npaths: { tests: ['*.check'] }\n`
    const report = (inner: string) =>
      `<testsuite><testcase name="a" classname="a" file="a.check">${inner}</testcase></testsuite>`
    const missing = `<error type="ModuleNotFoundError">ModuleNotFoundError: No module named 'shop'</error>`
    await using branch = await createBranch({
      '.github/tdd-gate.yml': config,
      'run.sh': 'cp a.check junit.xml; ! grep -q error a.check\n',
      'a.check': report(''),
    })
    await branch.red({ 'a.check': report(missing) })
    const { rehearsal, judged: before } = await measureAndJudge(branch)
    expect(before.documents[1]?.evidence.failing).toMatchObject([{ isMissingOurs: false }])
    await branch.green({ 'shop/__init__.py': '' })
    await rehearsal.measure({ store: getStore(before) })
    const found = await rehearsal.judge({ store: getStore(before) })
    expect(found.documents[1]?.evidence.failing).toMatchObject([{ isMissingOurs: true }])
    expect(found.reused.size).toBe(2)
  })
})
