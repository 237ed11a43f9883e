/** Languages whose functions have a body in braces: each says what stands there instead. */
import { type CodeEdit, field, insert, type Node, replace } from '../syntax/index.ts'
import { createLanguage, type FunctionBody, type Language, type Replacing } from './language.ts'

interface BraceLanguage extends Partial<Pick<Language, 'isNeutral' | 'returns' | 'emptyScript'>> {
  readonly grammar: string
  readonly functions: ReadonlySet<string>
  /** Returns whether such a node is no function. */
  readonly isOther?: (node: Node) => boolean
  readonly classes: ReadonlySet<string>
  readonly inert: ReadonlySet<string>
  readonly isInert?: (node: Node) => boolean
  /** Statements that replace a body; null when it cannot be replaced. */
  readonly getBody: (body: FunctionBody, variant: Replacing) => string | null
  /** Begins a block that always runs, and that the compiler takes for one that may not. */
  readonly always: string
  /** Returns whether the body's first statement must stay the first: a constructor calls another. */
  readonly startsFixed: (node: Node) => boolean
  /** Absent: a function has the name of its node. */
  readonly getName?: Language['nameOf']
}

export function createBraceLanguage(shape: BraceLanguage): Language {
  return createLanguage({
    ...shape,
    isFunction: (node) => shape.functions.has(node.type) && shape.isOther?.(node) !== true,
    nameOf: shape.getName ?? getName,
    isClass: ({ type }) => shape.classes.has(type),
    isInert: (node) => shape.inert.has(node.type) || shape.isInert?.(node) === true,
    empty: (body, variant) => replaceBody(body, shape.getBody(body, variant)),
    idle: (body) => returnFirst(shape, body),
  })
}

/** An accessor has the name of its property. */
function getName(node: Node, ancestors: readonly Node[]): string {
  const named = [node, ancestors.at(-2)].find((one) => one && field(one, 'name') !== null)
  return (named && field(named, 'name')?.text) ?? field(node, 'type')?.text ?? ''
}

function replaceBody({ node }: FunctionBody, statements: string | null): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null || statements === null) return null
  const isArrow = !body.text.startsWith('{')
  if (!isArrow) return [replace(body, statements === '' ? '{}' : `{ ${statements} }`)]
  const value = /^return (.*);$/s.exec(statements)?.[1]
  return value === undefined ? null : [replace(body, body.text.startsWith('=>') ? `=> ${value}` : value)]
}

function returnFirst(shape: BraceLanguage, body: FunctionBody): readonly CodeEdit[] | null {
  const block = field(body.node, 'body')
  const statements = shape.getBody(body, 'nothing')
  if (block === null || statements === null || !block.text.startsWith('{') || shape.startsFixed(body.node)) return null
  return [insert(block.startIndex + 1, ` ${shape.always} { ${statements || 'return;'} } `)]
}
