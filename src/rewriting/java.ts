/** Java: a body returns the zero of its type; a constructor still calls the other one, and sets its final fields. */
import { children, field, type Node, namedNodes } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { type FunctionBody, OTHER, type Replacing } from './language.ts'

const ERROR = `throw new RuntimeException("${OTHER}");`
const OTHERS: Readonly<Record<string, string>> = {
  byte: '77',
  short: '77',
  int: '77',
  Integer: '77',
  long: '77L',
  Long: '77L',
  float: '77.5f',
  double: '77.5',
  Double: '77.5',
  char: "'~'",
  boolean: 'true',
  Boolean: 'true',
  String: `"${OTHER}"`,
  CharSequence: `"${OTHER}"`,
  Object: `"${OTHER}"`,
}
const CONSTRUCTORS = new Set(['constructor_declaration', 'compact_constructor_declaration'])

export const java = createBraceLanguage({
  grammar: 'java',
  functions: new Set(['method_declaration', ...CONSTRUCTORS]),
  classes: new Set(['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration']),
  inert: new Set(['line_comment', 'block_comment', 'import_declaration', 'package_declaration', 'marker_annotation']),
  getBody,
  always: 'if (true)',
  startsFixed: ({ type }) => CONSTRUCTORS.has(type),
  isNeutral: (node) => node.type === 'field_declaration' && !node.text.includes('='),
})

function getBody({ node, ancestors }: FunctionBody, variant: Replacing): string | null {
  const call = getCall(node)
  if (variant === 'gone' || variant === 'thrown') return `${call}${ERROR}`
  if (node.type === 'compact_constructor_declaration') return ''
  if (node.type === 'constructor_declaration')
    return [call, ...(call.startsWith('this') ? [] : setFinals(ancestors))].join('')
  const type = `${field(node, 'type')?.text ?? ''}${field(node, 'dimensions')?.text ?? ''}`
  if (type === 'void') return ''
  return `return ${(variant === 'other' ? OTHERS[type] : undefined) ?? getZero(type)};`
}

function getZero(type: string): string {
  if (type === 'boolean') return 'false'
  return /^(?:byte|short|int|long|float|double|char)$/.test(type) ? '0' : 'null'
}

/** Returns the call of another constructor: `super(n);`. */
function getCall(node: Node): string {
  const first = namedNodes(field(node, 'body') ?? node)[0]
  return first?.type === 'explicit_constructor_invocation' ? `${first.text} ` : ''
}

/** Returns assignments of the fields that the compiler wants to see assigned. */
function setFinals(ancestors: readonly Node[]): readonly string[] {
  const owner = ancestors.at(-2)
  const parts = owner?.type === 'record_declaration' ? namedNodes(field(owner, 'parameters') ?? owner) : []
  const fields = namedNodes(ancestors.at(-1) ?? (owner as Node)).filter(isUnsetFinal)
  return [
    ...parts.map((part) => assign(part, part)),
    ...fields.flatMap((one) =>
      children(one).flatMap((part) =>
        part.type === 'variable_declarator' && field(part, 'value') === null ? [assign(one, part)] : [],
      ),
    ),
  ]
}

function isUnsetFinal(node: Node): boolean {
  const modifiers = children(node).find(({ type }) => type === 'modifiers')?.text ?? ''
  return node.type === 'field_declaration' && /\bfinal\b/.test(modifiers) && !/\bstatic\b/.test(modifiers)
}

function assign(typed: Node, target: Node): string {
  const type = `${field(typed, 'type')?.text ?? ''}${field(target, 'dimensions')?.text ?? ''}`
  return `this.${field(target, 'name')?.text ?? ''} = ${getZero(type)}; `
}
