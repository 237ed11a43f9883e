/** Finds replacements of removed tests by their bodies and results, since names change with the work. */
import { MAX_ANSWERED, type TestReplacement } from '../model/evidence.ts'
import { isFailing, type TestCase, type TestId } from '../model/test-run.ts'
import { getFolder, type TextFile } from '../text/nearby.ts'
import { isWritten, renameIn, TITLE } from '../text/test-bodies.ts'
import { getLikeness } from './likeness.ts'
import { findMerged } from './merged-tests.ts'
import { keepsData } from './tables.ts'
import {
  type Answering,
  bodiesIn,
  getTestTexts,
  groupsIn,
  isNoWorse,
  nameIn,
  plainName,
  rememberAnswers,
  withoutClass,
} from './test-texts.ts'
import { provedBy } from './tracked-tests.ts'

/** Removed tests; more replacements would be beyond review. */
const MAX_GONE = MAX_ANSWERED

/** Finds one new test for each removed one. */
export function answersFor(vanished: readonly TestId[], answering: Answering): readonly TestReplacement[] {
  const { run, baseline } = answering
  if (vanished.length > MAX_GONE) return []
  const fresh = new Map(
    provedBy(run).cases.flatMap((test) => (baseline.has(test.id) ? [] : [[test.id, test] as const])),
  )
  const found = stillAnswered(vanished, answering)
  for (const { to } of found.values()) fresh.delete(to ?? '')
  const renames = renamesIn(answering)
  const isMove = (id: TestId, { id: to }: TestCase) => getTitles(id) === getTitles(to)
  const moves: Candidates = { ...renames, isFor: (id, test) => isMove(id, test) && renames.isFor(id, test) }
  const candidates = [
    moves,
    renames,
    groupsAround(answering),
    rowsIn(answering),
    tablesIn(answering, vanished),
    driversIn(answering),
  ]
  for (const stands of candidates) {
    for (const { id, to } of pairUp(vanished, fresh, (one, test) => !found.has(one) && stands.isFor(one, test))) {
      fresh.delete(to)
      found.set(id, { id, by: stands.by, to })
    }
  }
  const merged = findMerged(answering)
  const removed = removedIn(answering)
  return vanished.flatMap((id): TestReplacement[] => {
    const answer = found.get(id) ?? merged(id)
    if (answer) return [answer]
    return removed(id) ? [{ id, by: 'removal', to: null }] : []
  })
}

/** Pairs the most alike first: several tests may stand for one, and a reader compares them. */
function pairUp(
  vanished: readonly TestId[],
  fresh: ReadonlyMap<TestId, TestCase>,
  isFor: (id: TestId, test: TestCase) => boolean,
): readonly { readonly id: TestId; readonly to: TestId }[] {
  const pairs = vanished.flatMap((id) =>
    [...fresh.values()].flatMap((test) =>
      isFor(id, test) ? [{ id, to: test.id, like: getLikeness(id, test.id) }] : [],
    ),
  )
  const used = new Set<TestId>()
  return pairs
    .toSorted((a, b) => b.like - a.like)
    .filter(({ id, to }) => {
      const isFree = !used.has(`gone ${id}`) && !used.has(to)
      if (isFree) used.add(`gone ${id}`).add(to)
      return isFree
    })
}

/** Keeps an earlier replacement as long as it runs. */
function stillAnswered(vanished: readonly TestId[], { run, earlier }: Answering): Map<TestId, TestReplacement> {
  if (earlier === undefined || earlier.size === 0) return new Map()
  const running = new Set(run.cases.flatMap(({ id, outcome }) => (outcome === 'skipped' ? [] : [id])))
  const known = vanished.flatMap((id) => earlier.get(id) ?? [])
  return new Map(known.filter(({ to }) => to !== null && running.has(to)).map((answer) => [answer.id, answer]))
}

interface Candidates {
  readonly by: TestReplacement['by']
  readonly isFor: (gone: TestId, test: TestCase) => boolean
}

/** What a text that is not read holds is not computed. */
const isIn = (files: readonly TextFile[], name: string) =>
  files.some(({ path, text }) => isWritten(path, text, withoutClass(name)) !== false)

/** Returns the id without the file: equal when a test moves with its groups. */
const getTitles = (id: TestId) => id.slice(id.indexOf(' > '))

const join = (files: readonly TextFile[]) => files.map(({ text }) => text).join('\n')

function renamesIn({ baseline, texts }: Answering): Candidates {
  const bodies = (of: ReadonlyMap<string, string>) => {
    const find = bodiesIn(of)
    return rememberAnswers((key: string) => find(...(JSON.parse(key) as [string, string, string[]])) ?? [])
  }
  const [before, after] = [bodies(texts.before), bodies(texts.after)]
  return {
    by: 'rename',
    isFor: (id, test) => {
      const old = baseline.get(id)
      if (old?.file == null || test.file === null || !isNoWorse(test, old.outcome)) return false
      const was = before(JSON.stringify([old.file, plainName(nameIn(id)), groupsIn(id)]))
      const now = new Set(after(JSON.stringify([test.file, plainName(test.name), groupsIn(test.id)])))
      return was.some((body) => now.has(body) || now.has(renameIn(body, texts.names)))
    },
  }
}

/** Finds tests that only got groups around them, or lost some: their title stays, as in an edit of their body. */
function groupsAround({ baseline }: Answering): Candidates {
  const isPart = (some: readonly string[], all: readonly string[]) =>
    some.length < all.length && some.every((group) => all.includes(group))
  return {
    by: 'rename',
    isFor: (id, test) => {
      const old = baseline.get(id)
      const [was, is] = [groupsIn(id), groupsIn(test.id)]
      const isSame = old?.file != null && old.file === test.file && nameIn(id) === nameIn(test.id)
      return isSame && isNoWorse(test, old.outcome) && (isPart(was, is) || isPart(is, was))
    },
  }
}

function rowsIn({ run, baseline, texts }: Answering): Candidates {
  const family = (id: TestId, file: string | null, of: ReadonlyMap<string, string>) => {
    const name = nameIn(id)
    const bracket = /^(.+)\[.*\]$/.exec(name)?.[1]
    const place = id.slice(0, id.length - name.length)
    if (bracket !== undefined) return `${place}${bracket}[`
    if (name.includes('/') && file !== null && !/\.\w+$/.test(file))
      return place + name.slice(0, name.lastIndexOf('/') + 1)
    const known = getTestTexts(of, file)
    return known.length > 0 && !isIn(known, name) ? place : null
  }
  const families = (of: ReadonlyMap<string, string>) =>
    rememberAnswers((id: TestId) =>
      family(id, baseline.get(id)?.file ?? run.cases.find((test) => test.id === id)?.file ?? null, of),
    )
  const [before, after] = [families(texts.before), families(texts.after)]
  const staying = () => new Set(run.cases.flatMap(({ id }) => (baseline.has(id) ? (before(id) ?? []) : [])))
  let neighbours: ReadonlySet<string> | null = null
  return {
    by: 'row',
    isFor: (id, test) => {
      const old = before(id)
      if (old === null || test.outcome === 'skipped' || baseline.get(id)?.file !== test.file) return false
      neighbours ??= staying()
      return neighbours.has(old) && after(test.id) === old
    },
  }
}

/** Finds tests of a table or loop whose file keeps the data of the removed tests: only titles are new. */
function tablesIn({ baseline, texts }: Answering, vanished: readonly TestId[]): Candidates {
  const titles = vanished.map(nameIn)
  const keeps = rememberAnswers((file: string) => {
    const [before, after] = [texts.before, texts.after].map((of) => join(getTestTexts(of, file)))
    const [path] = [...texts.after.keys()].filter((one) => one === file || getFolder(one) === file)
    return path !== undefined && before !== undefined && after !== undefined && keepsData(path, before, after, titles)
      ? 'kept'
      : 'lost'
  })
  const isComputed = (of: ReadonlyMap<string, string>, file: string, name: string) =>
    !isIn(getTestTexts(of, file), name)
  return {
    by: 'row',
    isFor: (id, { file, name, outcome }) => {
      const old = baseline.get(id)
      if (file === null || old?.file !== file || old.outcome !== 'passed' || outcome !== 'passed') return false
      return (
        (isComputed(texts.before, file, nameIn(id)) || isComputed(texts.after, file, name)) && keeps(file) === 'kept'
      )
    },
  }
}

/** A name in quotes is a title. Without them, code may use it too. */
const isQuotedIn = (text: string, name: string) => ['"', "'", '`'].some((quote) => text.includes(quote + name + quote))
/** Returns whether a body still holds what stood behind the title of the other one. */
const keepsEnd = (now: string, old: string) => now.endsWith(old.slice(old.indexOf(TITLE) + 1))

function driversIn({ baseline, texts, run }: Answering): Candidates {
  const [oldBodies, newBodies] = [bodiesIn(texts.before), bodiesIn(texts.after)]
  const isSilent = rememberAnswers((id: TestId) =>
    isWrittenStill(id, baseline.get(id)?.file ?? null) ? 'silent' : 'gone',
  )
  // A runner may report nothing for a test that is skipped: its text is still there.
  const isWrittenStill = (id: TestId, file: string | null) => {
    const name = withoutClass(nameIn(id))
    if (run.cases.some((test) => test.file === file && nameIn(test.id) === nameIn(id))) return false
    const [wasQuoted, isQuoted] = [texts.before, texts.after].map((of) =>
      isQuotedIn(join(getTestTexts(of, file)), name),
    )
    if (file === null || wasQuoted !== isQuoted) return false
    const [old, now] = [oldBodies(file, name), newBodies(file, name)]
    return old === null || now === null || old.some((was) => now.some((body) => keepsEnd(body, was)))
  }
  return {
    by: 'driver',
    isFor: (id, test) => {
      const old = baseline.get(id)
      // Removing a test that failed on the base does not fix its failure.
      if (test.file === null || old?.file !== test.file || old.outcome !== 'passed') return false
      return isFailing(test.outcome) && isSilent(id) === 'gone'
    },
  }
}

/** Finds tests that fail or do not load when restored: the code that they exercised is gone. */
function removedIn({ withOldTests, baseline }: Answering): (id: TestId) => boolean {
  if (withOldTests === null) return () => false
  const index = new Map(withOldTests.cases.map(({ id, outcome }) => [id, outcome]))
  const unloaded = new Set(withOldTests.loadErrors.map(({ file }) => file))
  return (id) => {
    const outcome = index.get(id)
    if (outcome !== undefined) return isFailing(outcome)
    const file = baseline.get(id)?.file ?? null
    return file !== null && (unloaded.has(file) || unloaded.has(getFolder(file)))
  }
}
