/** Finds effects of a function that may now happen before an error that stood in front of them. */
import type { Difference } from '../core/difference/difference.ts'
import { toShortCode } from '../core/util/short-code.ts'
import { getLastName } from '../rewriting/bodies.ts'
import { readFileBodies } from '../rewriting/index.ts'
import { field, findValues, isFunction, KINDS, type Node, namedNodes, REPORT } from '../syntax/index.ts'
import { type CodeScope, compareScopes } from './scopes.ts'

/** A place that throws, or that has an effect elsewhere. */
interface Step {
  /** Apart from the names of variables. */
  readonly key: string
  readonly node: Node
  /** From the innermost node outwards, to the function. */
  readonly around: readonly Node[]
}

/** @returns at most one of each function */
export async function findEarlierEffects(path: string, before: string, after: string): Promise<readonly Difference[]> {
  const checks = await readChecks(path, after)
  const compare = (scope: CodeScope, old: ReadonlySet<string>) => {
    const [found] = old.size === 0 ? [] : readPairs(scope, checks).filter((pair) => pair.isEarlier && old.has(pair.key))
    if (found === undefined) return []
    const [effect, refusal] = [found.effect.node, found.refusal.node].map(({ text }) =>
      toShortCode(text.replace(/;$/, '')),
    )
    const line = found.effect.node.startPosition.row + 1
    return [{ line, was: `${refusal} before ${effect}`, is: `${effect} before ${refusal}` }]
  }
  return compareScopes(path, [before, after], { read: (scope) => readSafe(readPairs(scope, checks)), compare })
}

/** Returns the names of the functions that throw. */
async function readChecks(path: string, text: string): Promise<ReadonlySet<string>> {
  const names = await readFileBodies(path, text, ({ bodies }) =>
    bodies.flatMap(({ name, node }) => (/\b(?:throw|raise)\b/.test(node.text) ? [getLastName(name)] : [])),
  )
  return new Set(names)
}

type Pair = ReturnType<typeof readPairs>[number]

/** Returns the pairs in which every effect waits for every error. */
function readSafe(pairs: readonly Pair[]): ReadonlySet<string> {
  const earlier = new Set(pairs.flatMap(({ isEarlier, key }) => (isEarlier ? [key] : [])))
  return new Set(pairs.flatMap(({ key }) => (earlier.has(key) ? [] : [key])))
}

/** Steps of one function; a function of more is not read. */
const MAX_STEPS = 60

function readPairs({ node, nodes }: CodeScope, checks: ReadonlySet<string>) {
  const steps = (toKey: (one: Node) => string | null) =>
    nodes.flatMap((one): readonly Step[] => {
      const key = toKey(one)
      return key === null ? [] : [{ key, node: one, around: readAround(one, node) }]
    })
  const refusals = steps((one) => toRefusal(one, checks))
  const effects = refusals.length === 0 ? [] : steps((one) => toEffect(one, node, checks))
  if (refusals.length + effects.length > MAX_STEPS) return []
  return refusals.flatMap((refusal) =>
    effects.map((effect) => {
      const key = `${refusal.key}\n${effect.key}`
      return { effect, refusal, key, isEarlier: mayPrecede(effect, refusal) }
    }),
  )
}

function readAround(node: Node, scope: Node): readonly Node[] {
  const around: Node[] = []
  for (let at = node.parent; at !== null && at.id !== scope.id; at = at.parent) around.push(at)
  return around
}

const OF_GO = /^return\b.*(?:\berrors\.New\(|\bfmt\.Errorf\(|\bErr[A-Z]\w*\b)/s
const isStatement = ({ parent }: Node) =>
  parent !== null &&
  (KINDS.block.test(parent.type) ||
    /^(?:expression_statement|block_body|arrow_function|.*_modifier)$/.test(parent.type))

/** Returns the error that a statement ends in. */
function toRefusal(node: Node, checks: ReadonlySet<string>): string | null {
  const { type } = node
  const isCall = KINDS.call.test(type) && isStatement(node)
  const throws =
    /^(?:throw|raise)_/.test(type) ||
    (type === 'return_statement' && OF_GO.test(node.text)) ||
    (isCall && /^raise\b/.test(node.text))
  if (throws) return (node.text.match(/"[^"]*"|'[^']*'|\b[A-Z]\w*/g) ?? [node.text]).join(' ')
  return isCall && checks.has(getCallee(node)) ? getCallee(node) : null
}

const getCallee = ({ text }: Node) =>
  /([\p{L}_$][\p{L}\p{N}_$]*[?!]?)\s*(?:\(|$)/u.exec(text.replace(/^(?:await|new)\s+/, ''))?.[1] ?? ''

/** Returns what a statement calls, or sets elsewhere. */
function toEffect(node: Node, scope: Node, checks: ReadonlySet<string>): string | null {
  const { type, text } = node
  if (KINDS.call.test(type)) {
    const isNone =
      !isStatement(node) || REPORT.test(text) || /^raise\b/.test(text) || isLoop(node) || checks.has(getCallee(node))
    return isNone || isFresh(text, scope) ? null : getCallee(node)
  }
  if (!/assignment|^update_expression$|^inc_statement$/.test(type)) return null
  const target = (field(node, 'left') ?? field(node, 'argument') ?? node).text
  return /[.[]|->/.test(target) && !isFresh(target, scope) ? `${/(\w+)\W*$/.exec(target)?.[1]} =` : null
}

const MADE = /^(?:[[{]|new\b|make\(|&?\w+\{)/

/** Returns whether a function made the object itself that changes. */
function isFresh(text: string, scope: Node): boolean {
  const [root = ''] = /^\$?[\p{L}_][\p{L}\p{N}_]*(?=[.[]|->)/u.exec(text) ?? []
  return root !== '' && findValues(scope, root).some((value) => MADE.test(value.text))
}

/** A call may call a function for each of many. */
function isLoop(node: Node): boolean {
  if (KINDS.loop.test(node.type)) return true
  const given = KINDS.call.test(node.type)
    ? [...namedNodes(field(node, 'arguments') ?? node), field(node, 'block')]
    : []
  return given.some((one) => one !== null && isFunction(one))
}

const LEAVES = /^(?:throw|return|raise|continue|break|panic)\b/

/** An effect may come first in the text, or in an earlier round of one loop. */
function mayPrecede(effect: Step, refusal: Step): boolean {
  const shared = new Set(refusal.around.map(({ id }) => id))
  const at = effect.around.findIndex(({ id }) => shared.has(id))
  const [own, common] = at < 0 ? [effect.around, []] : [effect.around.slice(0, at), effect.around.slice(at)]
  if (common.some(isLoop)) return true
  if (effect.node.startIndex > refusal.node.startIndex) return false
  const isOther = common[0] !== undefined && KINDS.conditional.test(common[0].type)
  return !isOther && !own.some((one) => KINDS.block.test(one.type) && LEAVES.test(namedNodes(one).at(-1)?.text ?? ''))
}
