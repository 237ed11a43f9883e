/** Reads YAML without its unsafe features, and keeps the position of every value. */
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import type { ConfigValue } from '../core/model/config.ts'

const MAX_YAML_TEXT = 65_536

/** Deeper nesting is refused: 20,000 brackets would take the parser half a second. */
const TOO_DEEP = /(?:[[{]\s*){64}|(?:- ){64}/

export type Path = readonly (string | number)[]

export interface Mistake {
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface YamlFile {
  readonly content: unknown
  readonly mistakes: readonly Mistake[]
  /** Returns where the text of a value begins and ends; null without one. */
  readonly getRange: (path: Path) => readonly [from: number, to: number] | null
  /** Returns the position of a value, or of the nearest value around it; with `key` that of its key. */
  readonly place: (path: Path, part?: 'value' | 'key') => { readonly line: number; readonly column: number }
}

const TOP = { line: 1, column: 1 }

/**
 * Reads YAML. Never throws: `mistakes` holds syntax errors, in which case the content is unusable. @param textKeys keys
 * whose numbers are kept as text: `id: 42.10` is not 42.1
 */
export function readYaml(text: string, maxLength = MAX_YAML_TEXT, textKeys: readonly string[] = []): YamlFile {
  if (text.length > maxLength) return refuse(`the file is longer than ${maxLength} characters`)
  if (TOO_DEEP.test(text)) return refuse('the file is nested too deeply')
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    strict: true,
    uniqueKeys: true,
    schema: 'core',
    merge: false,
  })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const mistakes: Mistake[] = [...document.errors, ...document.warnings].map((error) => ({
    ...at(error.pos[0]),
    message: (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, ''),
  }))
  visit(document, (_, node) => {
    if (isPair(node) && isScalar(node.key) && textKeys.includes(String(node.key.value))) keepAsWritten(node.value)
    if (isAlias(node)) mistakes.push({ ...at(node.range?.[0] ?? 0), message: 'aliases are not allowed' })
  })
  if (mistakes.length > 0) return { ...refuse(''), mistakes }
  return {
    content: document.toJS({ maxAliasCount: 0 }),
    mistakes,
    getRange: (path) => {
      const node = document.getIn(path, true)
      return isNode(node) && node.range ? [node.range[0], node.range[1]] : null
    },
    place: (path, part) => getPlace(path, part),
  }

  function getPlace(path: Path, part: 'value' | 'key' = 'value'): { line: number; column: number } {
    const around = path.length === 0 ? document.contents : document.getIn(path.slice(0, -1), true)
    if (part === 'key' && isMap(around)) {
      const key = around.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(path.at(-1)))?.key
      if (isScalar(key) && key.range) return at(key.range[0])
    }
    const node = path.length === 0 ? document.contents : document.getIn(path, true)
    if (isNode(node) && node.range) return at(node.range[0])
    return path.length === 0 ? TOP : getPlace(path.slice(0, -1))
  }
}

function keepAsWritten(node: unknown): void {
  for (const scalar of isSeq(node) ? node.items : [node]) {
    if (isScalar(scalar) && typeof scalar.value === 'number' && scalar.source !== undefined)
      scalar.value = scalar.source
  }
}

function refuse(message: string): YamlFile {
  return { content: null, mistakes: [{ ...TOP, message }], getRange: () => null, place: () => TOP }
}

/** Sets values in the text of a document, whose comments stay. */
export function setInYaml(text: string, values: readonly ConfigValue[]): string {
  if (values.length === 0) return text
  const document = parseDocument(text)
  for (const { path, value } of values) document.setIn(path, document.createNode(value))
  return document.toString({ lineWidth: 0 })
}
