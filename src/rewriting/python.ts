/** Python: a body that returns nothing gives `None`, or the zero of the type where Python asks for one. */
import {
  type CodeEdit,
  call,
  field,
  holds,
  insert,
  type Node,
  namedNodes,
  ownNodes,
  replace,
  surround,
  toTypes,
} from '../syntax/index.ts'
import {
  createLanguage,
  type FunctionBody,
  isThrowing,
  NEAR,
  OTHER,
  type Replacing,
  type Returns,
  toHelper,
} from './language.ts'

const NEARLY = toHelper(`
def tdd_gate_near(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + abs(value) / ${NEAR}
    if isinstance(value, str):
        return value + ' '
    if type(value) in (list, tuple):
        return type(value)(value[::-1] if len(value) > 1 else map(tdd_gate_near, value))
    if type(value) is dict and value:
        return {**value, list(value)[-1]: tdd_gate_near(value[list(value)[-1]])}
    fields = {} if isinstance(value, type) else getattr(value, '__dict__', {})
    if fields:
        import copy
        value = copy.copy(value)
        object.__setattr__(value, list(fields)[-1], tdd_gate_near(list(fields.values())[-1]))
    return value
`)
const ERROR = `RuntimeError('${OTHER}')`
/** Types whose special methods raise an error for `None`. */
const ZEROS: Readonly<Record<string, string>> = {
  __str__: "''",
  __repr__: "''",
  __format__: "''",
  __len__: '0',
  __hash__: '0',
  __index__: '0',
  __int__: '0',
  __float__: '0.0',
  __bool__: 'False',
  __bytes__: "b''",
  __iter__: 'iter(())',
  __dir__: '[]',
}
const INERT = toTypes('comment import_statement import_from_statement future_import_statement type pass_statement')
const TOP = new Set(['module', 'decorated_definition'])
const BORDERS = new Set(['function_definition', 'lambda', 'class_definition'])
const isText = (node: Node) =>
  node.type === 'expression_statement' && namedNodes(node).every(({ type }) => type === 'string')

const MAX_NESTING = 3
const RETURNS: Returns = {
  wrap: wrapReturns,
  functions: {
    altered: toHelper(`
def tdd_gate_equals_all(value):
    pairs = [(918273645, 564738291), ('${OTHER}', '${OTHER} 2'), (('${OTHER}',), ()), ({'${OTHER}': 1}, {})]
    try:
        return any(value == one and value == other for one, other in pairs)
    except Exception:
        return False


def tdd_gate_altered(value, depth=0):
    if tdd_gate_equals_all(value):
        return value
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float, complex)):
        return 0 if value + 1 == value or value != value else value + 1
    if isinstance(value, bytes):
        return b'${OTHER}'
    if type(value) in (list, tuple, set, frozenset) and value and depth < ${MAX_NESTING}:
        return type(value)(tdd_gate_altered(one, depth + 1) for one in value)
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(['${OTHER}'])
    if type(value) is dict and value and depth < ${MAX_NESTING}:
        return {key: tdd_gate_altered(one, depth + 1) for key, one in value.items()}
    return {'${OTHER}': True} if type(value) is dict else '${OTHER}'
`),
    near: NEARLY,
    dropped: toHelper('\n\ndef tdd_gate_dropped(value):\n    return None\n'),
  },
}

export const python = createLanguage({
  grammar: 'python',
  isFunction: ({ type }) => type === 'function_definition' || type === 'lambda',
  isNamed: (node, parent) => node.type !== 'lambda' || /^(?:assignment|keyword_argument|pair)$/.test(parent.type),
  nameOf: (node, ancestors) => field(node, 'name')?.text ?? field(ancestors.at(-1) ?? node, 'left')?.text ?? '',
  isClass: ({ type }) => type === 'class_definition',
  isInert: (node) => INERT.has(node.type) || isText(node),
  empty,
  idle: returnFirst,
  returns: RETURNS,
  dropClass: (node, ancestors) => drop(node, ancestors),
  isNeutral: ({ text }) => /^__all__\s*=|^if __name__\b/.test(text),
})

function wrapReturns({ node }: FunctionBody, callee: string): readonly CodeEdit[] {
  const body = field(node, 'body')
  if (body === null) return []
  if (node.type === 'lambda') return call(callee, body, false)
  const isBorder = ({ type }: Node) => BORDERS.has(type)
  if (holds(body, 'yield', isBorder)) return []
  return ownNodes(body, 'return_statement', isBorder).flatMap((statement) => {
    const value = namedNodes(statement)[0]
    if (value === undefined || value.text === 'self') return []
    return call(callee, value, value.type === 'expression_list')
  })
}

function empty({ node, ancestors }: FunctionBody, variant: Replacing): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null) return null
  const dropped = variant === 'gone' ? drop(node, ancestors) : []
  if (node.type === 'lambda' && variant === 'thrown') return [replace(body, `(_ for _ in ()).throw(${ERROR})`)]
  if (node.type === 'lambda')
    return [replace(variant === 'gone' ? node : body, variant === 'other' ? `'${OTHER}'` : 'None')]
  return [replace(body, getBody(node, body, ancestors, variant)), ...dropped]
}

function getBody(node: Node, body: Node, ancestors: readonly Node[], variant: Replacing): string {
  const name = field(node, 'name')?.text ?? ''
  const isGenerator = holds(body, 'yield', ({ type }) => BORDERS.has(type))
  if (isThrowing(variant)) return `raise ${ERROR}${isGenerator ? '; yield' : ''}`
  const value = variant === 'other' ? `'${OTHER}'` : ''
  // A context manager that continues after its `yield` must yield once.
  if (isGenerator) return value !== '' || isManager(ancestors) ? `yield ${value}` : 'return; yield'
  if (name === '__init__')
    return namedNodes(body).find(({ text }) => /^super\(.*\)\.__init__\(/s.test(text))?.text ?? 'pass'
  return `return ${ZEROS[name] ?? value}`
}

function returnFirst({ node }: FunctionBody): readonly CodeEdit[] | null {
  const body = field(node, 'body')
  if (body === null || field(node, 'name')?.text === '__init__') return null
  if (node.type === 'lambda') return surround(body, 'None if True else (', ')')
  const { row, column } = body.startPosition
  return [
    insert(body.startIndex, row === node.startPosition.row ? 'return None; ' : `return None\n${' '.repeat(column)}`),
  ]
}

function isManager(ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-1)
  if (parent?.type !== 'decorated_definition') return false
  return namedNodes(parent).some(({ type, text }) => type === 'decorator' && /contextmanager|fixture/.test(text))
}

/** Removes the name of a top-level definition right after it. */
function drop(node: Node, ancestors: readonly Node[]): readonly CodeEdit[] {
  const name = field(node, 'name')?.text
  if (name === undefined || !ancestors.every(({ type }) => TOP.has(type))) return []
  return [insert((ancestors[1] ?? node).endIndex, `\n${name} = None`)]
}
