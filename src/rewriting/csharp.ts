/** C#: a body returns `default`; tasks are done, iterators end, and `out` parameters are set. */
import { children, field, holds, type Node, namedNodes, toTypes } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { type FunctionBody, findValue, isThrowing, OTHER, type Replacing, type ValueRows } from './language.ts'

const TASK = 'global::System.Threading.Tasks.Task'
const CONSTRUCTOR = 'constructor_declaration'
const VALUES: ValueRows = [
  [/^(?:s?byte|u?short|u?int|u?long|nint|nuint|float|double|decimal)\??$/, null, '77'],
  [/^(?:string|object)\??$/, null, `"${OTHER}"`],
  [/^bool\??$/, null, 'true'],
  [/^char\??$/, null, "'~'"],
]

export const csharp = createBraceLanguage({
  grammar: 'c-sharp',
  functions: toTypes(
    'method_declaration constructor_declaration operator_declaration conversion_operator_declaration',
    'accessor_declaration local_function_statement',
  ),
  classes: toTypes(
    'namespace_declaration class_declaration struct_declaration record_declaration interface_declaration',
    'enum_declaration',
  ),
  inert: new Set(['comment', 'using_directive', 'file_scoped_namespace_declaration', 'enum_member_declaration']),
  getBody,
  always: 'if (true)',
  startsFixed: ({ type }) => type === CONSTRUCTOR,
  isNeutral: ({ type, text }) => /^(?:field|property)_declaration$/.test(type) && !/=|\{[^}]*\{/.test(text),
})

function getBody({ node, ancestors }: FunctionBody, variant: Replacing): string | null {
  const body = field(node, 'body')
  if (body === null) return null
  const type = getType(node, ancestors)
  if (isThrowing(variant)) {
    const error = `throw new global::System.Exception("${OTHER}");`
    return body.text.startsWith('{') ? error : `return ${error}`
  }
  if (/^ref\b/.test(type)) return null
  const sets = [...getOuts(node), ...getThis(node, ancestors)]
  if (holds(body, 'yield_statement', ({ type: kind }) => /lambda|local_function|anonymous/.test(kind)))
    return [...sets, 'yield break;'].join(' ')
  const isAsync = children(node).some((child) => child.type === 'modifier' && child.text === 'async')
  const value = getValue(type, isAsync, variant)
  return [...sets, ...(value === '' ? [] : [`return ${value};`])].join(' ')
}

/** Returns the type of the value; an empty text where there is none. */
function getType(node: Node, ancestors: readonly Node[]): string {
  if (node.type === CONSTRUCTOR) return ''
  const isAccessor = node.type === 'accessor_declaration'
  if (isAccessor && !/\bget\b/.test(node.text.split(/[{=]/)[0] ?? '')) return ''
  const owner = isAccessor ? ancestors.at(-2) : node
  const type = owner && (field(owner, 'returns') ?? field(owner, 'type'))
  return type?.text === 'void' ? '' : (type?.text ?? '')
}

function getValue(type: string, isAsync: boolean, variant: Replacing): string {
  const inner = /^(?:[\w.]+\.)?(Value)?Task(?:<(.*)>)?$/s.exec(type)
  if (inner === null) return type === '' ? '' : getPlain(type, variant)
  const result = inner[2] === undefined ? '' : getPlain(inner[2], variant)
  if (isAsync) return result
  if (inner[1] !== undefined) return 'default'
  return result === '' ? `${TASK}.CompletedTask` : `${TASK}.FromResult<${inner[2]}>(${result})`
}

const getPlain = (type: string, variant: Replacing) => findValue(VALUES, type, variant) ?? `default(${type})`

function getOuts(node: Node): readonly string[] {
  const parameters = field(node, 'parameters')
  return (parameters ? namedNodes(parameters) : []).flatMap((one) =>
    /^out\b/.test(one.text) ? [`${field(one, 'name')?.text} = default(${field(one, 'type')?.text});`] : [],
  )
}

/** A structure must set all of its fields. */
function getThis(node: Node, ancestors: readonly Node[]): readonly string[] {
  const owner = ancestors.at(-2)
  if (node.type !== CONSTRUCTOR || owner?.type !== 'struct_declaration') return []
  return [`this = default(${field(owner, 'name')?.text});`]
}
