/** Finds assertions of drivers that no failure reaches: their loop has no rounds, or nothing calls their function. */
import { type FileText, readSides, writeEdits } from '../../changes/tree-texts.ts'
import { trackedFiles } from '../../core/model/state.ts'
import { isFailing } from '../../core/model/test-run.ts'
import { getMarked, marksIn } from '../../rewriting/forks.ts'
import { getLanguage } from '../../rewriting/index.ts'
import {
  apply,
  type CodeEdit,
  field,
  type Node,
  namedNodes,
  ofScripts,
  outermostEdits,
  parse,
} from '../../syntax/index.ts'
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
    const ran = await runMarked(work, left, ({ body }) => body.fail)
    if (ran === null) return []
    const rest = left.filter((_, n) => !ran.has(n))
    if (rest.length === left.length) break
    left = rest
  }
  if (left.length === 0) return []
  const owners = await runMarked(work, left, ({ body }) => body.owner?.fail ?? (() => []))
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
  failOf: (candidate: Candidate) => (mark: number) => readonly CodeEdit[],
): Promise<ReadonlySet<number> | null> {
  const files = [...new Set(left.map(({ file }) => file))]
  const failing = files.map((file) => {
    const edits = left.flatMap((one, n) => (one.file === file ? failOf(one)(n) : []))
    return { ...file, text: apply(file.text, outermostEdits(edits)) }
  })
  const { run: result, problems } = await executeEdits(work, await writeEdits(work.trial.session.scratch, failing))
  const failures = result.cases.filter(({ outcome }) => isFailing(outcome)).map(({ failure }) => failure?.message ?? '')
  const said = failures.map(marksIn)
  if (problems.length > 0 || result.loadErrors.length > 0 || said.some(({ size }) => size === 0)) return null
  return new Set(said.flatMap((marks) => [...marks]))
}

/** A function or a loop that can be made to fail. */
interface Failable {
  /** Where it begins in the text. */
  readonly at: number
  /** Makes the body fail with the number in its message. */
  readonly fail: (mark: number) => readonly CodeEdit[]
}

interface AssertingBody extends Failable {
  /** From 1. */
  readonly line: number
  /** The function around it, which runs it; null at the top of a file. */
  readonly owner: Failable | null
}

interface Syntax {
  readonly loops: RegExp
  readonly functions: RegExp
  readonly asserts: RegExp
  /** Fails with a message. */
  readonly toFail: (message: string) => string
}

const JAVASCRIPT: Syntax = {
  loops: /^(?:for|for_in|while)_statement$/,
  functions: /^(?:arrow_function|function_expression|function_declaration|method_definition)$/,
  asserts: /\b(?:assert|expect|should)\b/,
  toFail: (message) => `{ throw new Error('${message}') }`,
}
const PYTHON: Syntax = {
  loops: /^(?:for|while)_statement$/,
  functions: /^function_definition$/,
  asserts: /^\s*assert\s|\bself\.assert\w+\(/m,
  toFail: (message) => `raise RuntimeError('${message}')`,
}
const GO: Syntax = {
  loops: /^for_statement$/,
  functions: /^(?:function_declaration|func_literal)$/,
  asserts: /\bt\.(?:Fatal|Error|Fail)|\b(?:assert|require)\.\w/,
  toFail: (message) => `{ t.Fatal("${message}"); `,
}
const RUBY: Syntax = {
  loops: /^(?:for|while|until)$/,
  functions: /^(?:do_block|block|method)$/,
  asserts: /\b(?:expect|assert\w*|must_\w+)\b/,
  toFail: (message) => `raise '${message}'`,
}
const PHP: Syntax = {
  loops: /^(?:foreach|for|while)_statement$/,
  functions: /^(?:method_declaration|function_definition|anonymous_function\w*)$/,
  asserts: /(?:\$this->|\b(?:self|static)::)assert|\bexpect\(/,
  toFail: (message) => `{ throw new \\RuntimeException('${message}'); }`,
}
/** What decides for each entry of a list. */
const FOR_EACH = /(?:\.every|^all)$/
const SYNTAX: Readonly<Record<string, Syntax>> = {
  ...ofScripts(() => JAVASCRIPT),
  python: PYTHON,
  go: GO,
  ruby: RUBY,
  php: PHP,
}
/** An assertion that must not be reached. */
const FAILS = /\b(?:assert|expect|should|pytest|t)\s*\.\s*(?:fail|unreachable|notReached|mustNotCall)\b/g
/** Their callbacks are tests, or must throw. */
const RUNS =
  /^(?:await\s+)?(?:\w+\.)?(?:test|it(?![a-z])|specify|describe|context|suite|before|after|around|let(?![a-z])|subject|shared|expect|throws|rejects|raises|doesNot|run$)/i

/** Returns the innermost ones, in order. */
export async function assertingBodies(path: string, text: string): Promise<readonly AssertingBody[]> {
  const grammar = getLanguage(path)?.grammar ?? ''
  const syntax = SYNTAX[grammar]
  if (syntax === undefined) return []
  return (await parse(grammar, text, (root) => walk({ syntax, grammar }, root, []))) ?? []
}

interface Reading {
  readonly syntax: Syntax
  readonly grammar: string
}

function walk(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const inner = namedNodes(node).flatMap((child) => walk(reading, child, [...path, node]))
  return isAsserting(reading, node, path) ? [...toBody(reading, node, path), ...inner] : inner
}

function isAsserting({ syntax }: Reading, node: Node, path: readonly Node[]): boolean {
  if (decidesForEach(node, path))
    return path.some(({ type, text }) => /_statement$/.test(type) && syntax.asserts.test(text))
  const isFunction = syntax.functions.test(node.type)
  if (!isFunction && !syntax.loops.test(node.type)) return false
  if (isFunction && (isRun(path) || !path.some(({ type }) => syntax.functions.test(type)))) return false
  const own = ownText(syntax, field(node, 'body') ?? node).replace(FAILS, '')
  return syntax.asserts.test(own)
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
function ownText(syntax: Syntax, body: Node): string {
  const isInner = (node: Node) => syntax.functions.test(node.type) || syntax.loops.test(node.type)
  const inner: Node[] = []
  const find = (node: Node): undefined => {
    for (const child of namedNodes(node))
      if (isInner(child)) inner.push(child)
      else find(child)
  }
  find(body)
  const from = body.startIndex
  const edits = inner.map(({ startIndex, endIndex }) => ({ start: startIndex - from, end: endIndex - from, text: '' }))
  return apply(body.text, edits)
}

function toBody(reading: Reading, node: Node, path: readonly Node[]): readonly AssertingBody[] {
  const own = toFailable(reading, node)
  const around = path.findLast(({ type }) => reading.syntax.functions.test(type))
  const owner = around === undefined ? null : toFailable(reading, around)
  if (own === null || (around !== undefined && owner === null)) return []
  return [{ ...own, line: node.startPosition.row + 1, owner }]
}

function toFailable({ syntax, grammar }: Reading, node: Node): Failable | null {
  const body = field(node, 'body')
  if (body === null) return null
  // The tree is gone when the edit is made.
  const { startIndex: start, endIndex: end } = body
  const isGenerator = node.type === 'generator_expression'
  const fail = (mark: number) => {
    const message = getMarked(mark)
    const text = isGenerator ? `(_ for _ in ()).throw(RuntimeError('${message}'))` : syntax.toFail(message)
    // Go refuses variables without use, so its code stays.
    return [{ start, end: grammar === 'go' ? start + 1 : end, text }]
  }
  return { at: node.startIndex, fail }
}
