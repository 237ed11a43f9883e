/** Makes comparisons strict that production defines: false where they accept a very different value as well. */
import type { Changed } from '../core/text/nearby.ts'
import { apply, type CodeEdit, field, namedNodes, replace } from '../syntax/index.ts'
import { getLastName } from './bodies.ts'
import { getLanguage, readNewBodies } from './index.ts'
import { type FunctionBody, OTHER } from './language.ts'

const COMPARES = /equal|same|^(?:__)?eq(?:__)?$/i
const isComparison = ({ name }: FunctionBody) => COMPARES.test(getLastName(name))

/** @returns null where a change defines no comparison, and in other languages than JavaScript, TypeScript and Python */
export async function strictEqualities(source: Changed) {
  const { path, after } = source
  const language = getLanguage(path)
  const isPython = language?.grammar === 'python'
  if (language === null || !/^(?:javascript|typescript|tsx|python)$/.test(language.grammar)) return null
  const found = await readNewBodies(source, (fresh) =>
    fresh.filter(isComparison).flatMap((body) => {
      const edits = isPython ? wrapPython(body, after.length) : wrapJavascript(body)
      return edits.length > 0 ? [{ name: body.name, edits }] : []
    }),
  )
  if (!found?.length) return null
  const [names, edits] = [found.map(({ name }) => name), found.flatMap((one) => one.edits)]
  if (isPython) return { names, text: after + STRICT_PYTHON + edits.map(({ text }) => text).join('') }
  return { names, text: apply(after, edits) + STRICT_JAVASCRIPT(language.grammar === 'javascript' ? '' : ': any') }
}

/** The function takes any arguments, and its body becomes a function inside it. */
function wrapJavascript({ node, ancestors }: FunctionBody): readonly CodeEdit[] {
  const [body, parameters] = [field(node, 'body'), field(node, 'parameters') ?? field(node, 'parameter')]
  const isPlain = !/async|\*/.test(node.text.slice(0, Math.max(0, (body?.startIndex ?? 0) - node.startIndex)))
  if (body === null || parameters === null || !isPlain) return []
  const isMethod = node.type === 'method_definition' || /field_definition$/.test(ancestors.at(-1)?.type ?? '')
  const own = parameters.text.startsWith('(') ? parameters.text : `(${parameters.text})`
  const result = `tddGateStrict(${own} => ${body.text}, tddGateValues, ${isMethod ? 0 : 1})`
  return [
    replace(parameters, '(...tddGateValues)'),
    replace(body, body.type === 'statement_block' ? `{ return ${result} }` : result),
  ]
}

/** The name gets another function after its definition; `start` is the end of the text. */
function wrapPython({ node, ancestors, name }: FunctionBody, end: number): readonly CodeEdit[] {
  const isPlain = node.type === 'function_definition' && ancestors.at(-1)?.type !== 'decorated_definition'
  const isReachable = ancestors.every(({ type }) => /^(?:module|block|class_definition)$/.test(type))
  const count = namedNodes(field(node, 'parameters') ?? node).length
  if (!isPlain || !isReachable || count < 2 || node.text.startsWith('async')) return []
  return [{ start: end, end, text: `\n${name} = tdd_gate_strict(${name})\n` }]
}

// The functions that make a comparison strict, for the end of a file. One runs at a time: comparisons call each other.

/** @param any the type of what passes through, for TypeScript */
const STRICT_JAVASCRIPT = (any: string): string => `
var tddGateIsProbing${any} = false
function tddGateStrict(same${any}, values${any}, at${any})${any} {
  if (tddGateIsProbing) return same(...values)
  tddGateIsProbing = true
  try {
    const found = same(...values)
    return found === true ? !tddGateAccepts(same, values, at) : found
  } finally {
    tddGateIsProbing = false
  }
}
function tddGateAccepts(same${any}, values${any}, at${any})${any} {
  const value = values[at]
  if (values.length <= at || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)) return false
  try {
    return same(...values.with(at, tddGateOther(value, 0))) === true
  } catch {
    return false
  }
}
function tddGateOther(value${any}, depth${any})${any} {
  if (typeof value === 'number') return Number.isFinite(value) ? value * 3 + 7 : 0
  if (typeof value === 'bigint') return value * 3n + 7n
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'object' || value === null || depth > 3) return '${OTHER}'
  if (Array.isArray(value) && value.length > 0) return value.map((one) => tddGateOther(one, depth + 1))
  if (Array.isArray(value)) return ['${OTHER}']
  const entries${any} = Object.entries(value)
  if (entries.length === 0) return '${OTHER}'
  const other = Object.fromEntries(entries.map(([key, one]${any}) => [key, tddGateOther(one, depth + 1)]))
  return Object.assign(Object.create(Object.getPrototypeOf(value)), other)
}
`

const STRICT_PYTHON = `


def tdd_gate_strict(same):
    import copy
    import functools

    def other(value, depth):
        if isinstance(value, bool):
            return not value
        if isinstance(value, (int, float, complex)):
            return value * 3 + 7 if value * 3 + 7 != value else 0
        if depth > 3:
            return '${OTHER}'
        if type(value) in (list, tuple):
            return type(value)([other(one, depth + 1) for one in value] or ['${OTHER}'])
        names = list(getattr(value, '__dict__', None) or [])
        names += [name for name in getattr(type(value), '__slots__', None) or [] if hasattr(value, name)]
        if not names:
            return '${OTHER}' if depth > 0 or isinstance(value, str) else value
        made = copy.copy(value)
        for name in names:
            object.__setattr__(made, name, other(getattr(value, name), depth + 1))
        return made

    @functools.wraps(same)
    def strict(one, two, *more, **named):
        if tdd_gate_probing:
            return same(one, two, *more, **named)
        tdd_gate_probing.append(True)
        try:
            found = same(one, two, *more, **named)
            if found is not True:
                return found
            try:
                made = other(two, 0)
                return made is two or same(one, made, *more, **named) is not True
            except Exception:
                return True
        finally:
            tdd_gate_probing.clear()

    return strict


tdd_gate_probing = []
`
