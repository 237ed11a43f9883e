/** Rust: a body returns a zero made by its type, and keeps its code where no zero is known. Tests in the file stay. */
import { field, type Node, namedNodes, toTypes } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { type FunctionBody, findValue, isThrowing, OTHER, type Replacing, type ValueRows } from './language.ts'

const ERROR = `panic!("${OTHER}");`
/** Structures in structures are made up to this depth. */
const MAX_NESTING = 3
const VALUES: ValueRows = [
  [/^[ui](?:8|16|32|64|128|size)$/, '0', '77'],
  [/^f(?:32|64)$/, '0.0', '77.5'],
  [/^bool$/, 'false', 'true'],
  [/^char$/, "'\\0'", "'~'"],
  [/^\(\)$/, '()'],
  [/^&(?:'\w+ )?str$/, '""', `"${OTHER}"`],
  [/^&(?:'\w+ )?\[/, '&[]'],
  [/^(?:[\w:]+::)?Option</, 'None'],
  [/^(?:std::)?fmt::Result$|^io::Result<\(\)>$/, 'Ok(())'],
  [/^Box<dyn (?:\w+::)*Iterator</, 'Box::new(std::iter::empty())'],
  [/^impl (?:\w+::)*(?:DoubleEnded|ExactSize)?Iterator\b/, 'std::iter::empty()'],
  [/^String$/, null, `String::from("${OTHER}")`],
  [
    /^(?:[\w:]+::)?(?:String|Vec|HashMap|HashSet|BTreeMap|BTreeSet|VecDeque|BinaryHeap|PathBuf|OsString|Duration)\b/,
    'Default::default()',
  ],
]

export const rust = createBraceLanguage({
  grammar: 'rust',
  functions: new Set(['function_item']),
  classes: new Set(['impl_item', 'mod_item', 'trait_item']),
  inert: toTypes(
    'line_comment block_comment use_declaration extern_crate_declaration attribute_item inner_attribute_item',
    'struct_item enum_item type_item function_signature_item',
  ),
  isInert: isTest,
  getBody,
  always: 'if true',
  startsFixed: isOpaque,
})

/** A test, or a module of tests, has an attribute before it that says so. */
function isTest({ type, previousNamedSibling }: Node): boolean {
  if (type !== 'function_item' && type !== 'mod_item') return false
  for (let one = previousNamedSibling; one !== null && isAttribute(one); one = one.previousNamedSibling)
    if (one.type === 'attribute_item' && /\b(?:test|bench|rstest|proptest|test_case)\b/.test(one.text)) return true
  return false
}

const isAttribute = ({ type }: Node) => type === 'attribute_item' || type.endsWith('comment')

function getBody({ node, ancestors }: FunctionBody, variant: Replacing): string | null {
  if (isThrowing(variant) && !isOpaque(node)) return ERROR
  const type = field(node, 'return_type')
  if (type === null) return ''
  const owner = ancestors.findLast((one) => one.type === 'impl_item')
  const file: Known = {
    root: ancestors[0] ?? node,
    self: owner ? (field(owner, 'type')?.text ?? '') : '',
    hasSelf: /\bself\b/.test(field(node, 'parameters')?.text ?? ''),
  }
  const other = variant === 'other' ? findValue(VALUES, toText(type), variant) : null
  const value = other ?? getZero(file, type, 0)
  if (value === null) return null
  const isConstant = namedNodes(node).some((one) => one.type === 'function_modifiers' && /\bconst\b/.test(one.text))
  if (isConstant && /::/.test(value)) return null
  return isThrowing(variant) ? `${ERROR} return ${value};` : `return ${value};`
}

/** Every return of such a function has the same hidden type: `impl Iterator`. */
function isOpaque(node: Node): boolean {
  return field(node, 'return_type')?.type === 'abstract_type'
}

interface Known {
  readonly root: Node
  /** The type that the function belongs to; an empty text where there is none. */
  readonly self: string
  readonly hasSelf: boolean
}

const toText = ({ text }: Node) => text.replace(/\s+/g, ' ')

/** Returns null where no value is known. */
function getZero(file: Known, type: Node, depth: number): string | null {
  const text = toText(type)
  const known = findValue(VALUES, text, 'nothing')
  if (known !== null) return known
  if (file.hasSelf && depth === 0 && /^&(?:'\w+ )?(?:mut )?Self$/.test(text)) return 'self'
  if (type.type === 'tuple_type') return join(namedNodes(type), (part) => getZero(file, part, depth), '(', ',)')
  if (/^(?:[\w:]+::)?Result</.test(text)) return around('Ok', file, type, depth)
  const box = /^(Box|Rc|Arc|RefCell|Cell|Mutex|RwLock)<(?!dyn )/.exec(text)?.[1]
  if (box !== undefined) return around(`${box}::new`, file, type, depth)
  const name = (text === 'Self' ? file.self : text).replace(/<.*$/s, '')
  return makeStructure(file, name, depth) ?? makeVariant(file, name)
}

function around(callee: string, file: Known, type: Node, depth: number): string | null {
  const first = namedNodes(field(type, 'type_arguments') ?? type).find((one) => one.type !== 'lifetime')
  return first ? join([first], (part) => getZero(file, part, depth), `${callee}(`, ')') : null
}

function join(all: readonly Node[], toValue: (one: Node) => string | null, open: string, close: string): string | null {
  const values = all.map(toValue)
  return values.includes(null) ? null : `${open}${values.join(', ')}${close}`
}

const declaration = (file: Known, type: string, name: string) =>
  file.root.descendantsOfType(type).find((one) => one !== null && field(one, 'name')?.text === name) ?? null

function makeStructure(file: Known, name: string, depth: number): string | null {
  const item = declaration(file, 'struct_item', name)
  if (item === null || depth >= MAX_NESTING) return null
  const body = field(item, 'body')
  if (body === null) return name
  const toZero = (type: Node | null) => (type ? getZero(file, type, depth + 1) : null)
  if (body.type !== 'field_declaration_list') {
    const types = namedNodes(body).filter((one) => !/visibility|attribute/.test(one.type))
    return join(types, toZero, `${name}(`, ')')
  }
  const fields = namedNodes(body).filter((one) => one.type === 'field_declaration')
  const toField = (one: Node) => {
    const zero = toZero(field(one, 'type'))
    return zero === null ? null : `${field(one, 'name')?.text}: ${zero}`
  }
  return join(fields, toField, `${name} { `, ' }')
}

function makeVariant(file: Known, name: string): string | null {
  const item = declaration(file, 'enum_item', name)
  const variants = item ? namedNodes(field(item, 'body') ?? item) : []
  const plain = variants.find((one) => one.type === 'enum_variant' && field(one, 'body') === null)
  return plain ? `${name}::${field(plain, 'name')?.text}` : null
}
