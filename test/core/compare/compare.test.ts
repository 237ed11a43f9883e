import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Basis, indexRun, type Measured, toEvidence } from '../../../src/core/compare/compare.ts'
import type { Commit } from '../../../src/core/model/commit.ts'
import type { FailureKind, Outcome, TestCase, TestRun } from '../../../src/core/model/test-run.ts'
import { loadAllGrammars } from '../../support/grammars.ts'
import { aCommit, change, DIGEST, loadError, run, testCase } from '../support.ts'

beforeAll(loadAllGrammars)

const OLD = 'old.test.ts > works'
const NEW = 'new.test.ts > adds'

function measured(runs: readonly TestRun[], given: Partial<Measured> = {}): Measured {
  return {
    commit: aCommit({ sha: 'c', tree: 't' }),
    policyDigest: DIGEST,
    scope: 'suite',
    runs,
    problems: [],
    watch: ['new.test.ts'],
    counterfactual: null,
    coverage: null,
    durationMs: 7,
    isOurs: ({ name }) => name.startsWith('./'),
    classify: (path) => (path.startsWith('src/') ? 'production' : 'test'),
    ...given,
  }
}

function basis(settled: TestRun, open: { tests?: string[]; files?: string[] } = {}): Basis {
  return { commit: 's', baseline: indexRun(settled), openTests: new Set(open.tests), openFiles: new Set(open.files) }
}

const compare = (
  before: Record<string, Outcome>,
  after: Record<string, Outcome>,
  given: Partial<Measured> = {},
  open: { tests?: string[]; files?: string[] } = {},
) => toEvidence(measured([run(after)], given), basis(run(before), open)).comparison
const NONE = { newlyFailing: [], fixed: [], broken: [], vanished: [], silenced: [] }

describe('a test against what it did before', () => {
  const fail = { newlyFailing: [OLD], broken: [OLD] }
  test.each<[string, Outcome | null, Outcome | null, object]>([
    ['still passes', 'passed', 'passed', {}],
    ['breaks', 'passed', 'failed', fail],
    ['breaks by an error', 'passed', 'errored', fail],
    ['is new and fails', null, 'failed', { newlyFailing: [OLD] }],
    ['is new and passes', null, 'passed', {}],
    ['failed before and still does', 'failed', 'errored', {}],
    ['is mended', 'errored', 'passed', { fixed: [OLD] }],
    ['is skipped now', 'passed', 'skipped', { silenced: [OLD] }],
    ['failed and is skipped now', 'failed', 'skipped', { silenced: [OLD] }],
    ['was skipped and still is', 'skipped', 'skipped', {}],
    ['was skipped and fails now', 'skipped', 'failed', { newlyFailing: [OLD] }],
    ['is gone', 'passed', null, { vanished: [OLD] }],
    ['failed and is gone', 'failed', null, { vanished: [OLD] }],
    ['was skipped and is gone', 'skipped', null, {}],
  ])('%s', (_, before, after, expected) => {
    const outcomes = (outcome: Outcome | null): Record<string, Outcome> => (outcome === null ? {} : { [OLD]: outcome })
    expect(compare(outcomes(before), { ...outcomes(after), other: 'passed' })).toEqual({ ...NONE, ...expected })
  })
})

describe('a failure that was expected proves nothing, as a skip does', () => {
  const expected = (id: string): TestRun => {
    const { cases, ...rest } = run({ [id]: 'passed', other: 'passed' })
    return { ...rest, cases: cases.map((test) => (test.id === id ? { ...test, mark: 'expected-failure' } : test)) }
  }
  const evidence = (before: TestRun, open: { tests?: string[]; files?: string[] } = {}, id = OLD) =>
    toEvidence(measured([expected(id), expected(id)]), basis(before, open))

  test('it silences a test that passed or failed', () => {
    expect(evidence(run({ [OLD]: 'passed' })).comparison).toEqual({ ...NONE, silenced: [OLD] })
    expect(evidence(run({ [OLD]: 'failed' })).comparison).toEqual({ ...NONE, silenced: [OLD] })
  })

  test('it stays as it was where it was expected before, and may end', () => {
    expect(evidence(expected(OLD)).comparison).toEqual(NONE)
    expect(toEvidence(measured([run({ [OLD]: 'passed', other: 'passed' })]), basis(expected(OLD))).comparison).toEqual(
      NONE,
    )
  })

  test('a driver never passes by it', () => {
    const {
      comparison,
      watched: tracked,
      newPassing,
    } = evidence(run({}), { tests: [NEW], files: ['new.test.ts'] }, NEW)
    expect(comparison).toMatchObject({ fixed: [], silenced: [NEW] })
    expect(tracked.find(({ id }) => id === NEW)?.outcomes).toEqual(['skipped', 'skipped'])
    expect(newPassing).not.toContain(NEW)
  })

  test('a new one is listed with what is skipped', () => {
    expect(evidence(run({}), {}, NEW)).toMatchObject({ newPassing: [], newSkipped: [NEW] })
  })

  test('the totals are those of the runner', () => {
    expect(evidence(run({ [OLD]: 'passed' })).totals).toMatchObject({ passed: 2, skipped: 0 })
  })
})

describe('drivers of open cycles failed before, whatever the settled run knows', () => {
  test.each<[string, Outcome, object]>([
    ['failing is no news', 'failed', {}],
    ['passing is', 'passed', { fixed: [NEW] }],
    ['skipping is silencing', 'skipped', { silenced: [NEW] }],
  ])('%s', (_, outcome, expected) => {
    expect(compare({}, { [NEW]: outcome }, {}, { tests: [NEW] })).toEqual({ ...NONE, ...expected })
    expect(compare({}, { [NEW]: outcome }, {}, { files: ['new.test.ts'] })).toEqual({ ...NONE, ...expected })
  })
})

describe('a test whose name changes from run to run', () => {
  const volatile = (id: string, outcome: Outcome) => testCase(id, outcome, { isVolatile: true })
  const evidence = (first: Outcome, second: Outcome) =>
    toEvidence(
      measured([
        run([testCase(NEW, 'failed'), volatile('new.test.ts > at 03:47', first)]),
        run([testCase(NEW, 'failed'), volatile('new.test.ts > at 03:48', second)]),
      ]),
      basis(run({})),
    ).watched.map(({ id }) => id)

  test('is not watched where it passes: another one stands in its place', () => {
    expect(evidence('passed', 'passed')).toEqual([NEW])
  })

  test('is tracked where it fails, because it cannot be followed to GREEN', () => {
    expect(evidence('passed', 'failed')).toEqual([NEW, 'new.test.ts > at 03:48'])
  })
})

describe('a test that was skipped before its file stopped loading, and still is', () => {
  const evidence = (now: Record<string, Outcome>) =>
    toEvidence(
      measured([run(now), run(now)]),
      basis(run({ [NEW]: 'skipped', other: 'passed' }), { files: ['new.test.ts'] }),
    )

  test('is neither silenced nor a driver of the file', () => {
    const { comparison, watched: tracked } = evidence({ [NEW]: 'skipped', 'new.test.ts > other': 'passed' })
    expect(comparison).toMatchObject({ silenced: [], fixed: ['new.test.ts > other'] })
    expect(tracked.map(({ id }) => id)).toEqual(['new.test.ts > other'])
  })

  test('is a driver as soon as it runs', () => {
    const { comparison, watched: tracked } = evidence({ [NEW]: 'failed' })
    expect(comparison.newlyFailing).toEqual([])
    expect(tracked.map(({ id }) => id)).toEqual([NEW])
  })
})

describe('a test that is skipped from the start in a file that did not load at RED', () => {
  const OTHER = 'new.test.ts > other'
  const evidence = (now: Record<string, Outcome>, skips: readonly string[] = [NEW], settled: TestRun = run({})) =>
    toEvidence(
      measured([run(now), run(now)], { writtenSkips: new Set(skips) }),
      basis(settled, { files: ['new.test.ts'] }),
    )

  test('is neither silenced nor a driver where its text skips it, and is listed', () => {
    const { comparison, watched: tracked, newSkipped } = evidence({ [NEW]: 'skipped', [OTHER]: 'passed' })
    expect(comparison).toMatchObject({ silenced: [], fixed: [OTHER] })
    expect(tracked.map(({ id }) => id)).toEqual([OTHER])
    expect(newSkipped).toEqual([NEW])
  })

  test('is silenced where its text does not skip it: production does', () => {
    const { comparison, watched: tracked } = evidence({ [NEW]: 'skipped', [OTHER]: 'passed' }, [])
    expect(comparison.silenced).toEqual([NEW])
    expect(tracked.map(({ id }) => id)).toEqual([NEW, OTHER])
  })

  test('is a driver as soon as it runs', () => {
    expect(evidence({ [NEW]: 'passed' }).comparison.fixed).toEqual([NEW])
  })

  test('is silenced where it passed before its file stopped loading', () => {
    expect(evidence({ [NEW]: 'skipped' }, [NEW], run({ [NEW]: 'passed' })).comparison.silenced).toEqual([NEW])
  })
})

describe('where only some files ran', () => {
  const before = { [OLD]: 'passed', [NEW]: 'passed', 'no file': 'passed' } as const

  test('tests of other files are unknown, and so are those of no file', () => {
    expect(compare(before, { [NEW]: 'passed' }, { scope: 'files' })).toEqual(NONE)
  })

  test('a test missing from a file that ran is gone', () => {
    expect(compare(before, {}, { scope: 'files' }).vanished).toEqual([NEW])
  })

  test('the tests of a removed file are gone', () => {
    const commit: Commit = aCommit({ changes: [change('old.test.ts', 'test', { before: 'v1', after: null })] })
    expect(compare(before, { [NEW]: 'passed' }, { scope: 'files', commit }).vanished).toEqual([OLD])
  })

  test('the folder of a file counts, for runners that know packages only', () => {
    const packages = { 'cart > TestOld': 'passed' } as const
    expect(compare(packages, {}, { scope: 'files', watch: ['cart/cart_test.go'] }).vanished).toEqual(['cart > TestOld'])
  })
})

describe('a test file that moves as it is', () => {
  const blob = { mode: '100644', id: 'same' }
  const gone = (path: string, before = blob) => ({ path, class: 'test' as const, before, after: null })
  const added = (path: string, after = blob) => ({ path, class: 'test' as const, before: null, after })
  const MOVED = 'moved.test.ts > works'
  const removed = gone('old.test.ts')
  const move = [removed, added('moved.test.ts')]
  const vanished = (changes: Commit['changes'], before: Record<string, Outcome>, after: Record<string, Outcome>) =>
    compare(before, after, { commit: aCommit({ changes }) }).vanished

  test.each<[string, Outcome, Outcome]>([
    ['passing tests that pass', 'passed', 'passed'],
    ['failing tests that fail', 'failed', 'errored'],
    ['failing tests that pass', 'failed', 'passed'],
  ])('keeps %s', (_, before, after) => {
    expect(vanished(move, { [OLD]: before }, { [MOVED]: after })).toEqual([])
  })

  test('keeps the tests of a variant', () => {
    const variant = (id: string) => testCase(`[a\\] > b] ${id}`, 'passed', { file: id.split(' > ')[0] ?? '' })
    const commit = aCommit({ changes: move })
    const moved = toEvidence(measured([run([variant(MOVED)])], { commit }), basis(run([variant(OLD)])))
    expect(moved.comparison.vanished).toEqual([])
  })

  test('counts in all the changes that a commit answers for', () => {
    const given = { commit: aCommit({ changes: [added('moved.test.ts')] }), changes: move }
    expect(compare({ [OLD]: 'passed' }, { [MOVED]: 'passed' }, given).vanished).toEqual([])
  })

  test.each<[string, Commit['changes'], Record<string, Outcome>]>([
    ['that fails now', move, { [MOVED]: 'failed' }],
    ['that is skipped now', move, { [MOVED]: 'skipped' }],
    ['under another name', move, { 'moved.test.ts > other': 'passed' }],
    ['that does not run', move, { other: 'passed' }],
    ['that was edited', [removed, added('moved.test.ts', { mode: '100644', id: 'else' })], { [MOVED]: 'passed' }],
    ['with another mode', [removed, added('moved.test.ts', { mode: '120000', id: 'same' })], { [MOVED]: 'passed' }],
    ['that became production', [removed, { ...added('moved.test.ts'), class: 'production' }], { [MOVED]: 'passed' }],
    ['to where a file was', [removed, { ...added('moved.test.ts'), before: blob }], { [MOVED]: 'passed' }],
    ['that is added but not removed', [added('moved.test.ts')], { [MOVED]: 'passed' }],
  ])('does not keep a test %s', (_, changes, after) => {
    expect(vanished(changes, { [OLD]: 'passed' }, after)).toEqual([OLD])
  })

  test('stands for one removed file only', () => {
    const changes = [gone('a.test.ts'), added('moved.test.ts'), gone('old.test.ts')]
    const before = { 'a.test.ts > works': 'passed', [OLD]: 'passed' } as const
    expect(vanished(changes, before, { [MOVED]: 'passed' })).toEqual([OLD])
  })
})

describe('after a load error', () => {
  const before = run({ [OLD]: 'passed', [NEW]: 'passed' })
  const see = (after: TestRun, given: Partial<Measured> = {}) => toEvidence(measured([after], given), basis(before))

  test('the tests of that file are unknown, those of others are not', () => {
    const { comparison } = see(run({ 'x.test.ts > y': 'passed' }, { loadErrors: [loadError('new.test.ts')] }))
    expect(comparison.vanished).toEqual([OLD])
  })

  test('the tests of files in a package that does not build are unknown', () => {
    const settled = basis(run({ 'cart/cart_test.go > TestAdd': 'passed' }))
    const broken = run({ 'other > TestX': 'passed' }, { loadErrors: [loadError('cart')] })
    expect(toEvidence(measured([broken]), settled).comparison.vanished).toEqual([])
  })

  test('nothing is known of any test when the runner stopped at once', () => {
    expect(see(run({}, { loadErrors: [loadError('new.test.ts')] })).comparison.vanished).toEqual([])
  })

  test('a file that no report names is unknown in a run of a few files, and absent in one of the suite', () => {
    const unnamed = run({ 'x.test.ts > y': 'passed' }, { loadErrors: [loadError(null)] })
    expect(see(unnamed, { scope: 'files' }).comparison.vanished).toEqual([])
    expect(see(unnamed).comparison.vanished).toEqual([NEW, OLD])
  })

  test('it is kept with what is missing and whose that is', () => {
    const { loadFailures, totals } = see(
      run(
        {},
        {
          loadErrors: [loadError('z.test.ts', { missing: { kind: 'module', name: 'lodash' } }), loadError('a.test.ts')],
        },
      ),
    )
    expect(loadFailures.map(({ file, isMissingOurs }) => [file, isMissingOurs])).toEqual([
      ['a.test.ts', true],
      ['z.test.ts', false],
    ])
    expect(totals.loadErrors).toBe(2)
  })
})

describe('what a reader needs to see', () => {
  test('why a test fails, and in whose code', () => {
    const failure = {
      kind: 'error' as const,
      message: 'boom',
      type: null,
      stack: null,
      at: 'src/a.ts',
      line: 3,
      missing: null,
    }
    const { failing } = toEvidence(measured([run([testCase(NEW, 'errored', { failure })])]), basis(run({})))
    expect(failing).toEqual([
      {
        id: NEW,
        file: 'new.test.ts',
        kind: 'error',
        message: 'boom',
        at: 'src/a.ts',
        line: 3,
        atClass: 'production',
        missing: null,
        isMissingOurs: false,
      },
    ])
  })

  test.each([0, -1, 1.5, 10_000_000, Number.NaN, null])('a line %s is none', (line) => {
    const failure = { kind: 'error' as const, message: '', type: null, stack: null, at: null, line, missing: null }
    const { failing } = toEvidence(measured([run([testCase(NEW, 'failed', { failure })])]), basis(run({})))
    expect(failing[0]).not.toHaveProperty('line')
  })

  test('a failure without any words still fails', () => {
    const { failing } = toEvidence(measured([run([testCase(NEW, 'failed', { failure: null })])]), basis(run({})))
    expect(failing).toMatchObject([{ kind: 'error', message: '', at: null, atClass: null }])
  })

  test('new tests that pass at once or are skipped, in the files that matter', () => {
    const after = run({ [NEW]: 'passed', 'new.test.ts > later': 'skipped', 'other.test.ts > x': 'passed' })
    expect(toEvidence(measured([after]), basis(run({})))).toMatchObject({
      newPassing: [NEW],
      newSkipped: ['new.test.ts > later'],
    })
  })

  test('failures that belong to no test, and files without any', () => {
    const after = run(
      { [NEW]: 'passed' },
      {
        hookFailures: [{ file: 'new.test.ts', suite: [], message: 'no database' }],
        runErrors: ['Unhandled rejection'],
        emptyFiles: ['other.test.ts', 'new.test.ts'],
      },
    )
    expect(toEvidence(measured([after]), basis(run({})))).toMatchObject({
      runErrors: ['Unhandled rejection', 'new.test.ts: no database'],
      emptyFiles: ['new.test.ts'],
    })
  })

  test('a hook that keeps all tests of a watched file from running is a load failure of it', () => {
    const hookFailures = [{ file: 'new.test.ts', suite: ['cart'], message: 'open is not a function' }]
    const { loadFailures, runErrors } = toEvidence(
      measured([run({ [OLD]: 'passed' }, { hookFailures })]),
      basis(run({})),
    )
    expect(loadFailures).toMatchObject([{ file: 'new.test.ts', message: 'cart: open is not a function' }])
    expect(runErrors).toEqual([])
  })

  test('a hook of a new group is a load failure, though old tests of the file pass', () => {
    const hookFailures = [{ file: 'new.test.ts', suite: ['store'], message: 'open is not a function' }]
    const { loadFailures } = toEvidence(
      measured([run({ [NEW]: 'passed' }, { hookFailures })]),
      basis(run({ [NEW]: 'passed' })),
    )
    expect(loadFailures).toMatchObject([{ file: 'new.test.ts' }])
  })

  test('a hook beside tests that pass is an error of the run', () => {
    const hookFailures = [{ file: 'new.test.ts', suite: [], message: 'close is not a function' }]
    const { loadFailures, runErrors } = toEvidence(
      measured([run({ [NEW]: 'passed' }, { hookFailures })]),
      basis(run({})),
    )
    expect(loadFailures).toEqual([])
    expect(runErrors).toEqual(['new.test.ts: close is not a function'])
  })

  test('a measurement without any run is empty, not green by accident', () => {
    const problems = [{ code: 'no-report' as const, message: 'no report' }]
    expect(toEvidence(measured([], { problems }), basis(run({})))).toMatchObject({ problems, totals: { total: 0 } })
  })
})

describe('names that cannot be followed', () => {
  test('twins of one file are followed by their number, those of an unknown file are doubtful', () => {
    const twins = (file: string | null) => [
      testCase(NEW, 'failed', { file }),
      testCase(`${NEW} #2`, 'failed', { file, name: 'adds', nth: 2 }),
    ]
    const getDoubtful = (file: string | null) => toEvidence(measured([run(twins(file))]), basis(run({}))).doubtful
    expect(getDoubtful('new.test.ts')).toEqual([])
    expect(getDoubtful(null)).toEqual([NEW, `${NEW} #2`])
  })

  test('names that change are doubtful, in the files that matter', () => {
    const cases = [testCase(NEW, 'failed', { isVolatile: true }), testCase(OLD, 'passed', { isVolatile: true })]
    expect(toEvidence(measured([run(cases)]), basis(run({}))).doubtful).toEqual([NEW])
  })

  test('a name with a port or a date that is the same in the second run does not change', () => {
    const cases = [testCase(NEW, 'failed', { isVolatile: true })]
    const getDoubtful = (again: readonly TestCase[]) =>
      toEvidence(measured([run(cases), run(again)]), basis(run({}))).doubtful
    expect(getDoubtful(cases)).toEqual([])
    expect(getDoubtful([testCase(`${NEW} at 10:00:01`, 'failed', { isVolatile: true })])).toEqual([NEW])
  })
})

describe('every execution of a watched test', () => {
  test('is kept in order, and absent reads like skipped', () => {
    const runs = [run({ [NEW]: 'failed', [OLD]: 'passed' }), run({ [NEW]: 'passed' }), run({})]
    expect(toEvidence(measured(runs), basis(run({}))).watched).toEqual([
      { id: NEW, file: 'new.test.ts', outcomes: ['failed', 'passed', 'skipped'] },
    ])
  })

  test('counts even if the first one did not show the test', () => {
    const runs = [run({}), run({ [NEW]: 'failed' })]
    expect(toEvidence(measured(runs), basis(run({}))).watched).toEqual([
      { id: NEW, file: 'new.test.ts', outcomes: ['skipped', 'failed'] },
    ])
  })

  test('a test without a file is watched when it is new and fails, or drives', () => {
    const runs = [run({ fresh: 'failed', driver: 'passed', other: 'passed' })]
    const { watched: tracked } = toEvidence(measured(runs), basis(run({ other: 'passed' }), { tests: ['driver'] }))
    expect(tracked.map(({ id }) => id)).toEqual(['driver', 'fresh'])
  })
})

describe('a report that names no file for what passes, while a file of drivers is open', () => {
  const settled = { other: 'passed' } as const
  const trackedIn = (after: TestRun, files: string[]) =>
    toEvidence(measured([after]), basis(run(settled), { files })).watched.map(({ id }) => id)

  test.each<[string, TestRun, string[], string[]]>([
    [
      'a test that the settled run does not know is watched',
      run({ ...settled, adds: 'passed' }),
      ['new.test.ts'],
      ['adds'],
    ],
    ['a skipped one too', run({ ...settled, adds: 'skipped' }), ['new.test.ts'], ['adds']],
    ['not without an open file', run({ ...settled, adds: 'passed' }), [], []],
    ['not where tests that pass do have files', run({ [OLD]: 'passed', adds: 'passed' }), ['new.test.ts'], []],
    [
      'a failing test owes its file to a stack',
      run({ ...settled, [OLD]: 'failed', adds: 'passed' }),
      ['new.test.ts'],
      ['adds'],
    ],
  ])('%s', (_, after, files, expected) => {
    expect(trackedIn(after, files)).toEqual(expected)
  })
})

test('the counterfactual names the drivers that pass without the code', () => {
  const after = run({ [NEW]: 'passed', 'new.test.ts > real': 'passed', [OLD]: 'passed' })
  const without = run({ [NEW]: 'passed', 'new.test.ts > real': 'failed', [OLD]: 'passed' })
  const counterfactual = { run: without, drivers: ({ file }: { file: string | null }) => file === 'new.test.ts' }
  expect(toEvidence(measured([after], { counterfactual }), basis(run({}))).counterfactual).toEqual({
    stillPassing: [NEW],
  })
})

const outcome = fc.constantFrom<Outcome>('passed', 'failed', 'errored', 'skipped')
const aRun = fc
  .dictionary(fc.constantFrom(NEW, OLD, 'new.test.ts > b', 'cart > TestX', 'no file'), outcome)
  .chain((outcomes) =>
    fc
      .tuple(fc.uniqueArray(fc.constantFrom('new.test.ts', 'cart', null)), fc.constant(outcomes))
      .map(([files, all]) => run(all, { loadErrors: files.map((file) => loadError(file)), runErrors: ['a', 'b'] })),
  )

test('evidence does not depend on the order of tests, files and errors', () => {
  const scope = fc.constantFrom<'files' | 'suite'>('files', 'suite')
  fc.assert(
    fc.property(aRun, aRun, aRun, scope, fc.boolean(), (before, first, second, scope, isReversed) => {
      const turn = (one: TestRun): TestRun => ({
        ...one,
        cases: one.cases.toReversed(),
        loadErrors: one.loadErrors.toReversed(),
        runErrors: one.runErrors.toReversed(),
      })
      const watch = isReversed ? ['a.test.ts', 'new.test.ts'] : ['new.test.ts', 'a.test.ts']
      const commit = aCommit({ sha: 'c', tree: 't' })
      expect(toEvidence(measured([turn(first), turn(second)], { scope, watch, commit }), basis(turn(before)))).toEqual(
        toEvidence(measured([first, second], { scope, watch: watch.toReversed(), commit }), basis(before)),
      )
    }),
  )
})

test('an unrelated test that passes before and after changes nothing but the count', () => {
  fc.assert(
    fc.property(aRun, aRun, (before, after) => {
      const more = (one: TestRun): TestRun => ({ ...one, cases: [...one.cases, testCase('unrelated.test.ts > x')] })
      // A run that stopped at a load error shows no test at all, so it does not show the unrelated one either.
      fc.pre(after.cases.length > 0 || after.loadErrors.length === 0)
      const plain = toEvidence(measured([after]), basis(before))
      const wider = toEvidence(measured([more(after)]), basis(more(before)))
      expect({ ...wider, totals: null }).toEqual({ ...plain, totals: null, commit: wider.commit, tree: wider.tree })
    }),
  )
})

describe('a file of drivers that ends without a word is no measurement', () => {
  const silent = (emptyFiles: readonly string[], open: { tests?: string[]; files?: string[] }) =>
    toEvidence(measured([{ ...run({ [OLD]: 'passed' }), emptyFiles }]), basis(run({ [OLD]: 'passed' }), open)).problems

  test.each([
    ['whose tests failed at RED', { tests: [NEW] }],
    ['that did not load at RED', { files: ['new.test.ts'] }],
  ])('a file %s', (_, open) => {
    expect(silent(['new.test.ts'], open)).toMatchObject([
      { code: 'no-tests', message: expect.stringContaining('new.test.ts') },
    ])
  })

  test('an empty file that no cycle waits for is only empty', () => {
    expect(silent(['new.test.ts'], {})).toEqual([])
    expect(silent(['helper.ts'], { tests: [NEW] })).toEqual([])
  })
})

describe('a name that changes from run to run', () => {
  const volatile = (id: string, outcome: Outcome = 'passed') => testCase(id, outcome, { isVolatile: true })
  const vanished = (before: TestRun, after: TestRun) => toEvidence(measured([after]), basis(before)).comparison.vanished

  test('is no vanished test while another such name of its file passes in its stead', () => {
    expect(vanished(run([volatile('old.test.ts > at 1')]), run([volatile('old.test.ts > at 2')]))).toEqual([])
  })

  test('needs no replacement when its file moved unchanged', () => {
    const moved = [
      change('old.test.ts', 'test', { before: 'v1', after: null }),
      { ...change('new.test.ts', 'test'), after: { mode: '100644', id: 'old.test.ts@v1' } },
    ]
    const before = run([volatile('old.test.ts > at 1'), volatile('old.test.ts > at 2')])
    const after = run([volatile('new.test.ts > at 1'), volatile('old.test.ts > at 3')])
    const commit = aCommit({ changes: moved })
    expect(toEvidence(measured([after], { commit }), basis(before)).comparison.vanished).toEqual([])
  })

  test('has vanished when nothing, a failure or another file stands in its stead', () => {
    const before = run([volatile('old.test.ts > at 1'), volatile('old.test.ts > at 2')])
    expect(vanished(before, run([volatile('old.test.ts > at 3')]))).toHaveLength(1)
    expect(vanished(before, run([volatile('old.test.ts > at 3', 'failed')]))).toHaveLength(2)
    expect(vanished(before, run([volatile('new.test.ts > at 3')]))).toHaveLength(2)
    expect(vanished(before, run([testCase('old.test.ts > fixed')]))).toHaveLength(2)
  })
})

test('evidence says what it was compared with', () => {
  expect(toEvidence(measured([run({})]), basis(run({})))).toMatchObject({ commit: 'c', comparedWith: 's' })
})

describe('what a crash kept from running is unknown, not vanished', () => {
  const crashed = (id: string, file: string | null) => testCase(id, 'errored', { file, failure: getFailure('crash') })
  const before = { 'pkg > first': 'passed', 'pkg > second': 'passed', 'other > third': 'passed' } as const
  const settled = run(Object.keys(before).map((id) => testCase(id, 'passed', { file: id.split(' > ')[0] ?? null })))
  const vanished = (cases: readonly TestCase[], given: Partial<Measured> = {}) =>
    toEvidence(measured([run(cases)], given), basis(settled)).comparison.vanished

  test('tests of the package whose new test dies', () => {
    expect(vanished([crashed('pkg > new', 'pkg'), testCase('other > third')])).toEqual([])
  })
  test('tests of the file whose old test dies now', () => {
    expect(vanished([crashed('pkg > first', 'pkg'), testCase('other > third')])).toEqual([])
  })
  test('tests of the Go package whose test panics', () => {
    const panic = { ...getFailure('error'), message: 'panic: index out of range [recovered]' } as TestCase['failure']
    const dies = (file: string) => testCase(`${file} > new`, 'errored', { file, failure: panic })
    expect(vanished([dies('pkg'), testCase('other > third')])).toEqual([])
    // A file goes on behind a test that says so.
    expect(vanished([dies('pkg/a.test.js'), testCase('other > third')])).toEqual(['pkg > first', 'pkg > second'])
  })
  test('tests of another package are gone', () => {
    expect(vanished([crashed('pkg > new', 'pkg')])).toEqual(['other > third'])
  })
  test('an assertion keeps nothing from running', () => {
    expect(vanished([testCase('pkg > new', 'failed', { file: 'pkg' }), testCase('other > third')])).toEqual([
      'pkg > first',
      'pkg > second',
    ])
  })
  test('a test that failed at the base already hides nothing', () => {
    const dead = { ...settled, cases: [...settled.cases, crashed('pkg > dead', 'pkg')] }
    const evidence = toEvidence(measured([run([crashed('pkg > dead', 'pkg'), testCase('other > third')])]), basis(dead))
    expect(evidence.comparison.vanished).toEqual(['pkg > first', 'pkg > second'])
  })
  test('a merge answers for everything', () => {
    const commit = aCommit({ sha: 'c', tree: 't', merge: { isClean: true, isFromBase: true } })
    expect(vanished([crashed('pkg > new', 'pkg'), testCase('other > third')], { commit })).toHaveLength(2)
  })
})

function getFailure(kind: FailureKind): TestCase['failure'] {
  return { kind, message: 'panic', type: null, stack: null, at: null, line: null, missing: null }
}

test('a test that another one answers for has not vanished, and the evidence says who does', () => {
  const write = (title: string) => `test('${title}', () => {\n  assert(1)\n})\n`
  const texts = { before: new Map([['old.test.ts', write('works')]]), after: new Map([['old.test.ts', write('runs')]]) }
  const renamed = { 'old.test.ts > runs': 'passed' } as const
  const evidence = toEvidence(measured([run(renamed)], { texts }), basis(run({ [OLD]: 'passed', gone: 'passed' })))
  expect(evidence.comparison.vanished).toEqual(['gone'])
  expect(evidence.answered).toEqual([{ id: OLD, by: 'rename', to: 'old.test.ts > runs' }])
  expect(
    toEvidence(measured([run({ [OLD]: 'passed' })], { texts }), basis(run({ [OLD]: 'passed' }))),
  ).not.toHaveProperty('answered')
})

test('a flaky test counts as passed, is named, and is still counted among the failures', () => {
  const evidence = toEvidence(
    measured([run({ [OLD]: 'failed', other: 'passed' })], { flaky: [OLD] }),
    basis(run({ [OLD]: 'passed' })),
  )
  expect(evidence).toMatchObject({ flaky: [OLD], failing: [], comparison: NONE, totals: { failed: 1 } })
})
