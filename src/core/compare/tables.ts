/** Decides whether a file of computed titles still has the data and the calls of the tests that it had. */
import { getCodeTokens } from '../text/read-code.ts'

const STRING = /^["'`]/
const COMPUTED = /\$\{|%[a-zA-Z]/
const NUMBER = /^-?\d/
const NAME = /^[A-Za-z_$][\w$]*$/
/** Keywords before a bracket that call no code of the project. */
const NO_CALL =
  /^(?:test|it|describe|func|def|function|for|if|while|switch|catch|return|range|len|import|require|async)$/
const DEFINES = new Set(['func', 'def', 'function', '.'])
const SAYS = /^(?:Fatal|Error|Log|Skip)f?$/

interface TestData {
  /** Numbers and strings; one that occurs twice is there twice. */
  readonly values: readonly string[]
  readonly calls: ReadonlySet<string>
}

/** Titles and messages may change; every other number and string stays, and so does each called function. */
export function keepsData(path: string, before: string, after: string, titles: readonly string[]): boolean {
  const [was, is] = [getCodeTokens(path, before), getCodeTokens(path, after)]
  if (was === null || is === null) return false
  const [old, now] = [getData(was, titles), getData(is, [])]
  const left = Map.groupBy(now.values, (value) => value)
  return (
    old.values.every((value) => left.get(value)?.pop() !== undefined) &&
    [...old.calls].every((name) => now.calls.has(name))
  )
}

function getData(tokens: readonly string[], titles: readonly string[]): TestData {
  const isTitle = (text: string) => COMPUTED.test(text) || titles.some((title) => title.includes(text.slice(1, -1)))
  const isMessage = (at: number) => tokens[at - 1] === '(' && SAYS.test(tokens[at - 2] ?? '')
  const isCall = (token: string, at: number) =>
    tokens[at + 1] === '(' && NAME.test(token) && !NO_CALL.test(token) && !DEFINES.has(tokens[at - 1] ?? '')
  return {
    values: tokens.filter(
      (token, at) => NUMBER.test(token) || (STRING.test(token) && !isTitle(token) && !isMessage(at)),
    ),
    calls: new Set(tokens.filter(isCall)),
  }
}
