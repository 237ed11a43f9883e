/** Writes a line of the log for a person at a terminal: time, level, message, fields. */
import { plain } from '../../render/text/text.ts'

/** They lead programs from line to line. */
const FOR_PROGRAMS: readonly string[] = ['level', 'time', 'msg', 'delivery', 'id', 'key']
const MAX_VALUE = 300

/** @param line one JSON object @returns another text as it is */
export function toHumanLine(line: string): string {
  const fields = parse(line)
  if (fields === null) return line
  const { level, time, msg } = fields
  const rest = Object.entries(fields).flatMap(([name, value]) =>
    FOR_PROGRAMS.includes(name) || value === undefined ? [] : [`${name}: ${toValue(value)}`],
  )
  const said = [
    String(time).slice(11, 19),
    ...(level === 'info' ? [] : [String(level).toUpperCase()]),
    plain(String(msg)),
  ]
  return `${said.join(' ')}${rest.length === 0 ? '' : `  ${rest.join(', ')}`}\n`
}

function toValue(value: unknown): string {
  const texts = Array.isArray(value) ? value : [value]
  return texts.map((one) => plain(typeof one === 'string' ? one : JSON.stringify(one), MAX_VALUE)).join('; ')
}

function parse(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
