/** Java: a body returns the zero of its type; a constructor still calls the other one, and sets its final fields. */
import { children, field, type Node, namedNodes } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { type FunctionBody, findValue, isThrowing, OTHER, type Replacing, type ValueRows } from './language.ts'

const ERROR = `throw new RuntimeException("${OTHER}");`
const VALUES: ValueRows = [
  [/^(?:byte|short|int)$/, '0', '77'],
  [/^long$/, '0', '77L'],
  [/^float$/, '0', '77.5f'],
  [/^double$/, '0', '77.5'],
  [/^char$/, '0', "'~'"],
  [/^boolean$/, 'false', 'true'],
  [/^Integer$/, 'null', '77'],
  [/^Long$/, 'null', '77L'],
  [/^Double$/, 'null', '77.5'],
  [/^Boolean$/, 'null', 'true'],
  [/^(?:String|CharSequence|Object)$/, 'null', `"${OTHER}"`],
]
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
  if (isThrowing(variant)) return `${call}${ERROR}`
  if (node.type === 'compact_constructor_declaration') return ''
  if (node.type === 'constructor_declaration')
    return [call, ...(call.startsWith('this') ? [] : setFinals(ancestors))].join('')
  const type = `${field(node, 'type')?.text ?? ''}${field(node, 'dimensions')?.text ?? ''}`
  if (type === 'void') return ''
  return `return ${findValue(VALUES, type, variant) ?? getZero(type)};`
}

const getZero = (type: string) => findValue(VALUES, type, 'nothing') ?? 'null'

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
