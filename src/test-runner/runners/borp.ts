/** borp runs node:test on files of its own choice: https://github.com/mcollina/borp */
import { parse } from 'yaml'
import { type Project, quote } from './runner.ts'

const CALL = /(?<=^|[\s/])borp(?=\s|$)(.*)$/s
const WORDS = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g
/** What Node calls otherwise; each takes a value. */
const NAMES: Readonly<Record<string, string>> = {
  '-t': '--test-timeout',
  '--timeout': '--test-timeout',
  '-c': '--test-concurrency',
  '--concurrency': '--test-concurrency',
}
const PATTERNS = ['-p', '--pattern']
/** Options with a value that is no pattern of tests. */
const VALUED =
  /^(?:-X|--coverage-exclude|-i|--ignore|-r|--reporter|--lines|--branches|--functions|--statements|--post-compile)$/
const DEFAULT = "'**/*.test.{cjs,mjs,js,cts,mts,ts}'"
const CONFIGS = ['.borp.yaml', '.borp.yml']
/** What a shell expands by itself as Node would; `**` only Node does. */
const PLAIN = /^(?!.*\*\*)[\w./*-]+$/

/** Returns a command of borp as one of Node, and another command as it is. */
export function borpAsNode(command: string, project: Project): string {
  const words = CALL.exec(command)?.[1]
  if (words === undefined) return command
  const { options, patterns } = sort(words.match(WORDS) ?? [])
  const files = patterns.length > 0 ? patterns : readPatterns(project)
  const call = ['node', ...options, '--test', ...(files.length > 0 ? files : [DEFAULT])].join(' ')
  return command.replace(CALL, () => call)
}

function sort(words: readonly string[]) {
  const rest = words.flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word]))
  const options: string[] = []
  const patterns: string[] = []
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const name = NAMES[word]
    if (name !== undefined) options.push(`${name}=${rest.shift() ?? ''}`)
    else if (PATTERNS.includes(word)) patterns.push(...rest.splice(0, 1))
    else if (VALUED.test(word)) rest.shift()
    else if (word === '--expose-gc') options.push(word)
    else if (!word.startsWith('-')) patterns.push(word)
  }
  return { options, patterns: patterns.map((pattern) => (/['"]/.test(pattern) ? pattern : toWord(pattern))) }
}

const toWord = (pattern: string): string => (PLAIN.test(pattern) ? pattern : quote(pattern))

/** A mistake in the file names no pattern. */
function readPatterns({ read }: Project): readonly string[] {
  const files = toFiles(CONFIGS.map(read).find((text) => text !== null) ?? '')
  const isList = Array.isArray(files) && files.every((file) => typeof file === 'string')
  return isList ? files.map(toWord) : []
}

function toFiles(text: string): unknown {
  try {
    return (parse(text, { logLevel: 'silent', maxAliasCount: 0 }) as { readonly files?: unknown } | null)?.files
  } catch {
    return undefined
  }
}
