/** Calls changed functions with inputs near the examples of their drivers: the report shows what they answer. */
import { readTexts } from '../../changes/tree-texts.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { TreeEdit } from '../../core/evaluate/measurement-plan.ts'
import type { NearAnswers } from '../../core/model/counterfactuals.ts'
import { trackedFiles } from '../../core/model/state.ts'
import type { TestRun } from '../../core/model/test-run.ts'
import { answersAreGeneral } from '../../core/rules/answers-are-general.ts'
import { emptyBodies } from '../../rewriting/index.ts'
import { isCode } from '../taken-back.ts'
import type { GreenContext, GreenTrial } from '../trial.ts'
import { askCalls, type GivenAnswer, readGivenAnswers, readLiteralCalls } from './answer-probes.ts'
import { CHANGED_INPUT, type Question } from './asking.ts'
import { getNearInputs, type NearInput } from './near-inputs.ts'
import { findOdd } from './odd-answers.ts'

/** Functions of one commit; all of them need one run. */
const MAX_FUNCTIONS = 5
const MAX_EXAMPLES = 6
/** Files of the largest change that is tried. */
const MAX_FILES = 50

interface ChangedFunction {
  readonly path: string
  readonly line: number
  readonly code: string
  readonly isRecursive: boolean
}

interface Asked extends Question {
  readonly file: string
  readonly examples: readonly string[]
  readonly near: readonly NearInput[]
  readonly changed: ChangedFunction
}

export const nearAnswers: GreenTrial = {
  code: 'near-answers',
  about: 'calls changed functions with inputs near the literals of their drivers: the report shows the answers',
  rules: [answersAreGeneral.code],
  needsWhole: true,
  run: async (context, runs) => {
    const { session, commit, green } = context
    const functions = await readFunctions(context)
    const files = trackedFiles(green.cycles)
    if (functions.size === 0) return null
    const tree = await session.scratch.listTree(commit.tree)
    const blobs = files.flatMap((path) => {
      const blob = tree.get(path)
      return blob?.mode.startsWith('100') ? [{ path, ...blob }] : []
    })
    const texts = await readTexts(session.scratch, [...new Set(blobs.map(({ id }) => id))])
    const asked: Asked[] = []
    for (const { path, id } of blobs) asked.push(...(await plan(path, texts.get(id) ?? '', functions, asked.length)))
    const edits: TreeEdit[] = []
    for (const { path, id, mode } of blobs) {
      const own = asked.filter(({ file }) => file === path)
      const text = own.length > 0 ? await askCalls(path, texts.get(id) ?? '', own) : null
      const [made] = text === null ? [] : await session.scratch.writeBlobs([text])
      if (made !== undefined) edits.push({ path, blob: { mode, id: made } })
    }
    if (edits.length === 0 || !runs.mayRun(files)) return null
    const request = { files, coverage: false, repeat: 1, withCanary: false, original: commit.tree, isKept: () => true }
    const { run } = await runs.aside(await session.scratch.composeTree(commit.tree, edits), request)
    const said = readGivenAnswers(getFailures(run))
    return { answers: asked.flatMap((one) => toTable(one, said.get(one.mark) ?? [])) }
  },
}

const getFailures = ({ cases }: TestRun) => cases.flatMap(({ failure }) => failure?.message ?? []).join('\n')

/** Reads the functions that the commit adds or edits, by name. */
async function readFunctions({ session, state, commit }: GreenContext): Promise<ReadonlyMap<string, ChangedFunction>> {
  const changes = [...productionSince(state, commit).values()].filter(isCode).slice(0, MAX_FILES)
  const ids = changes.flatMap(({ before, after }) => [before, after].flatMap((blob) => blob?.id ?? []))
  const texts = await readTexts(session.scratch, [...new Set(ids)])
  const found = new Map<string, ChangedFunction>()
  for (const { path, before, after } of changes) {
    const code = texts.get(after?.id ?? '') ?? ''
    const source = { path, before: before ? (texts.get(before.id) ?? null) : null, after: code }
    const made = await emptyBodies(source, 'nothing', new Set())
    for (const name of (made?.functions ?? []).map((one) => one.split('.').at(-1) ?? one)) {
      const words = code.split(/(?<![\w$])(?=[\w$])|(?<=[\w$])(?![\w$])/)
      const places = words.flatMap((word, n) => (word === name ? [n] : []))
      const line = words
        .slice(0, places[0] ?? 0)
        .join('')
        .split('\n').length
      const isRecursive = places.filter((n) => words[n + 1]?.startsWith('(')).length > 1
      found.set(name, { path, line, code, isRecursive })
    }
  }
  return found
}

async function plan(
  file: string,
  text: string,
  functions: ReadonlyMap<string, ChangedFunction>,
  first: number,
): Promise<readonly Asked[]> {
  const calls = (await readLiteralCalls(file, text)) ?? []
  const known = [...Map.groupBy(calls, ({ callee }) => callee)].flatMap(([callee, own]) => {
    const changed = functions.get(/[\w$?!]+$/.exec(callee)?.[0] ?? '')
    return changed ? [{ callee, changed, examples: [...new Set(own.map(({ args }) => args))] }] : []
  })
  return known.slice(0, Math.max(0, MAX_FUNCTIONS - first)).map(({ callee, changed, examples: all }, n) => {
    const examples = all.slice(0, MAX_EXAMPLES)
    const near = getNearInputs(all, !changed.isRecursive)
    const inputs = [...examples, ...near.map((one) => one.text), ...examples.toReversed()]
    return { file, callee, changed, mark: first + n, examples, near, inputs }
  })
}

function toTable({ callee, changed, examples, near }: Asked, answers: readonly GivenAnswer[]): readonly NearAnswers[] {
  if (answers.length < examples.length + near.length) return []
  const [given, others] = [answers.slice(0, examples.length), answers.slice(examples.length)]
  const toRow = (args: string, { kind, text }: GivenAnswer) => ({
    call: `${callee}(${args})`,
    answer: kind !== 'throws' ? text : text === CHANGED_INPUT ? 'changes its argument' : `throws ${text}`,
  })
  // A function that gives nothing has no answers to read.
  if (given.every(({ kind, text }) => kind === 'nothing' || (kind === 'throws' && text !== CHANGED_INPUT))) return []
  const rows = [
    ...given.map((answer, n) => ({ ...toRow(examples[n] ?? '', answer), isExample: true as const })),
    ...near.map(({ text }, n) => toRow(text, others[n]!)),
  ]
  const odd = findOdd({
    callee,
    code: changed.code,
    examples,
    given,
    near: near.map((input, n) => ({ ...input, answer: others[n]! })),
    again: others.slice(near.length).toReversed(),
  })
  return [{ path: changed.path, line: changed.line, rows, ...(odd && { odd }) }]
}
