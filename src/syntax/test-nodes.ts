/** Reads where tests are written: with which nodes and names they begin, in one table per language. */
import { ofScripts } from './languages.ts'
import { createReader, MAX_TREE_DEPTH, visitNodes } from './parser.ts'
import { type TestNodes, type TestPlace, TestReader } from './test-reader.ts'

const NEVER = /(?!)/
const create = (calls: string, declarations: string, begins: Partial<TestNodes['begins']>): TestNodes => ({
  calls: new Set(calls.split(' ')),
  declarations: new Set(declarations.split(' ')),
  begins: { call: NEVER, name: NEVER, mark: NEVER, ...begins },
})

const CLASS = String.raw`Test\w*|\w+Tests?`
const JAVASCRIPT = create(
  'call_expression',
  'function_declaration generator_function_declaration method_definition class_declaration variable_declarator',
  {
    call: /^(?:[fx]?(?:test|it|specify|describe|context|suite|scenario|feature)|Deno\.test|QUnit\.(?:test|module)|tap\.test|t\.test)(?:\.\w+)*$/,
    name: new RegExp(String.raw`^(?:test\w*|${CLASS})$`),
  },
)
const TEST_NODES: Readonly<Record<string, TestNodes>> = {
  ...ofScripts(() => JAVASCRIPT),
  python: create('call', 'function_definition class_definition', { name: new RegExp(`^(?:test\\w*|${CLASS})$`) }),
  go: create('call_expression', 'function_declaration method_declaration', {
    call: /^(?:\w+\.Run|[FP]?(?:Describe|Context|When|It|Specify))$/,
    name: /^(?:Test|Fuzz|Example|Benchmark)/,
  }),
  java: create('method_invocation', 'method_declaration class_declaration', {
    name: new RegExp(`^(?:test\\w*|${CLASS})$`),
    mark: /^@(?:\w+\.)*(?:\w*Test|Property|Example)\b/,
  }),
  'c-sharp': create('invocation_expression', 'method_declaration class_declaration local_function_statement', {
    name: new RegExp(`^(?:${CLASS})$`),
    mark: /^\[(?:\w+\.)*(?:Fact|Theory|Test\w*|DataTestMethod)\b/,
  }),
  rust: create('call_expression', 'function_item mod_item', { mark: /^#\[(?:\w+::)*(?:test|rstest)\b/ }),
  ruby: create('call', 'method class module', {
    call: /^(?:RSpec\.)?[fx]?(?:test|it|specify|describe|context|scenario|feature)$/,
    name: new RegExp(`^(?:test\\w*|${CLASS})$`),
  }),
  php: create(
    'function_call_expression member_call_expression scoped_call_expression',
    'function_definition method_declaration class_declaration',
    { call: /^(?:test|it|describe)$/, name: new RegExp(`^(?:test\\w*|${CLASS})$`), mark: /^#\[\s*Test\b|@test\b/ },
  ),
  bash: create('command', 'function_definition', { name: /^test/ }),
  cpp: create('call_expression', 'function_definition class_specifier', {
    name: /^(?:(?:TYPED_|PARAM_)?TEST(?:_[FP]|_CASE)?|SCENARIO|BOOST_\w*TEST_CASE)$|^test/,
  }),
}

/** @returns in the order of the text; null for a text that is not read, and for one that is nested too deep */
export const readTestPlaces = createReader((root, syntax, text): readonly TestPlace[] | null => {
  const nodes = TEST_NODES[syntax.grammar]
  if (nodes === undefined) return []
  const reader = visitNodes(root, MAX_TREE_DEPTH, (cursor) => new TestReader(cursor, text, nodes, syntax.texts))
  return reader?.finish() ?? null
})
