/** Puts functions back as they were before a change. One that only threw did nothing: its body is emptied instead. */
import { type CodeEdit, children, type FunctionBody, field, type Language, namedNodes, replace } from './language.ts'
import type { Node } from './parser.ts'

/** A body of before. It stays when its tree is gone. */
export interface OldBody {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly text: string
  /** Null for a function whose grammar does not tell its body. */
  readonly body: { readonly type: string; readonly text: string } | null
  readonly parameters: number
}

export const toKey = ({ name, comparableText }: FunctionBody): string => `${name}\n${comparableText}`

export function readOldBodies(bodies: readonly FunctionBody[], language: Language): readonly OldBody[] {
  return bodies.flatMap((one) => {
    const { node, name } = one
    const body = field(node, 'body')
    if (throwsAtOnce(body ?? node, language)) return []
    const read = body && { type: body.type, text: body.text }
    return [{ key: toKey(one), name, type: node.type, text: node.text, body: read, parameters: countParameters(node) }]
  })
}

/**
 * Finds what replaces each changed function.
 * @param kept keys of functions that the change left alone
 */
export function putBackAll(
  changed: readonly FunctionBody[],
  old: readonly OldBody[],
  kept: ReadonlySet<string>,
): ReadonlyMap<FunctionBody, CodeEdit> {
  const pairs = pairByName(
    changed,
    old.filter(({ key }) => !kept.has(key)),
  )
  return new Map(
    [...pairs].flatMap(([body, one]) => {
      const edit = putBack(body.node, one)
      return edit ? [[body, edit] as const] : []
    }),
  )
}

/** Of several functions of one name, such as callbacks without any, the first was the first before. */
export function pairByName<New extends { readonly name: string }, Old extends { readonly name: string }>(
  changed: readonly New[],
  old: readonly Old[],
): ReadonlyMap<New, Old> {
  const left = [...old]
  return new Map(
    changed.flatMap((one) => {
      const at = left.findIndex(({ name }) => name === one.name)
      return at < 0 ? [] : left.splice(at, 1).map((found) => [one, found] as const)
    }),
  )
}

/** Keeps a signature that takes more or less than before: a test may ask for it, whatever the body does. */
function putBack(node: Node, old: OldBody): CodeEdit | null {
  if (node.type === old.type && countParameters(node) === old.parameters) return replace(node, old.text)
  const body = field(node, 'body')
  return body !== null && body.type === old.body?.type ? replace(body, old.body.text) : null
}

function countParameters(node: Node): number {
  const list = field(node, 'parameters')
  return list === null ? Number(field(node, 'parameter') !== null) : namedNodes(list).length
}

/** A condition behind a statement of Ruby makes it no throw of its own. */
const THROWS = /^(?:throw|raise|panic|todo!|unimplemented!)(?!\w)(?!.*\s(?:if|unless)\s)/

/** Returns whether nothing stands before a throw in it. */
function throwsAtOnce(node: Node, language: Language): boolean {
  const first = children(node).find((child) => child.isNamed && !language.isInert(child))
  return first !== undefined && (THROWS.test(first.text) || (BLOCK.test(first.type) && throwsAtOnce(first, language)))
}

const BLOCK = /^(?:statement_list|block|body_statement)$/
