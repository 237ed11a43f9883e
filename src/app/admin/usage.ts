/** Answers calls of the program that start nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { isSource } from '../../core/util/module-url.ts'
import { HELP, UNKNOWN_VERSION, unknownArgument } from './texts.ts'

/** At the top of a checkout or a package; the image has none. */
const PACKAGE = new URL(isSource(import.meta.url) ? '../../../package.json' : '../../package.json', import.meta.url)

const HELPS = ['--help', '-h']

interface Answer {
  readonly code: 0 | 2
  readonly text: string
}

/** Null: the App or a command for operators runs. */
export function answerCall(args: readonly string[]): Answer | null {
  if (args.some((arg) => HELPS.includes(arg))) return { code: 0, text: HELP }
  const [first] = args
  if (first === undefined || first === 'admin') return null
  if (first === '--version' || first === '-V') return { code: 0, text: `${readVersion()}\n` }
  return { code: 2, text: `${unknownArgument(first)}\n\n${HELP}` }
}

function readVersion(): string {
  return existsSync(PACKAGE) ? JSON.parse(readFileSync(PACKAGE, 'utf8')).version : UNKNOWN_VERSION
}
