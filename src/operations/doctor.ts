/** Looks for what would keep the gate from measuring here, and says how to mend it. */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONFIG_PATH, parseConfig } from '../config/parse.ts'
import type { Config } from '../core/config.ts'
import { GateError } from '../core/errors.ts'
import { DEFAULT_BASES, nameOfRef } from '../measure/range.ts'
import { ask, type Check, check, type DoctorTools } from './doctor-check.ts'
import { canWrite, findProgram, programOf } from './programs.ts'

export type { DoctorTools } from './doctor-check.ts'

const MIN_NODE = 24
/** The first git with `merge-tree --write-tree`, which recomputes merges. */
const MIN_GIT = [2, 38] as const

/** Every check, in the order in which trouble should be mended. Never throws for what it finds. */
export async function doctor(dir: string, tools: DoctorTools): Promise<readonly Check[]> {
  const config = readConfig(dir, tools.ruleCodes)
  const commands = await commandsOf(dir, config, tools)
  return [
    checkNode(tools.nodeVersion),
    await checkGit(dir, tools),
    await checkRepository(dir, tools),
    await checkHistory(dir, tools),
    await checkBase(dir, tools),
    config.check,
    commands.check,
    checkPrograms(dir, commands.commands, tools),
    checkCache(tools.cacheDir),
    ...(await askGitHub(dir, tools)),
  ]
}

/** Its client is loaded when it is needed: no other command should wait for it. */
async function askGitHub(dir: string, tools: DoctorTools): Promise<readonly Check[]> {
  const { checkEnforcement } = await import('./enforcement.ts')
  return checkEnforcement(dir, tools)
}

function checkNode(version: string): Check {
  const isEnough = Number.parseInt(version, 10) >= MIN_NODE
  return check('node', isEnough, `Node ${version}`, `Install Node ${MIN_NODE} or newer.`)
}

async function checkGit(dir: string, tools: DoctorTools): Promise<Check> {
  const fix = `Install git ${MIN_GIT.join('.')} or newer.`
  const { stdout, failure } = await ask(dir, ['version'], tools)
  if (failure !== null) return check('git', false, failure, fix)
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  return check('git', major > MIN_GIT[0] || (major === MIN_GIT[0] && minor >= MIN_GIT[1]), stdout, fix)
}

async function checkRepository(dir: string, tools: DoctorTools): Promise<Check> {
  const { stdout, failure } = await ask(dir, ['rev-parse', '--absolute-git-dir'], tools)
  const message = failure === null ? `repository: ${stdout}` : `${dir} is not in a git repository`
  return check('repository', failure === null, message, `git init ${dir}, or name another folder with --repo`)
}

async function checkHistory(dir: string, tools: DoctorTools): Promise<Check> {
  const { stdout, failure } = await ask(dir, ['rev-parse', '--is-shallow-repository'], tools)
  const isWhole = failure === null && stdout === 'false'
  return check(
    'history',
    isWhole,
    isWhole ? 'the history is whole' : 'the history is cut off or unknown',
    'git fetch --unshallow',
  )
}

async function checkBase(dir: string, tools: DoctorTools): Promise<Check> {
  for (const ref of DEFAULT_BASES) {
    const { failure } = await ask(
      dir,
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
      tools,
    )
    if (failure === null) return check('base', true, `commits are judged against ${nameOfRef(ref)}`, '')
  }
  return check(
    'base',
    false,
    `none of ${DEFAULT_BASES.map(nameOfRef).join(', ')} exists`,
    'tdd-gate verify --base <rev>',
  )
}

interface ConfigAnswer {
  readonly config: Config | null
  readonly check: Check
}

/** The working tree's file: what the base will say once it is merged. */
function readConfig(dir: string, ruleCodes: readonly string[]): ConfigAnswer {
  const path = join(dir, CONFIG_PATH)
  const link = [dirname(CONFIG_PATH), CONFIG_PATH].find((one) => isLink(join(dir, one)))
  if (link !== undefined) {
    const message = `${link} is a symbolic link: it is not read, the defaults count`
    return { config: null, check: check('config', false, message, `Replace ${link} by what it leads to.`) }
  }
  if (!existsSync(path)) {
    return { config: null, check: check('config', true, `no ${CONFIG_PATH}: defaults and detection`, '') }
  }
  try {
    const config = parseConfig(readFileSync(path, 'utf8'), { file: CONFIG_PATH, ruleCodes })
    return { config, check: check('config', true, `${CONFIG_PATH} is valid`, '') }
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return { config: null, check: check('config', false, error.message, error.suggestion) }
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

async function commandsOf(
  dir: string,
  { config }: ConfigAnswer,
  tools: DoctorTools,
): Promise<{ commands: readonly string[]; check: Check }> {
  const configured = config?.test.suites.map(({ command }) => command) ?? []
  if (configured.length > 0)
    return { commands: configured, check: check('runner', true, 'the test command is configured', '') }
  const detected = await tools.detect(dir)
  const message = detected?.explanations.join(' ') ?? 'No test runner is configured or detected.'
  const fix = `tdd-gate init, then say in ${CONFIG_PATH} how tests run`
  return { commands: detected?.commands ?? [], check: check('runner', detected !== null, message, fix) }
}

function checkPrograms(dir: string, commands: readonly string[], { env }: DoctorTools): Check {
  const programs = [...new Set(commands.flatMap((command) => programOf(command) ?? []))]
  const missing = programs.filter((program) => !findProgram(program, dir, env['PATH'] ?? ''))
  const message =
    missing.length === 0
      ? `found: ${programs.join(', ') || 'nothing to look for'}`
      : `${missing.map((program) => `\`${program}\``).join(', ')} is not on the PATH nor in node_modules/.bin`
  return check('command', missing.length === 0, message, `Install ${missing.join(', ')}, or run the set-up command.`)
}

function checkCache(dir: string): Check {
  const trouble = canWrite(dir)
  return check(
    'cache',
    trouble === null,
    trouble ?? `cache: ${dir}`,
    'tdd-gate verify --cache-dir <a folder that can be written>',
  )
}
