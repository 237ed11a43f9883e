/** Calls functions with inputs near and far, before and after a commit that keeps behaviour: each must answer as before. */
import { reachedSources } from '../../changes/reached.ts'
import { getUsers, readTestCode } from '../../changes/test-users.ts'
import { isRegular } from '../../changes/tree-texts.ts'
import { toOlder } from '../../core/evaluate/measurement-plan.ts'
import type { FileChange } from '../../core/model/commit.ts'
import type { NearAnswers } from '../../core/model/counterfactuals.ts'
import { writesTests } from '../../core/text/written-tests.ts'
import { canEmpty } from '../../rewriting/index.ts'
import type { UpkeepTrial } from '../trial.ts'
import type { GivenAnswer } from './answer-probes.ts'
import { type AskedFunction, askIn, findAsked, KIND, readFunctions, sayAnswer } from './near-answers.ts'
import { isOfLanguage } from './odd-answers.ts'

const MAX_FUNCTIONS = 20
/** Rows that people read, and characters of an answer. */
const MAX_ROWS = 4
const MAX_SAID = 60

export const sameAnswers: UpkeepTrial = {
  ...KIND,
  code: 'same-answers',
  about:
    'calls functions with inputs near the literals of tests, before and after: each must answer, and change its arguments, as before',
  run: async (context, runs) => {
    const { session, commit } = context
    const { scratch, classify } = session
    const isOther = ({ class: own, edit, isRead, before, after }: FileChange) =>
      (own === 'production' || isRead === true) && edit !== 'layout' && [before, after].some(isRegular)
    const changes = commit.changes.filter(isOther)
    if (changes.length === 0) return null
    const code = await readTestCode(scratch, commit.tree, classify)
    const isCode = changes.every(({ path }) => canEmpty(path))
    const users = getUsers(code, isCode ? changes.map(({ path }) => path) : [])
    const all = code.files.flatMap(({ path, text }) => (writesTests(path, text) ? [path] : []))
    const files = isCode && users.length > 0 ? users : all
    const sources = await reachedSources(scratch, { tree: commit.tree, from: files, classify })
    const changed = new Set(changes.map(({ path }) => path))
    const functions = await readFunctions(
      sources.toSorted((a, b) => Number(changed.has(b.path)) - Number(changed.has(a.path))),
    )
    const asked = await findAsked(context, functions, files, { isWide: true, most: MAX_FUNCTIONS })
    const old = await scratch.composeTree(commit.tree, toOlder(changes))
    const now = await askIn(context, runs, asked, { tree: commit.tree })
    const before = now && (await askIn(context, runs, asked, { tree: old }))
    if (!now || !before) return null
    const compareAll = (again: typeof before) =>
      asked.flatMap((one) => {
        const [first, second, own] = [before, again, now].map((all) => all.get(one.mark) ?? [])
        return compare(one, first!, own!, second!)
      })
    const differing = compareAll(before)
    // Chance decides what the code before answers in another way, too.
    const again = differing.length > 0 ? await askIn(context, runs, asked, { tree: old, repeat: 2 }) : null
    const answers = again ? compareAll(again) : differing
    const rows = { change: 'inputs near those of tests', lines: null, asked: asked.length, test: null }
    runs.note([{ ...rows, result: answers.length === 0 ? 'unnoticed' : 'noticed' }])
    return { answers }
  },
}

/** Where the first answers differ, another name or chance decides them. @param again the old answers, asked once more */
function compare(
  { callee, asked: { path, line, code }, examples, inputs }: AskedFunction,
  before: readonly GivenAnswer[],
  now: readonly GivenAnswer[],
  again: readonly GivenAnswer[],
): readonly NearAnswers[] {
  const texts = [before, now, again].map((answers) => answers.map((one) => toComparable(one, code)))
  const [old, own, second] = texts as [string[], string[], string[]]
  // A report may cut what a test says.
  const said = Math.min(old.length, own.length)
  const known = said < inputs.length ? said - 1 : said
  const differs = (n: number) => n < known && old[n] !== own[n] && old[n] === second[n]
  const isSame = known >= examples.length && old[0]?.split(LEAVES)[0] === own[0]?.split(LEAVES)[0]
  if (!isSame || before.slice(0, examples.length).every(({ kind }) => kind === 'throws')) return []
  const toRow = (args: string, n: number) => ({
    call: `${callee}(${args})`,
    answer: `${sayAnswer(now[n]!, MAX_SAID)}, before ${sayAnswer(before[n]!, MAX_SAID)}`,
  })
  const all = inputs.flatMap((args, n) => (differs(n) ? [[args, toRow(args, n)] as const] : []))
  const rows = [...new Map(all).values()]
  return rows.length === 0 ? [] : [{ path, line, rows: rows.slice(0, MAX_ROWS), odd: 'differs' }]
}

const LEAVES = ' leaves '
/** Digits that a computer rounds in another way. */
const DIGITS = /-?\d+\.\d{7,}(?:e[+-]?\d+)?/g
const MANY_DIGITS = 9

/** Without places in memory. An input that has no answer may have none in another way. */
function toComparable({ kind, text, left = '' }: GivenAnswer, code: string): string {
  if (kind === 'throws' && isOfLanguage(text) && !code.includes(text)) return 'nothing'
  const [said, rest] = [text, left].map((one) =>
    one.replaceAll(/0x[\da-f]+/gi, '').replaceAll(DIGITS, (digits) => Number(digits).toPrecision(MANY_DIGITS)),
  )
  return `${kind === 'nothing' ? kind : `${kind} ${kind === 'number' ? Number(said) : said}`}${rest && LEAVES + rest}`
}
