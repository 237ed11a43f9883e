/** Reads which members the doubles of a test have, and of what: mocks, stubs, spies, patches and written fakes. */
import { type Binding, findImports } from './modules.ts'
import { field, getShortText, namedNodes, ofType } from './nodes.ts'
import { createReader, isTooDeep, type Node } from './parser.ts'

export interface DoubledMember {
  readonly member: string
  /** From 1. */
  readonly line: number
  /** As written, with `/` between its parts; null for a double that names no module. */
  readonly module: string | null
  /** What of the module is doubled: a class or a module inside; empty for the module itself. */
  readonly owner: string
}

/** @returns none for languages whose compilers check doubles */
export const readDoubles = createReader((root, syntax): readonly DoubledMember[] | null => {
  if (isTooDeep(root)) return null
  const imports = findImports(root, syntax)
  const bindings = new Map(imports.flatMap((found) => found.bindings.map((one) => [one.local, one] as const)))
  const isImport = ({ startIndex }: Node) => imports.some(({ start, end }) => start <= startIndex && startIndex < end)
  // Another variable of that name is another object.
  for (const name of ofType(root, ...BINDING).filter((node) => bindings.has(getBoundName(node)) && !isImport(node)))
    bindings.delete(getBoundName(name))
  if (syntax.isPython) return findInPython(root, bindings)
  return /script|tsx/.test(syntax.grammar) ? findInJavascript(root, bindings) : []
})

/** Nodes that may bind a plain name. */
const BINDING = ['variable_declarator', 'assignment', 'assignment_expression', 'for_statement', 'identifier']
const LISTS =
  /^(?:parameters|formal_parameters|required_parameter|default_parameter|typed_parameter|as_pattern_target)$/

function getBoundName(node: Node): string {
  if (node.type === 'identifier') return LISTS.test(node.parent?.type ?? '') ? getShortText(node) : ''
  return getShortText(field(node, 'name') ?? field(node, 'left'))
}

type Bindings = ReadonlyMap<string, Binding>

const toLine = (node: Node) => node.startPosition.row + 1
const toText = (string: Node) => string.text.replace(/^\w*["'`]|["'`]$/g, '')
const argumentsOf = (call: Node) => namedNodes(field(call, 'arguments') ?? call)
const toDouble = (name: Node, module: string | null, owner = ''): DoubledMember => ({
  member: toText(name),
  line: toLine(name),
  module,
  owner,
})
const loose = (name: Node) => toDouble(name, null)

/** Returns the doubled member of what an import binds; nothing for other objects. */
function ofBound(object: Node | null, member: Node, bindings: Bindings): readonly DoubledMember[] {
  const bound = bindings.get(getShortText(object).replace(/\.prototype$/, ''))
  if (bound === undefined || bound.module === '' || OF_MOCK.test(member.text)) return []
  return [toDouble(member, bound.module, bound.name === '*' ? '' : bound.name)]
}

const MOCKS_MODULE = /^(?:(?:jest|vi|vitest)\.(?:mock|doMock|unstable_mockModule)|(?:\w+\.)*mock\.module)$/
const MOCKS_MEMBER = /(?:^|\.)(?:spyOn|mock\.method|sinon\.(?:stub|spy|replace))$/
const MAKES_DOUBLE = /(?:^|\.)(?:fn|stub|spy)$/
/** Says how a module is loaded, and is none of its members. */
const LOADING = new Set(['default', '__esModule', 'then'])

function findInJavascript(root: Node, bindings: Bindings): readonly DoubledMember[] {
  const calls = ofType(root, 'call_expression').flatMap((call) => readMockCall(call, bindings))
  const isCode = (type: string) => /function|arrow|call|identifier/.test(type)
  const assigned = ofType(root, 'assignment_expression').flatMap((node) => readAssigned(node, isCode, bindings))
  const fakes = ofType(root, 'object', 'class_body').flatMap(namedNodes).flatMap(readFake)
  return [...calls, ...assigned, ...fakes.map(loose)]
}

/** Reads what puts code into a member of an object. */
function readAssigned(node: Node, isCode: (type: string) => boolean, bindings: Bindings): readonly DoubledMember[] {
  const [left, right] = [field(node, 'left'), field(node, 'right')]
  const name = /^(?:member_expression|attribute)$/.test(left?.type ?? '') ? left?.lastNamedChild : null
  return left && name && isCode(right?.type ?? '') ? ofBound(field(left, 'object'), name, bindings) : []
}

function readMockCall(call: Node, bindings: Bindings): readonly DoubledMember[] {
  const callee = getShortText(field(call, 'function'))
  const [first, second] = argumentsOf(call)
  if (first === undefined || second === undefined) return []
  if (MOCKS_MEMBER.test(callee)) return second.type === 'string' ? ofBound(first, second, bindings) : []
  if (!MOCKS_MODULE.test(callee)) return []
  const source = first.type === 'call_expression' ? argumentsOf(first)[0] : first
  if (source?.type !== 'string') return []
  const module = toText(source)
  const keys = second.type === 'object' ? ofNamedExports(second) : returned(second).flatMap(keysOf)
  return keys.filter((key) => !LOADING.has(toText(key))).map((key) => toDouble(key, module))
}

/** Returns the names that node's own mocks export. */
function ofNamedExports(options: Node): readonly Node[] {
  return namedNodes(options).flatMap((pair) => {
    const [key, value] = [field(pair, 'key'), field(pair, 'value')]
    return /^(?:namedExports|exports)$/.test(getShortText(key)) && value?.type === 'object' ? keysOf(value) : []
  })
}

/** Returns the objects that a function returns, written as they are. */
function returned(made: Node): readonly Node[] {
  const body = field(made, 'body')
  if (body === null) return []
  const statements = namedNodes(body).filter(({ type }) => type === 'return_statement')
  const values = body.type === 'statement_block' ? statements.flatMap(namedNodes) : [body]
  return values
    .map((value) => (value.type === 'parenthesized_expression' ? (namedNodes(value)[0] ?? value) : value))
    .filter(({ type }) => type === 'object')
}

function keysOf(object: Node): readonly Node[] {
  return namedNodes(object).flatMap((entry) => {
    if (entry.type === 'shorthand_property_identifier') return [entry]
    const key = field(entry, entry.type === 'method_definition' ? 'name' : 'key')
    return key !== null && /^(?:property_identifier|string)$/.test(key.type) ? [key] : []
  })
}

/** Returns the name of a member of an object or a class that is a function. */
function readFake(entry: Node): readonly Node[] {
  const name = field(entry, 'name') ?? field(entry, 'key') ?? field(entry, 'property')
  if (name === null || !/^(?:property_identifier|string)$/.test(name.type)) return []
  if (entry.type === 'method_definition') return [name]
  const value = field(entry, 'value')
  const isMade = value?.type === 'call_expression' && madeBy(value)
  return isMade || /^(?:arrow_function|function_expression)$/.test(value?.type ?? '') ? [name] : []
}

/** Returns whether a call makes a double, or teaches one: `fn().mockReturnValue(1)`. */
function madeBy(call: Node): boolean {
  let callee = field(call, 'function')
  while (callee?.type === 'member_expression' && field(callee, 'object')?.type === 'call_expression')
    callee = field(field(callee, 'object') ?? callee, 'function')
  return MAKES_DOUBLE.test(getShortText(callee))
}

const MOCK_CLASS = /^(?:(?:\w+\.)*mock\.|mocker\.)?(?:Async|NonCallable)?(?:Magic)?Mock$/
const PATCH = /^(?:(?:\w+\.)*mock\.|mocker\.)?patch$/
const PATCH_OBJECT = /^(?:(?:\w+\.)*mock\.|mocker\.)?patch\.object$/
const SPECS = new Set(['spec', 'spec_set', 'autospec', 'wraps', 'name', 'side_effect', 'return_value'])
/** What every mock has. */
const OF_MOCK =
  /^(?:return_value|side_effect|called|call_\w+|assert_\w+|await_\w+|awaited|mock_\w+|method_calls|reset_mock|configure_mock|attach_mock|__\w+__)$/

function findInPython(root: Node, bindings: Bindings): readonly DoubledMember[] {
  const calls = ofType(root, 'call')
  const mocks = new Set(calls.flatMap(readMocked))
  const attributes = ofType(root, 'attribute').flatMap((node) => {
    const [object, name] = [field(node, 'object'), field(node, 'attribute')]
    return name !== null && mocks.has(firstOf(object)) && !OF_MOCK.test(name.text) ? [loose(name)] : []
  })
  const isCode = (type: string) => /^(?:lambda|call|identifier)$/.test(type)
  const assigned = ofType(root, 'assignment').flatMap((node) => readAssigned(node, isCode, bindings))
  const methods = ofType(root, 'class_definition')
    .filter((node) => !/^Test|Tests?$|TestCase/.test(`${getShortText(field(node, 'name'))}`))
    .flatMap((node) => ofType(node, 'function_definition'))
    .flatMap((node) => field(node, 'name') ?? [])
    .filter(({ text }) => !/^(?:test_|__)/.test(text))
  return [...calls.flatMap((call) => readPatch(call, bindings)), ...attributes, ...assigned, ...methods.map(loose)]
}

/** Returns the variable that holds a mock without a specification. */
function readMocked(call: Node): readonly string[] {
  const isMock = MOCK_CLASS.test(getShortText(field(call, 'function'))) && !isChecked(keywordsOf(call))
  if (!isMock || argumentsOf(call).some(({ type }) => type === 'identifier')) return []
  const target = call.parent?.type === 'assignment' ? field(call.parent, 'left') : null
  return target === null ? [] : [getShortText(target)]
}

/** Calls and members in front of each other; of longer ones no variable is found. */
const MAX_CHAIN = 20

/** Returns the variable in front of attributes and calls; with `self.` where it is one of an object. */
function firstOf(node: Node | null): string {
  for (let at = node, length = 0; at !== null && length < MAX_CHAIN; length += 1) {
    const object = at.type === 'call' ? field(at, 'function') : field(at, 'object')
    if (object === null || getShortText(object) === 'self') return getShortText(at)
    at = object
  }
  return ''
}

/** Returns whether the library compares a mock with what it stands for. */
const isChecked = (keywords: ReadonlyMap<string, Node | null>) =>
  ['spec', 'spec_set', 'autospec', 'wraps'].some((name) => keywords.has(name))

function keywordsOf(call: Node): ReadonlyMap<string, Node | null> {
  const own = argumentsOf(call).filter(({ type }) => type === 'keyword_argument')
  return new Map(own.map((one) => [getShortText(field(one, 'name')), field(one, 'value')]))
}

function readPatch(call: Node, bindings: Bindings): readonly DoubledMember[] {
  const callee = getShortText(field(call, 'function'))
  const keywords = keywordsOf(call)
  const [first, second] = argumentsOf(call)
  if (MOCK_CLASS.test(callee) || /(?:^|\.)SimpleNamespace$/.test(callee)) {
    const isFree = argumentsOf(call).every(({ type }) => type === 'keyword_argument' || type === 'dictionary_splat')
    const names = argumentsOf(call).flatMap((one) => field(one, 'name') ?? [])
    return isFree && !isChecked(keywords) ? names.filter(({ text }) => !SPECS.has(text)).map(loose) : []
  }
  const isCreated = keywords.get('create')?.text === 'True'
  const isPatch = PATCH.test(callee) && isCreated
  const isObject = PATCH_OBJECT.test(callee) && isCreated
  const isSet = /(?:^|\.)(?:monkeypatch|mp)\.setattr$/.test(callee) && keywords.get('raising')?.text === 'False'
  if (first?.type === 'string') return isPatch || isSet ? ofPath(first) : []
  const isNamed = (isObject || isSet) && second?.type === 'string'
  return isNamed && first !== undefined ? ofBound(first, second, bindings) : []
}

/** Reads `shop.gateway.charge`: the module is found later, as the first parts of which there is a file. */
function ofPath(string: Node): readonly DoubledMember[] {
  const parts = toText(string).split('.')
  const member = parts.pop() ?? ''
  return parts.length === 0 ? [] : [{ member, line: toLine(string), module: parts.join('/'), owner: '' }]
}
