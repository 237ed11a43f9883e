/** Reads the versions that affect a measurement: another runtime may give another result. */
import type { SuiteConfig } from '../../core/model/config.ts'
import { searchablePath } from '../../disk.ts'
import { runProcess } from '../process/process.ts'
import { getRunner } from '../runners/index.ts'

interface ToolchainRequest {
  readonly suites: readonly SuiteConfig[]
  /** The environment of the tests: its PATH decides which tools they use. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The version of tdd-gate. */
  readonly own: string
}

const TOOLS = {
  javascript: { name: 'node', command: ['node', '--version'] },
  python: { name: 'python', command: ['python3', '--version'] },
  go: { name: 'go', command: ['go', 'version'] },
  rust: { name: 'rust', command: ['rustc', '--version'] },
} as const

const LANGUAGES = Object.keys(TOOLS) as (keyof typeof TOOLS)[]
const TIMEOUT_MS = 20_000

/** Reads versions by name, for the languages of the suites; all of them when a suite's language is unknown. */
export async function readToolchain({ suites, env, own }: ToolchainRequest): Promise<Record<string, string>> {
  const languages = suites.map(({ command }) => getRunner(command)?.language)
  const wanted = LANGUAGES.filter((language) => languages.includes(language) || languages.includes(undefined))
  const versions = await Promise.all(
    wanted.map(async (language) => [TOOLS[language].name, await getVersion(TOOLS[language].command, env)] as const),
  )
  return { 'tdd-gate': own, platform: `${process.platform}-${process.arch}`, ...Object.fromEntries(versions) }
}

async function getVersion(command: readonly string[], env: ToolchainRequest['env']): Promise<string> {
  const PATH = searchablePath(env['PATH'] ?? '')
  const result = await runProcess({ command, directory: process.cwd(), env: { ...env, PATH }, timeoutMs: TIMEOUT_MS })
  return result.exitCode === 0 ? `${result.stdoutTail}${result.stderrTail}`.trim() : 'none'
}

/** Names the tools that ran the tests: another version may give another result. */
export function toolNotes({ node, python, go, rust }: Readonly<Record<string, string>>): readonly string[] {
  const tools = [node && `node ${node}`, python, go, rust].filter(
    (word) => word !== undefined && !/^(?:node )?none$/.test(word),
  )
  return tools.length === 0 ? [] : [`Tests ran with ${tools.join(', ')}.`]
}
