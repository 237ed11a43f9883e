/** With which nodes and names tests begin: one table per language. */

export interface TestNodes {
  readonly calls: ReadonlySet<string>
  readonly declarations: ReadonlySet<string>
  /** Names of calls, of declarations, and marks of declarations that begin tests. */
  readonly begins: { readonly call: RegExp; readonly name: RegExp; readonly mark: RegExp }
}

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
export const TEST_NODES: Readonly<Record<string, TestNodes>> = {
  javascript: JAVASCRIPT,
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
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
