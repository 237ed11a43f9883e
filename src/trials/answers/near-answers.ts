/** Calls changed functions with inputs near the examples of their drivers: the report shows what they answer. */
import { type FileSource, readSources } from '../../changes/reached.ts'
import { readRegular, writeEdits } from '../../changes/tree-texts.ts'
import { productionSince } from '../../core/compare/counterfactual.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { NearAnswers } from '../../core/model/counterfactuals.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { answersAreGeneral } from '../../core/rules/answers-are-general.ts'
import { getLastName } from '../../rewriting/bodies.ts'
import { readNewBodies } from '../../rewriting/index.ts'
import { isCode } from '../taken-back.ts'
import type { GreenTrial, TrialContext } from '../trial.ts'
import { ONCE, type TrialRuns } from '../trial-runs.ts'
import {
  askCalls,
  type GivenAnswer,
  getNearInputs,
  type NearInput,
  readGivenAnswers,
  readLiteralCalls,
} from './answer-probes.ts'
import { MAX_SHOWN, type Question } from './asking.ts'
import { findOdd } from './odd-answers.ts'

/** Functions of one commit; all of them need one run. */
const MAX_FUNCTIONS = 5
const MAX_EXAMPLES = 6
/** Files of the largest change that is tried. */
const MAX_FILES = 50

interface AnsweringFunction {
  readonly path: string
  readonly line: number
  readonly code: string
  readonly isRecursive: boolean
}

export interface AskedFunction extends Question {
  readonly file: string
  readonly examples: readonly string[]
  readonly near: readonly NearInput[]
  readonly asked: AnsweringFunction
}

export const KIND = { rules: [answersAreGeneral.code], needsWhole: true } as const

export const nearAnswers: GreenTrial = {
  ...KIND,
  code: 'near-answers',
  about: 'calls changed functions with inputs near the literals of their drivers: the report shows the answers',
  run: async (context, runs) => {
    const { session, state, commit } = context
    const changes = [...productionSince(state, commit).values()].filter(isCode).slice(0, MAX_FILES)
    const functions = await readFunctions(await readSources(session.scratch, changes))
    const files = trackedFiles(context.green.cycles)
    const asked = await findAsked(context, functions, files)
    // All of them: their tests see what they see in the run of the commit.
    const ask = (one: typeof asked) => askIn(context, runs, one, { tree: context.commit.tree, files })
    const said = await ask(asked)
    if (said === null) return null
    const hasSeveral = asked.some(({ near }) => near.some(({ isCrossed }) => isCrossed))
    const reversed = asked.map((one) => ({ ...one, inputs: one.inputs.slice(0, countKnown(one)).toReversed() }))
    // What was asked before must not change an answer.
    const again = hasSeveral ? await ask(reversed) : null
    return { answers: asked.flatMap((one) => toTable(one, said.get(one.mark) ?? [], again?.get(one.mark) ?? [])) }
  },
}

const countKnown = ({ examples, near }: AskedFunction) => examples.length + near.length

/** Reads the functions that differ from those before, by name. */
export async function readFunctions(sources: readonly FileSource[]): Promise<ReadonlyMap<string, AnsweringFunction>> {
  const found = new Map<string, AnsweringFunction>()
  for (const source of sources) {
    const { path, after: code } = source
    const own = await readNewBodies(source, (fresh) =>
      fresh.map(({ name, node }) => ({ name: getLastName(name), line: node.startPosition.row + 1 })),
    )
    for (const { name, line } of own ?? []) {
      const isRecursive = code.split(`${name}(`).length > 2
      if (name !== '' && !found.has(name)) found.set(name, { path, line, code, isRecursive })
    }
  }
  return found
}

/** Finds the calls with literals of these functions in test files. @param isWide whether far inputs are asked as well */
export async function findAsked(
  { session, commit }: TrialContext,
  functions: ReadonlyMap<string, AnsweringFunction>,
  files: readonly string[],
  { isWide = false, most = MAX_FUNCTIONS } = {},
): Promise<readonly AskedFunction[]> {
  const found: AskedFunction[] = []
  for (const { path: file, text } of functions.size > 0 ? await readRegular(session.scratch, commit.tree, files) : []) {
    const all = (await readLiteralCalls(file, text)) ?? []
    const calls = all.filter(({ isLiteral }) => isLiteral)
    for (const [callee, own] of Map.groupBy(calls, (call) => call.callee)) {
      const asked = functions.get(/[\w$?!]+$/.exec(callee)?.[0] ?? '')
      if (!asked || found.length === most) continue
      const given = [...new Set(own.map(({ args }) => args))]
      const examples = given.slice(0, MAX_EXAMPLES)
      const near = getNearInputs(given, !asked.isRecursive, isWide)
      const inputs = [...examples, ...near.map((one) => one.text), ...examples.toReversed()]
      found.push({ file, callee, asked, mark: found.length, examples, near, inputs, isOnce: isWide })
    }
    const known = new Set(calls.map(({ callee }) => callee))
    for (const { callee, args, isLiteral } of isWide ? all : []) {
      const asked = functions.get(/[\w$?!]+$/.exec(callee)?.[0] ?? '')
      if (isLiteral || known.has(callee) || !asked || found.length === most) continue
      known.add(callee)
      // What stands behind names is asked where it stands, and once more.
      const question = { callee, mark: found.length, inputs: [args, args], place: args, isOnce: true }
      found.push({ ...question, file, asked, examples: [args], near: [] })
    }
  }
  return found
}

/**
 * Lets the calls answer in a tree, in one run.
 * @param files that run: those of the calls, where none are named
 * @returns the answers by mark; null where nothing ran
 */
export async function askIn(
  { session: { scratch }, commit }: TrialContext,
  runs: TrialRuns,
  asked: readonly AskedFunction[],
  {
    tree,
    files = [...new Set(asked.map(({ file }) => file))],
    repeat = ONCE.repeat,
  }: { readonly tree: Sha; readonly files?: readonly string[]; readonly repeat?: number },
): Promise<ReadonlyMap<number, readonly GivenAnswer[]> | null> {
  if (asked.length === 0 || !runs.mayRun(files)) return null
  const tests = await readRegular(scratch, commit.tree, [...new Set(asked.map(({ file }) => file))])
  const made = await Promise.all(
    tests.map(async (test) => {
      const own = asked.filter(({ file }) => file === test.path)
      return { ...test, text: (await askCalls(test.path, test.text, own)) ?? test.text }
    }),
  )
  const request = { ...ONCE, repeat, files, original: commit.tree }
  const { run } = await runs.aside(await scratch.composeTree(tree, await writeEdits(scratch, made)), request)
  return readGivenAnswers(run.cases.flatMap(({ failure }) => failure?.message ?? []).join('\n'))
}

/** How people read an answer. */
export function sayAnswer({ kind, text, left }: GivenAnswer, most = MAX_SHOWN): string {
  const said = `${kind === 'throws' ? 'throws ' : ''}${text.slice(0, most)}`
  return left === undefined ? said : `${said} and changes its argument to ${left.slice(0, most)}`
}

/** @param reversed the answers to the inputs in the other order; none where it was not asked */
function toTable(
  one: AskedFunction,
  answers: readonly GivenAnswer[],
  reversed: readonly GivenAnswer[],
): readonly NearAnswers[] {
  const { callee, asked, examples, near } = one
  if (answers.length < countKnown(one)) return []
  const [given, others] = [answers.slice(0, examples.length), answers.slice(examples.length)]
  const toRow = (args: string, answer: GivenAnswer) => ({ call: `${callee}(${args})`, answer: sayAnswer(answer) })
  // A function that gives nothing has no answers to read.
  if (given.every(({ kind }) => kind === 'nothing' || kind === 'throws')) return []
  const rows = [
    ...given.map((answer, n) => ({ ...toRow(examples[n] ?? '', answer), isExample: true as const })),
    ...near.map(({ text }, n) => toRow(text, others[n]!)),
  ]
  const odd = findOdd({
    callee,
    code: asked.code,
    examples,
    given,
    near: near.map((input, n) => ({ ...input, answer: others[n]! })),
    again: [
      ...others
        .slice(near.length)
        .toReversed()
        .map((answer, n) => [given[n], answer] as const),
      ...reversed.toReversed().map((answer, n) => [answers[n], answer] as const),
    ],
  })
  return [{ path: asked.path, line: asked.line, rows, ...(odd && { odd }) }]
}
