/** C and C++: a body returns the zero of its type; in C that is a variable which nothing sets. */
import { field, getDeclarator, type Node, namedNodes } from '../syntax/index.ts'
import { createBraceLanguage } from './braces.ts'
import { findValue, isThrowing, type Language, OTHER, type Replacing, type ValueRows } from './language.ts'

const VALUES: ValueRows = [
  [/^(?:const )?char(?: const)? ?\*$|^(?:const )?(?:std::)?string(?:_view)?(?: const)?&?$/, null, `"${OTHER}"`],
  [/^(?:std::)?(?:(?:unsigned|signed|long|short|int|size_t|ssize_t|float|double|u?int\d{1,2}_t) ?)+$/, null, '77'],
  [/^_?[Bb]ool$/, null, '1'],
]
/** What stands before a type, and is none. */
const WORDS =
  /\b(?:static|inline|extern|constexpr|virtual|explicit|friend|auto)\b|\[\[\w+\]\]|__attribute__\s*\(\(.*?\)\)/g
/** They declare; what they set or compute stands behind a sign. */
const DECLARES = /^(?:declaration|field_declaration|type_definition|using_declaration|alias_declaration)$/
/** A member that no code writes. */
const NO_VALUE = /\)[\w\s]*=\s*(?:default|delete|0)\s*;/

const createC = (isPlus: boolean): Language =>
  createBraceLanguage({
    grammar: 'cpp',
    functions: new Set(['function_definition']),
    // What a constructor sets stands before its body.
    isOther: (node) => namedNodes(field(node, 'body') ?? node).length === 0 || field(node, 'body') === null,
    classes: new Set(),
    inert: new Set(['comment', 'preproc_include', 'preproc_call', 'access_specifier']),
    getName: (node) => getDeclarator(node)?.text.replace(/\s/g, '') ?? '',
    getBody: ({ node }, variant) => getBody(node, variant, isPlus),
    always: 'if (1)',
    startsFixed: () => false,
    isNeutral: (node) => {
      if (node.type === 'preproc_def') return field(node, 'value') === null
      if (node.type === 'function_definition') return true
      const value = node.type === 'declaration' ? /[={]/ : /=/
      return NO_VALUE.test(node.text) || (DECLARES.test(node.type) && !value.test(node.text))
    },
  })

export const c = createC(false)
export const cpp = createC(true)

function getBody(node: Node, variant: Replacing, isPlus: boolean): string | null {
  const name = getDeclarator(node)
  if (field(node, 'body') === null || name === null || name.type === 'operator_cast') return null
  if (isThrowing(variant)) return isPlus ? `throw "${OTHER}";` : '__builtin_exit(1);'
  const last = node.descendantsOfType('trailing_return_type')[0]?.text.replace(/^->/, '')
  const head = last ?? node.text.slice(0, name.startIndex - node.startIndex)
  const type = head.replace(WORDS, '').replace(/\s+/g, ' ').trim()
  if (type === '' || type === 'void') return ''
  const other = findValue(VALUES, type, variant)
  if (other !== null) return `return ${other};`
  return isPlus ? 'return {};' : `static ${type.replace(/^const /, '')} tdd_gate; return tdd_gate;`
}
