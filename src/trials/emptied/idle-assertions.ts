/** Finds assertions of drivers that no failure reaches: their loop has no rounds, or nothing calls their function. */
import { type FileText, readSides } from '../../changes/tree-texts.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { isFailing } from '../../core/model/test-run.ts'
import type { CodeBranch } from '../../rewriting/branches.ts'
import { failAt, marksIn } from '../../rewriting/forks.ts'
import { getLanguage } from '../../rewriting/index.ts'
import { apply, field, isFunction, KINDS, type Node, namedNodes, ofScripts, parse } from '../../syntax/index.ts'
import { failMarked } from '../notice.ts'
import { type EmptiedRequest, executeEdits, type Work } from './emptied-runs.ts'

/** Of two bodies of one test only the first fails. Each round costs a run. */
const MAX_ROUNDS = 3
const MAX_BODIES = 50

interface Candidate {
  readonly file: FileText
  readonly body: AssertingBody
}

/** @returns the places, as `path:line` */
export async function findIdleAssertions(work: Work): Promise<readonly string[]> {
  let left = (await findCandidates(work.trial)).slice(0, MAX_BODIES)
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    const ran = await runMarked(work, left, ({ body }) => [body])
    if (ran === null) return []
    const rest = left.filter((_, n) => !ran.has(n))
    if (rest.length === left.length) break
    left = rest
  }
  if (left.length === 0) return []
  const owners = await runMarked(work, left, ({ body: { owner } }) => (owner ? [owner] : []))
  const isOwned = ({ file, body }: Candidate) =>
    left.some((one, n) => owners?.has(n) && one.file === file && one.body.owner?.at === body.owner?.at)
  return owners === null ? [] : left.filter(isOwned).map(({ file, body }) => `${file.path}:${body.line}`)
}

/** Finds bodies on new lines of the drivers' files. */
async function findCandidates({ session, state, cycles }: EmptiedRequest): Promise<readonly Candidate[]> {
  const tracked = new Set(trackedFiles(cycles))
  const changes = [...state.otherChanges.values()].filter(({ path, after }) => tracked.has(path) && after !== null)
  const getText = await readSides(session.scratch, changes)
  const found = await Promise.all(
    changes.map(async ({ path, before, after }) => {
      const text = getText(after) ?? ''
      const old = new Set((getText(before) ?? '').split('\n'))
      const lines = text.split('\n')
      const file = { path, mode: after?.mode ?? '', text }
      const bodies = await assertingBodies(path, text)
      return bodies.filter(({ line }) => !old.has(lines[line - 1] ?? '')).map((body) => ({ file, body }))
    }),
  )
  return found.flat()
}

/** Runs the drivers with marked failures. @returns the marks that ran; null when a test fails for anything else */
async function runMarked(
  work: Work,
  left: readonly Candidate[],
  getBranches: (candidate: Candidate) => readonly Failable[],
): Promise<ReadonlySet<number> | null> {
  const marked = left.flatMap((one, n) => getBranches(one).map((branch) => [one.file, branch, n] as const))
  const edits = await failMarked(work.trial.session.scratch, marked)
  const { run: result, problems } = await executeEdits(work, edits)
  const failures = result.cases.filter(({ outcome }) => isFailing(outcome)).map(({ failure }) => failure?.message ?? '')
  const said = failures.map(marksIn)
  if (problems.length > 0 || result.loadErrors.length > 0 || said.some(({ size }) => size === 0)) return null
  return new Set(said.flatMap((marks) => [...marks]))
}

/** A function or a loop that can be made to fail. */
interface Failable extends Pick<CodeBranch, 'fail'> {
  /** Where it begins in the text. */
  readonly at: number
}

interface AssertingBody extends Failable {
  /** From 1. */
  readonly line: number
  /** The function around it, which runs it; null at the top of a file. */
  readonly owner: Failable | null
}

/** By grammar. */
const ASSERTS: Readonly<Record<string, RegExp>> = {
  ...ofScripts(() => /\b(?:assert|expect|should)\b/),
  python: /^\s*assert\s|\bself\.assert\w+\(/m,
  go: /\bt\.(?:Fatal|Error|Fail)|\b(?:assert|require)\.\w/,
  ruby: /\b(?:expect|assert\w*|must_\w+)\b/,
  php: /(?:\$this->|\b(?:self|static)::)assert|\bexpect\(/,
}
/** What decides for each entry of a list. */
const FOR_EACH = /(?:\.every|^all)$/
/** An assertion that must not be reached. */
const FAILS = /\b(?:assert|expect|should|pytest|t)\s*\.\s*(?:fail|unreachable|notReached|mustNotCall)\b/g
/** Their callbacks are tests, or must throw. */
const RUNS =
  /^(?:await\s+)?(?:\w+\.)?(?:test|it(?![a-z])|specify|describe|context|suite|before|after|around|let(?![a-z])|subject|shared|expect|throws|rejects|raises|doesNot|run$)/i

/** Returns the innermost ones, in order. */
export async function assertingBodies(path: string, text: string): Promise<readonly AssertingBody[]> {
  const grammar = getLanguage(path)?.grammar ?? ''
  const asserts = ASSERTS[grammar]
  if (asserts === undefined) return []
  return (await parse(grammar, text, (root) => walk({ asserts, grammar }, root, []))) ?? []
}

interface Reading {
  readonly asserts: RegExp
  readonly grammar: string
}

function walk(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const inner = namedNodes(node).flatMap((child) => walk(reading, child, [...path, node]))
  return isAsserting(reading, node, path) ? [...toBody(reading, node, path), ...inner] : inner
}

function isAsserting({ asserts }: Reading, node: Node, path: readonly Node[]): boolean {
  if (decidesForEach(node, path)) return path.some(({ type, text }) => /_statement$/.test(type) && asserts.test(text))
  if (!isFunction(node) && !KINDS.loop.test(node.type)) return false
  if (isFunction(node) && (isRun(path) || !path.some(isFunction))) return false
  return asserts.test(ownText(field(node, 'body') ?? node).replace(FAILS, ''))
}

/** Recognises the condition of `all(...)` and of `every(...)`, which an empty list meets. */
function decidesForEach({ type }: Node, path: readonly Node[]): boolean {
  if (!/^(?:arrow_function|generator_expression)$/.test(type)) return false
  const around = path.at(type === 'arrow_function' ? -2 : -1)
  return FOR_EACH.test((around && field(around, 'function')?.text) ?? '')
}

/** Returns whether it is an argument of a call that begins a test, or of one that expects an error. */
function isRun(path: readonly Node[]): boolean {
  const call = /^argument/.test(path.at(-1)?.type ?? '')
    ? path.findLast(({ type }) => !/^argument/.test(type))
    : path.at(-1)
  return RUNS.test((call && (field(call, 'function') ?? field(call, 'method') ?? field(call, 'name'))?.text) ?? '')
}

/** Returns the text without loops and functions inside it. */
function ownText(body: Node): string {
  const inner = (node: Node): readonly Node[] =>
    namedNodes(node).flatMap((child) => (isFunction(child) || KINDS.loop.test(child.type) ? [child] : inner(child)))
  const from = body.startIndex
  const toEdit = ({ startIndex, endIndex }: Node) => ({ start: startIndex - from, end: endIndex - from, text: '' })
  return apply(body.text, inner(body).map(toEdit))
}

function toBody(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const own = toFailable(reading, node)
  const around = path.findLast(isFunction)
  const owner = around === undefined ? null : toFailable(reading, around)
  if (own === null || (around !== undefined && owner === null)) return []
  return [{ ...own, line: node.startPosition.row + 1, owner }]
}

function toFailable({ grammar }: Reading, node: Node): Failable | null {
  const body = field(node, 'body')
  // After a panic Go runs no other test.
  const fail = body && failAt(grammar === 'go' ? 'go test' : grammar, body)
  return fail && { at: node.startIndex, fail }
}
