/** Reads the XML of GoogleTest and Catch2, and the errors of compilers and linkers. */

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const GOOGLE_TEST = /<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g
const CATCH_TEST = /<TestCase ([^>]*)>([\s\S]*?)<\/TestCase>/g
const ATTRIBUTE = /([\w:]+)="([^"]*)"/g
const RAISED = /C\+\+ exception with description|<Exception |<FatalErrorCondition /
const COMPILER = /^([^\s:][^\n:]{0,500}\.\w{1,4}):(?:\d+:)+ ((?:fatal )?error: [^\n]*)/gm
const LINKER = /^(?:\S*ld: )?(?:[^\n]*?\b)?([^\s:(]+\.\w{1,4}):\S*?: (undefined reference to [^\n]*)/gm

function toAttributes(text) {
  const decode = (value) =>
    value.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (_, hex, number, name) =>
      name === undefined ? String.fromCodePoint(Number.parseInt(hex ?? number, hex ? 16 : 10)) : (ENTITIES[name] ?? ''),
    )
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, decode(value)]))
}

function toError(message, body) {
  const code = RAISED.test(body) ? {} : { code: 'ERR_ASSERTION' }
  return { failureType: 'testCodeFailure', message, ...code }
}

/** @returns null where the report has no end: the program ended before its tests did */
export function readGoogle(text) {
  if (!text.trimEnd().endsWith('</testsuites>')) return null
  return [...text.matchAll(GOOGLE_TEST)].map(([, head, body = '']) => {
    const { name, classname = '', file, status, result } = toAttributes(head)
    const failures = [...body.matchAll(/<failure ([^>]*)>/g)].map(([, attributes]) => toAttributes(attributes).message)
    const skip = status === 'notrun' || result === 'skipped' || undefined
    const error = failures.length === 0 ? undefined : toError(failures.join('\n'), body)
    return { name, suite: classname, file, skip, error }
  })
}

/** @returns null where the report has no end */
export function readCatch(text) {
  if (!/<\/Catch2?(?:TestRun)?>\s*$/.test(text)) return null
  return [...text.matchAll(CATCH_TEST)].map(([, head, body]) => {
    const { name, filename } = toAttributes(head)
    const isBad = /<OverallResult success="false"/.test(body)
    const message = body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const skip = /<OverallResult success="true" skips="[1-9]/.test(body) || undefined
    return { name, suite: '', file: filename, skip, error: isBad ? toError(message, body) : undefined }
  })
}

/** Returns the first errors of compilers and linkers by the path that they name. */
export function readCompiler(text) {
  const errors = new Map()
  for (const [, path, message] of [...text.matchAll(COMPILER), ...text.matchAll(LINKER)])
    errors.set(path, [...(errors.get(path) ?? []), message])
  return new Map([...errors].map(([path, messages]) => [path, messages.join('\n')]))
}
