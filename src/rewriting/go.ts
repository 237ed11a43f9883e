/** Go: results get blank names, so that a bare `return` gives the zero value of every type. */
import {
  apply,
  type CodeEdit,
  children,
  field,
  insert,
  type Node,
  namedNodes,
  ownNodes,
  parse,
  replace,
  surround,
} from '../syntax/index.ts'
import {
  createLanguage,
  type FunctionBody,
  findValue,
  isThrowing,
  NEAR,
  OTHER,
  type Replacing,
  type Returns,
  type ValueRows,
} from './language.ts'

const INERT = new Set(['comment', 'import_declaration', 'package_clause', 'type_declaration'])
const GRAMMAR = 'go'
const NUMBER = /^u?int(?:8|16|32|64)?$|^float(?:32|64)$|^byte$|^rune$/
const VALUES: ValueRows = [
  [NUMBER, null, '77'],
  [/^string$/, null, `"${OTHER}"`],
  [/^bool$/, null, 'true'],
  // A struct around a nil error is a non-nil error.
  [/^error$/, null, 'struct{ error }{}'],
]

const isFunction = ({ type }: Node) => type === 'function_declaration' || type === 'method_declaration'
/** Go checks types: each value passes through a function of its own type, so that none is needed at the end of the file. */
const RETURNS: Returns = {
  wrap: wrapReturns,
  functions: {
    altered: { name: 'altered', text: '' },
    near: { name: 'near', text: '' },
    dropped: { name: 'dropped', text: '' },
  },
}

export const emptyGo = createLanguage({
  grammar: GRAMMAR,
  isFunction,
  nameOf: (node) => [getReceiver(node), field(node, 'name')?.text ?? ''].filter((part) => part !== '').join('.'),
  isInert: ({ type }) => INERT.has(type),
  empty,
  idle: returnFirst,
  returns: RETURNS,
  finish: withoutUnusedImports,
})

function getReceiver(node: Node): string {
  return /(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(field(node, 'receiver')?.text ?? '')?.[1] ?? ''
}

function empty({ node }: FunctionBody, variant: Replacing): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null) return null
  if (isThrowing(variant)) return [replace(body, `{ panic("${OTHER}") }`)]
  const result = field(node, 'result')
  if (result === null) return [replace(body, '{}')]
  const others = variant === 'other' ? getValues(result) : null
  if (others !== null) return [replace(body, `{ return ${others.join(', ')} }`)]
  return [...nameResults(result), replace(body, '{ return }')]
}

function returnFirst({ node }: FunctionBody): readonly CodeEdit[] | null {
  const [body, result] = [field(node, 'body'), field(node, 'result')]
  if (body === null) return null
  return [...(result ? nameResults(result) : []), insert(body.startIndex + 1, '\nreturn\n')]
}

function nameResults(result: Node): readonly CodeEdit[] {
  if (result.type !== 'parameter_list') return surround(result, '(_ ', ')')
  return namedNodes(result).flatMap((part) => (field(part, 'name') === null ? [insert(part.startIndex, '_ ')] : []))
}

/** Returns unexpected values for results of built-in types; null when another type is among them. */
function getValues(result: Node): readonly string[] | null {
  const values = getTypes(result).map((type) => findValue(VALUES, type, 'other'))
  return values.every((value) => value !== null) ? values : null
}

function getTypes(result: Node): readonly string[] {
  const parts = result.type === 'parameter_list' ? namedNodes(result) : [result]
  return parts.flatMap((part) => {
    const names = children(part).filter(({ type }) => type === 'identifier').length
    return Array.from({ length: Math.max(names, 1) }, () => (field(part, 'type') ?? part).text)
  })
}

/** Values of other types, and those of a call that returns several, stay. */
function wrapReturns({ node, ancestors: [root] }: FunctionBody, variant: string): readonly CodeEdit[] {
  const [body, result] = [field(node, 'body'), field(node, 'result')]
  if (body === null || result === null) return []
  const types = getTypes(result)
  const isBorder = (inner: Node) => isFunction(inner) || inner.type === 'func_literal'
  return ownNodes(body, 'return_statement', isBorder).flatMap((statement) => {
    const values = namedNodes(statement).flatMap(namedNodes)
    return values.length === types.length
      ? values.flatMap((value, n) => wrapValue(value, types[n] ?? '', variant, root))
      : []
  })
}

function wrapValue(value: Node, type: string, variant: string, root: Node | undefined): readonly CodeEdit[] {
  const altered = alterValue(type, root, variant === 'near')
  if (altered === null) return []
  const made =
    variant === 'dropped' ? `func(_ ${type}) (v ${type}) { return }` : `func(v ${type}) ${type} { ${altered} }`
  return surround(value, `${made}(`, ')')
}

/** Returns statements that return another value than `v`; null for types that are not known. */
function alterValue(type: string, root: Node | undefined, isNear: boolean): string | null {
  const other = alter(type.replace(/^\[\]/, ''), isNear)
  if (other !== null && !type.startsWith('[]')) return `return ${other('v')}`
  const at = isNear ? 'len(v)-1-i' : 'i'
  if (other !== null)
    return `w := make(${type}, len(v)); for i := range v { w[${at}] = ${isNear ? 'v[i]' : other('v[i]')} }; return w`
  const assigned = root ? alterField(root, type.replace(/^\*/, ''), isNear) : null
  if (assigned === null) return null
  return type.startsWith('*') ? `if v != nil { ${assigned} }; return v` : `${assigned}; return v`
}

/** Returns the assignment of another value to the first or last field of a struct of this file that can have one. */
function alterField(root: Node, name: string, isLast: boolean): string | null {
  const specs = root.descendantsOfType('type_spec').filter((spec) => spec && field(spec, 'name')?.text === name)
  const fields = specs.flatMap((spec) => (spec && field(spec, 'type')?.descendantsOfType('field_declaration')) ?? [])
  for (const declaration of isLast ? fields.toReversed() : fields) {
    const other = declaration && alter(field(declaration, 'type')?.text ?? '', false)
    const own = declaration?.childrenForFieldName('name').at(isLast ? -1 : 0)?.text
    if (other && own) return `v.${own} = ${other(`v.${own}`)}`
  }
  return null
}

/** Returns what gives another value of a built-in type; null for other types. */
function alter(type: string, isNear: boolean): ((value: string) => string) | null {
  if (isNear && /^float/.test(type)) return (value) => `${value} + ${value}/${NEAR}`
  if (isNear && type === 'string') return (value) => `${value} + " "`
  if (NUMBER.test(type)) return (value) => `${value} + 1`
  if (type === 'bool') return (value) => `!${value}`
  return type === 'string' ? () => `"${OTHER}"` : null
}

/** Removes imports that only the emptied bodies used: they no longer compile. */
async function withoutUnusedImports(text: string, before: string): Promise<string | null> {
  const used = await parse(GRAMMAR, before, packagesIn)
  const edits = await parse(GRAMMAR, text, (root) => {
    const now = packagesIn(root)
    return root.descendantsOfType('import_spec').flatMap((spec) => (spec && used ? blankOut(spec, used, now) : []))
  })
  if (edits === null) return null
  return apply(text, edits)
}

function packagesIn(root: Node): ReadonlySet<string> {
  const operands = root.descendantsOfType('selector_expression').map((node) => node && field(node, 'operand')?.text)
  const types = root.descendantsOfType('qualified_type').map((node) => node && field(node, 'package')?.text)
  return new Set([...operands, ...types].flatMap((name) => name ?? []))
}

function blankOut(spec: Node, used: ReadonlySet<string>, now: ReadonlySet<string>): readonly CodeEdit[] {
  const path = field(spec, 'path')
  const alias = field(spec, 'name')
  if (path === null || path.text === '"C"' || /^[._]$/.test(alias?.text ?? '')) return []
  const name = alias?.text ?? getNames(path.text.slice(1, -1)).find((guess) => used.has(guess))
  if (name === undefined || !used.has(name) || now.has(name)) return []
  return alias ? [replace(alias, '_')] : [insert(path.startIndex, '_ ')]
}

/** Returns the possible names of a package by its path: the last part, without a version. */
function getNames(path: string): readonly string[] {
  const parts = path.split('/')
  const last = parts.at(-1) ?? ''
  const part = (/^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last).replace(/\.v\d+$/, '')
  return [part, part.replace(/^go[-.]|[-.]go$/g, ''), part.replaceAll('-', '_'), ...part.split(/[-.]/)]
}
