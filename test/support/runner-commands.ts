/**
 * Interprets a step's output and files as GitHub's runner does: workflow commands, file commands, masks, limits
 * (actions/runner, v2).
 */

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly title?: string
  readonly file?: string
  readonly line?: number
  readonly endLine?: number
}

/** The log of a step after interpretation. */
export interface StepLog {
  /** As people read it: commands done or translated, masks applied. */
  readonly log: string
  readonly annotations: readonly Annotation[]
  readonly masked: readonly string[]
  /** By the commands that GitHub gave up for files: nothing should be here. */
  readonly deprecated: readonly string[]
}

/** Further annotations of a level are in the log only. */
export const MAX_ANNOTATIONS = 10
const MAX_MESSAGE = 4_096
export const MAX_SUMMARY_BYTES = 1_048_576

const LEVELS = ['error', 'warning', 'notice'] as const
const DONE = ['set-env', 'add-path', 'set-output', 'save-state']
const KNOWN = [...LEVELS, ...DONE, 'add-mask', 'stop-commands', 'debug', 'group', 'endgroup', 'echo', 'add-matcher']
KNOWN.push('remove-matcher')

interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

/** Reads a step's lines one by one, as the runner does while they come. */
export function createLogReader(secrets: readonly string[] = []): { add: (line: string) => void; end: () => StepLog } {
  const lines: string[] = []
  const annotations: Annotation[] = []
  const redacted = [...secrets]
  const deprecated: string[] = []
  let stopToken: string | null = null
  const write = (text: string) => lines.push(redact(text, redacted))
  const run = ({ name, properties, data }: Command) => {
    const level = LEVELS.find((known) => known === name)
    if (level !== undefined) {
      write(`##[${level}]${data}`)
      if (annotations.filter((other) => other.level === level).length < MAX_ANNOTATIONS)
        annotations.push(getAnnotation(level, properties, redact(data, redacted)))
    } else if (name === 'add-mask') redacted.push(...data.split(/\r?\n/).filter((part) => part.trim() !== ''))
    else if (name === 'stop-commands') stopToken = data
    else if (name === 'group' || name === 'endgroup') write(`##[${name}]${data}`)
    else if (DONE.includes(name)) deprecated.push(name)
  }
  return {
    add: (line) => {
      const command = parseCommand(line, stopToken === null ? KNOWN : [...KNOWN, stopToken])
      if (command === null || (stopToken !== null && command.name !== stopToken)) write(line)
      else if (stopToken === null) run(command)
      else stopToken = null
    },
    end: () => ({ log: lines.join('\n'), annotations, masked: redacted, deprecated }),
  }
}

/** `::name key=value,...::data` at the start of a line, or the older `##[name key=value;]data` anywhere in it. */
function parseCommand(line: string, known: readonly string[]): Command | null {
  const [, head, data = ''] = /^\s*::([^:].*?)::(.*)$/s.exec(line) ?? /##\[([^\]]+)\](.*)$/s.exec(line) ?? []
  if (head === undefined) return null
  const [name = '', ...rest] = head.split(' ')
  if (!known.some((other) => other.toLowerCase() === name.toLowerCase())) return null
  const pairs = rest
    .join(' ')
    .split(/[,;]/)
    .filter((pair) => pair.includes('='))
  const properties = pairs.map((pair) => [
    pair.slice(0, pair.indexOf('=')).trim(),
    decode(pair.slice(pair.indexOf('=') + 1)),
  ])
  return {
    name: known.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name,
    properties: Object.fromEntries(properties),
    data: decode(data),
  }
}

function decode(text: string): string {
  const plain: Readonly<Record<string, string>> = { '0D': '\r', '0A': '\n', '3A': ':', '2C': ',', '25': '%' }
  return text.replace(/%(0D|0A|3A|2C|25)/g, (_, code) => plain[code] ?? '')
}

function getAnnotation(
  level: Annotation['level'],
  { title, file, line, endLine }: Command['properties'],
  data: string,
): Annotation {
  return {
    level,
    message: data.slice(0, MAX_MESSAGE),
    ...(title === undefined ? {} : { title }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(endLine === undefined ? {} : { endLine: Number(endLine) }),
  }
}

export function redact(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret !== '').toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((kept, secret) => kept.replaceAll(secret, '***'), text)
}

/** The pairs in GITHUB_OUTPUT, GITHUB_ENV or GITHUB_STATE. @throws Error in the runner's words, which fails the step. */
export function parseFileCommand(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {}
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const [equals, heredoc] = [line.indexOf('='), line.indexOf('<<')]
    if (equals > 0 && (heredoc < 0 || equals < heredoc)) {
      pairs[line.slice(0, equals)] = line.slice(equals + 1)
      continue
    }
    const [name, delimiter] = heredoc > 0 ? [line.slice(0, heredoc), line.slice(heredoc + 2)] : ['', '']
    if (name === '' || delimiter === '') throw new Error(`Invalid format '${line}'`)
    const end = lines.indexOf(delimiter, at + 1)
    if (end < 0) throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`)
    pairs[name] = lines.slice(at + 1, end).join('\n')
    at = end
  }
  return pairs
}
