/** What GitHub's expressions come to, by GitHub's own evaluator. */
import '../../support/json-imports.ts'

const { data, Evaluator, Lexer, Parser } = await import('@actions/expressions')
const { falsy } = await import('@actions/expressions/result')

/** What expressions can name: `github`, `needs`, `steps` ... */
export type Context = Readonly<Record<string, unknown>>

/** How it went until here: of a step, the steps before it; of a job, all the jobs it needs. */
export interface Progress {
  readonly isCancelled: boolean
  readonly hasFailed: boolean
  /** Nothing before it failed, and nothing was skipped where that counts. */
  readonly hasSucceeded: boolean
}

const STATUS = ['always', 'success', 'failure', 'cancelled']
const STATUS_CALL = /\b(?:always|success|failure|cancelled)\s*\(/i
const PLACE = /\$\{\{((?:'(?:[^']|'')*'|[^'])*?)\}\}/g
const WHOLE = /^\s*\$\{\{((?:'(?:[^']|'')*'|[^'])*?)\}\}\s*$/

/** @throws Error in the words of GitHub's parser */
function evaluate(expression: string, context: Context, progress: Progress | null) {
  const infos = progress === null ? [] : STATUS.map((name) => ({ name, minArgs: 0, maxArgs: 0 }))
  const { tokens } = new Lexer(expression.trim()).lex()
  const tree = new Parser(tokens, Object.keys(context), infos).parse()
  const world = JSON.parse(JSON.stringify(context), data.reviver) as InstanceType<typeof data.Dictionary>
  const answers = progress === null ? {} : getAnswers(progress)
  const functions = infos.map((info) => ({
    ...info,
    call: () => new data.BooleanData(answers[info.name] ?? false),
  }))
  return new Evaluator(tree, world, new Map(functions.map((each) => [each.name, each]))).evaluate()
}

function getAnswers({ isCancelled, hasFailed, hasSucceeded }: Progress): Readonly<Record<string, boolean>> {
  return {
    always: true,
    cancelled: isCancelled,
    failure: hasFailed && !isCancelled,
    success: hasSucceeded && !isCancelled,
  }
}

/** A text with the value of every `${{ }}` in it; numbers and the like are texts here. @throws Error as GitHub's parser */
export function fillText(template: unknown, context: Context): string {
  return getText(template).replace(PLACE, (_, expression: string) => evaluate(expression, context, null).coerceString())
}

/** A value of a workflow file: texts are filled, and one that is nothing but `${{ }}` becomes what that is. */
export function fill(value: unknown, context: Context): unknown {
  if (typeof value === 'string') {
    const [, expression] = WHOLE.exec(value) ?? []
    if (expression === undefined) return fillText(value, context)
    return JSON.parse(JSON.stringify(evaluate(expression, context, null), data.replacer))
  }
  if (Array.isArray(value)) return value.map((part) => fill(part, context))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [fillText(name, context), fill(part, context)]))
}

/** A mapping of texts, as `env` and `with` are: null is empty. */
export function fillTexts(values: unknown, context: Context): Record<string, string> {
  const entries = Object.entries((values ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.map(([name, value]) => [name, fillText(value, context)]))
}

export const getText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Whether an `if` holds; without a word of status in it, it asks for success too. @throws Error as GitHub's parser */
export function holds(condition: unknown, context: Context, progress: Progress): boolean {
  const text = condition === undefined || condition === null ? 'success()' : String(condition)
  const expression = (WHOLE.exec(text)?.[1] ?? text).trim()
  // Text around a place makes a text of it all, which is true.
  const isText = expression.includes('${{')
  const whole = isText
    ? fillText(expression, context) !== ''
    : !falsy(evaluate(expression || 'success()', context, progress))
  return whole && (STATUS_CALL.test(expression) || progress.hasSucceeded)
}
