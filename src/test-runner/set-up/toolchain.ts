/** Reads the versions that affect a measurement: another runtime may give another result. */
import { realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { SuiteConfig } from '../../core/model/config.ts'
import { remember } from '../../core/util/remember.ts'
import { ifThere, searchablePath } from '../../disk.ts'
import { runProcess } from '../process/process.ts'
import { getRunner } from '../runners/index.ts'

interface ToolchainRequest {
  readonly suites: readonly Pick<SuiteConfig, 'command'>[]
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

/** Repairs are judged one after the other, each with the same tools. */
const KEPT_FOR_MS = 60_000
const versions = remember<string>(100)

function getVersion(command: readonly string[], env: ToolchainRequest['env']): Promise<string> {
  const PATH = searchablePath(env['PATH'] ?? '')
  const minute = Math.floor(performance.now() / KEPT_FOR_MS)
  const key = JSON.stringify([command, minute, process.cwd(), env, identifyPrograms(command, PATH)])
  return versions.get(key, () => askVersion(command, { ...env, PATH }))
}

async function askVersion(command: readonly string[], env: ToolchainRequest['env']): Promise<string> {
  const result = await runProcess({ command, directory: process.cwd(), env, timeoutMs: TIMEOUT_MS })
  return result.exitCode === 0 ? `${result.stdoutTail}${result.stderrTail}`.trim() : 'none'
}

/** Returns `node v24.21.0`, and so on, of the tools that are there. */
export function nameTools({ node, python, go, rust }: Readonly<Record<string, string>>): readonly string[] {
  return [node && `node ${node}`, python, go, rust].filter(
    (word): word is string => word !== undefined && !/^(?:node )?none$/.test(word),
  )
}

/** Names the tools that ran the tests: another version may give another result. */
export function toolNotes(versions: Readonly<Record<string, string>>): readonly string[] {
  const tools = nameTools(versions)
  return tools.length === 0 ? [] : [`Tests ran with ${tools.join(', ')}.`]
}

/** Interpreters of installers, which a command need not name. */
const INTERPRETERS = ['node', 'python3', 'ruby', 'php', 'java', 'go', 'cargo', 'git', 'sh']

/**
 * Identifies the programs that commands may start, without starting them.
 * @param path the PATH of the commands
 * @returns name, real path, size and time of change of each that exists
 */
export function identifyPrograms(commands: readonly string[], path: string): readonly (readonly unknown[])[] {
  const words = new Set([...commands.flatMap((command) => command.match(/[\w.+-]+/g) ?? []), ...INTERPRETERS])
  const folders = path.split(delimiter).filter(isAbsolute)
  return [...words].toSorted().flatMap((name) => {
    const found = folders.map((folder) => join(folder, name)).find((file) => ifThere(() => statSync(file))?.isFile())
    if (found === undefined) return []
    const { size, mtimeMs } = statSync(found)
    return [[name, realpathSync(found), size, mtimeMs]]
  })
}
