/** Makes comparisons strict that production defines: false where they accept a very different value as well. */
import { readBodies, TooDeep } from './bodies.ts'
import { getLanguage, MAX_SOURCE, type Source } from './index.ts'
import { apply, type CodeEdit, type FunctionBody, field, type Language, namedNodes, replace } from './language.ts'
import { parse } from './parser.ts'
import { STRICT_JAVASCRIPT, STRICT_PYTHON } from './strict-helpers.ts'

interface StrictText {
  readonly text: string
  readonly names: readonly string[]
}

const COMPARES = /equal|same|^(?:__)?eq(?:__)?$/i
const isComparison = ({ name }: FunctionBody) => COMPARES.test(name.split('.').at(-1) ?? '')

/** @returns null where a change defines no comparison, and in other languages than JavaScript, TypeScript and Python */
export async function strictEqualities({ path, before, after }: Source): Promise<StrictText | null> {
  const language = getLanguage(path)
  const isPython = language?.grammar === 'python'
  if (language === null || after.length > MAX_SOURCE || !/^(?:tsx|typescript|python)$/.test(language.grammar))
    return null
  const keysOf = (all: readonly FunctionBody[]) => all.map(({ name, comparableText }) => `${name}\n${comparableText}`)
  const known = new Set(before === null ? [] : await readComparisons(before, language, keysOf))
  const found = await readComparisons(after, language, (all) => {
    const fresh = all.filter((body) => !known.has(keysOf([body])[0] ?? ''))
    return fresh.flatMap((body) => {
      const edits = isPython ? wrapPython(body, after.length) : wrapJavascript(body)
      return edits.length > 0 ? [{ name: body.name, edits }] : []
    })
  })
  if (found.length === 0) return null
  const [names, edits] = [found.map(({ name }) => name), found.flatMap((one) => one.edits)]
  if (isPython) return { names, text: after + STRICT_PYTHON + edits.map(({ text }) => text).join('') }
  return { names, text: apply(after, edits) + STRICT_JAVASCRIPT(language.grammar === 'typescript' ? ': any' : '') }
}

async function readComparisons<T>(
  text: string,
  language: Language,
  what: (bodies: readonly FunctionBody[]) => readonly T[],
): Promise<readonly T[]> {
  try {
    const read = await parse(language.grammar, text, (root) =>
      what(readBodies(root, language).bodies.filter(isComparison)),
    )
    return read ?? []
  } catch (error) {
    if (error instanceof TooDeep) return []
    throw error
  }
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
