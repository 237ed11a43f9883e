/** PHP: a body returns a value of the declared type, because PHP checks it when the function returns. */
import {
  type CodeEdit,
  call,
  children,
  field,
  holds,
  type Node,
  namedNodes,
  ownNodes,
  toTypes,
} from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { type FunctionBody, isThrowing, NEAR, OTHER, type Replacing, type Returns } from './language.ts'

const ERROR = `throw new \\RuntimeException('${OTHER}');`
/** By type, in the order of choice: the value of nothing, and another one. */
const VALUES: readonly (readonly [type: string, zero: string, other: string])[] = [
  ['int', '0', '77'],
  ['float', '0.0', '77.5'],
  ['string', "''", `'${OTHER}'`],
  ['bool', 'false', 'true'],
  ['false', 'false', 'false'],
  ['true', 'true', 'true'],
  ['array', '[]', `['${OTHER}']`],
  ['iterable', '[]', `['${OTHER}']`],
  ['object', 'new \\stdClass', 'new \\ArrayObject'],
  ['callable', 'static fn() => null', `static fn() => '${OTHER}'`],
  ['closure', 'static fn() => null', `static fn() => '${OTHER}'`],
  ['iterator', 'new \\EmptyIterator', `new \\ArrayIterator(['${OTHER}'])`],
  ['traversable', 'new \\EmptyIterator', `new \\ArrayIterator(['${OTHER}'])`],
]

const FUNCTIONS = toTypes(
  'function_definition method_declaration anonymous_function anonymous_function_creation_expression',
  'arrow_function',
)
const MAX_NESTING = 3
/** Objects and null stay as they are: PHP checks the declared type of what is returned. */
const RETURNS: Returns = {
  wrap: wrapReturns,
  functions: {
    altered: define(
      'tddGateAltered',
      '$value, $depth = 0',
      `if (is_int($value)) { return $value + 1; }
    if (is_float($value)) { return $value + 1.0; }
    if (is_bool($value)) { return !$value; }
    if (is_string($value)) { return '${OTHER}'; }
    if (!is_array($value)) { return $value; }
    if ($value === [] || $depth === ${MAX_NESTING}) { return ['${OTHER}']; }
    return array_map(function ($one) use ($depth) { return tddGateAltered($one, $depth + 1); }, $value);`,
    ),
    near: define(
      'tddGateNear',
      '$value',
      `if (is_float($value)) { return $value + abs($value) / ${NEAR}; }
    if (is_bool($value)) { return !$value; }
    if (is_string($value)) { return $value . ' '; }
    if (!is_array($value) || $value === []) { return $value; }
    if (array_is_list($value) && count($value) > 1) { return array_reverse($value); }
    $value[array_key_last($value)] = tddGateNear(end($value));
    return $value;`,
    ),
    retyped: define(
      'tddGateRetyped',
      '$value',
      `if (is_array($value)) { return array_map(function ($one) { return tddGateRetyped($one); }, $value); }
    if (is_string($value)) { return is_numeric($value) ? $value + 0 : $value; }
    return is_bool($value) ? (int) $value : (is_scalar($value) ? (string) $value : $value);`,
    ),
    dropped: define(
      'tddGateDropped',
      '$value',
      `if (is_int($value)) { return 0; }
    if (is_float($value)) { return 0.0; }
    if (is_bool($value)) { return false; }
    return is_string($value) ? '' : (is_array($value) ? [] : $value);`,
    ),
  },
}

/** Several files of one namespace may hold it. */
function define(name: string, parameters: string, body: string) {
  const text = `
if (!function_exists(__NAMESPACE__ . '\\${name}')) {
  function ${name}(${parameters}) {
    ${body}
  }
}
`
  return { name, text }
}

export const php = createBraceLanguage({
  grammar: 'php',
  functions: FUNCTIONS,
  classes: new Set(['class_declaration', 'trait_declaration', 'interface_declaration', 'enum_declaration']),
  inert: new Set(['comment', 'php_tag', 'text_interpolation', 'namespace_definition', 'namespace_use_declaration']),
  isInert: ({ type }) => type === 'declare_statement',
  getBody,
  always: 'if (true)',
  startsFixed: (node) => isConstructor(node),
  isNeutral: ({ type, text }) => type === 'property_declaration' && !text.includes('='),
  returns: RETURNS,
})

function wrapReturns({ node }: FunctionBody, callee: string): readonly CodeEdit[] {
  const body = field(node, 'body')
  const isBorder = ({ type }: Node) => FUNCTIONS.has(type)
  if (body === null || isConstructor(node) || holds(body, 'yield_expression', isBorder)) return []
  if (node.type === 'arrow_function') return call(callee, body, false)
  const statements = ownNodes(body, 'return_statement', isBorder)
  return statements.flatMap((statement) => namedNodes(statement).flatMap((value) => call(callee, value, false)))
}

const isConstructor = (node: Node) => field(node, 'name')?.text.toLowerCase() === '__construct'

function getBody({ node }: FunctionBody, variant: Replacing): string | null {
  const body = field(node, 'body')
  if (body === null) return null
  if (isThrowing(variant)) return node.type === 'arrow_function' ? `return ${ERROR.slice(0, -1)};` : ERROR
  if (isConstructor(node)) return namedNodes(body).find(({ text }) => /^parent::__construct\(/i.test(text))?.text ?? ''
  if (holds(body, 'yield_expression', ({ type }) => /function|class/.test(type)))
    return variant === 'other' ? `yield '${OTHER}';` : 'return; yield;'
  const type = (field(node, 'return_type')?.text ?? '').replace(/\s/g, '')
  if (/^never$/i.test(type)) return null
  if (/^void$/i.test(type)) return ''
  const isStatic = children(node).some((child) => child.type === 'static_modifier')
  return `return ${getValue(type, variant, isStatic)};`
}

function getValue(type: string, variant: Replacing, isStatic: boolean): string {
  const types = type.replace(/^\?/, '').toLowerCase().split('|')
  const known = VALUES.find(([name]) => types.includes(name) || types.includes(`\\${name}`))
  const isOpen = type === '' || types.includes('mixed')
  if (variant === 'other' && (isOpen || known)) return known?.[2] ?? `'${OTHER}'`
  if (isOpen || type.startsWith('?') || types.includes('null')) return 'null'
  if (known) return known[1]
  if (/^(?:self|static)$/.test(types[0] ?? '') && !isStatic) return '$this'
  return `(new \\ReflectionClass(${type.split(/[|&]/)[0]}::class))->newInstanceWithoutConstructor()`
}
