/** What means the same in several forms: types that only describe, quotes, texts of JSX. */
import { toTypes } from './languages.ts'

const DESCRIBING = toTypes(
  'type_annotation,type_arguments,type_parameters,interface_declaration,type_alias_declaration,implements_clause,ambient_declaration,function_signature,method_signature,abstract_method_signature,index_signature,opting_type_annotation,omitting_type_annotation,asserts_annotation,type_predicate_annotation',
)
/** An expression, and the type that it is said to have. */
const CASTS = toTypes('as_expression,satisfies_expression,non_null_expression,type_assertion,instantiation_expression')
/** In a parameter of a constructor they declare a field. */
const MODIFIERS = toTypes('accessibility_modifier,override_modifier,readonly,abstract')
const PARAMETERS = toTypes('required_parameter,optional_parameter')
/** Signs that say whether a value may be missing, by what they stand in. */
const SIGNS = new Map([
  ['?', toTypes('required_parameter,public_field_definition,method_definition')],
  ['!', toTypes('variable_declarator,public_field_definition,non_null_expression')],
])
/** Nodes that only describe types when their text begins like this. */
const HEADS = new Map([
  ['import_statement', /^import\s+type\b(?!\s*(?:,|from\b))/],
  ['import_specifier', /^type\s+(?!as\b)/],
  ['export_specifier', /^type\s+(?!as\b)/],
  ['export_statement', /^export\s+type\b/],
  ['required_parameter', /^this\b/],
  ['public_field_definition', /^(?:(?:public|private|protected|static|override|readonly)\s+)*(?:declare|abstract)\s/],
])
const SAME_WITHOUT = new Map([
  ['typed_default_parameter', 'default_parameter'],
  ['optional_parameter', 'required_parameter'],
  ['abstract_class_declaration', 'class_declaration'],
])

/**
 * @param parent the type of the node around it @param isFirst whether no named node stands before it there
 * @returns `dropped` with all that is inside; `cast` where only its expression is read
 */
export function readAnnotation(
  type: string,
  parent: string,
  isFirst: boolean,
  own: () => string,
): 'dropped' | 'cast' | null {
  if (MODIFIERS.has(type)) return PARAMETERS.has(parent) ? null : 'dropped'
  const isSaid = CASTS.has(parent) && parent !== 'type_assertion' && !isFirst
  if (isSaid || DESCRIBING.has(type) || SIGNS.get(type)?.has(parent) === true) return 'dropped'
  if (HEADS.get(type)?.test(own()) === true) return 'dropped'
  return CASTS.has(type) ? 'cast' : null
}

/** Returns the type that a node has without its types. */
export const withoutAnnotation = (type: string): string => SAME_WITHOUT.get(type) ?? type

/** The fields of nodes of Python that hold a type. */
const HINTS = new Map([
  ['typed_parameter', 'type'],
  ['typed_default_parameter', 'type'],
  ['function_definition', 'return_type'],
])
/** Names, subscripts and unions: anything else may do more than describe a type. */
const PLAIN_HINT = /^(?:[\p{L}\p{N}_.,|[\]\s]|"[^"]*"|'[^']*')+$/u

/** @param parent the type of the node around it @param getField its name there */
export const isTypeHint = (parent: string, getField: () => string | null, text: string): boolean =>
  HINTS.has(parent) && HINTS.get(parent) === getField() && PLAIN_HINT.test(text)

/** Joins the lines of a text of JSX, as its compilers do. */
export function toJsxText(text: string): string {
  const lines = text.split('\n')
  const trimmed = lines.map((line, n) => {
    const end = n === lines.length - 1 ? line : line.trimEnd()
    return n === 0 ? end : end.trimStart()
  })
  return trimmed.filter((line) => line !== '').join(' ')
}

/**
 * Writes a string with one kind of quotes, between which formatters choose.
 * @param unless what it must not hold; null where each kind has a meaning
 */
export function toPlainQuotes(own: string, unless: RegExp | null): string {
  const { prefix = '', inner } = (unless && /^(?<prefix>[a-zA-Z]*)(["'])(?<inner>.*)\2$/s.exec(own)?.groups) ?? {}
  return inner === undefined || unless?.test(inner) === true ? own : `${prefix}"${inner}"`
}
