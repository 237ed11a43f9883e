/** Checks whether the gate can measure here, and names the fix for each problem. */
import { CONFIG_PATH, DEFAULT_CONFIG } from '../../config/parse.ts'
import { DEFAULT_ISOLATION } from '../../core/model/config.ts'
import { HOOKS_FOUND, HOOKS_LOST, INSTALL } from '../../render/hook-files.ts'
import { ask, type Check, check, type DoctorTools } from './check.ts'
import { type ConfigAnswer, findBase, type ReadBaseConfig, readDoctorConfig } from './config.ts'
import { canWrite, findProgram, getProgram, hasOwnHook, OWN_PROGRAM } from './programs.ts'

export type { DoctorTools } from './check.ts'

const MIN_NODE = 24
/** The first git with `merge-tree --write-tree`, which recomputes merges. */
const MIN_GIT = [2, 38] as const

/** Runs every check, in the order in which problems should be fixed. Never throws for a failed check. */
export async function doctor(dir: string, tools: DoctorTools): Promise<readonly Check[]> {
  const base = await findBase(dir, tools)
  const config = await readDoctorConfig(dir, base, tools)
  const commands = await getCommands(dir, config, base, tools)
  return [
    checkNode(tools.nodeVersion),
    await checkGit(dir, tools),
    await checkRepository(dir, tools),
    await checkHistory(dir, tools),
    checkBase(base),
    config.check,
    commands.check,
    checkPrograms(dir, commands.commands, tools),
    await checkIsolation(config, tools),
    checkCache(tools.cacheDir),
    ...(await checkHooks(dir, tools)),
    ...(await askGitHub(dir, tools, config)),
  ]
}

/** Loads the GitHub client only now, so that other commands do not wait for it. */
async function askGitHub(dir: string, tools: DoctorTools, { config }: ConfigAnswer): Promise<readonly Check[]> {
  const { checkEnforcement } = await import('./enforcement.ts')
  return checkEnforcement(dir, tools, (config ?? DEFAULT_CONFIG).check)
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

function checkBase(base: ReadBaseConfig | null): Check {
  if (base !== null) return check('base', true, `commits are judged against ${base.name}`, '')
  return check('base', false, 'no default branch is known here', 'tdd-gate verify --base <rev>')
}

async function getCommands(
  dir: string,
  { config }: ConfigAnswer,
  base: ReadBaseConfig | null,
  tools: DoctorTools,
): Promise<{ commands: readonly string[]; check: Check }> {
  const configured = config?.test.suites.map(({ command }) => command) ?? []
  if (configured.length > 0)
    return { commands: configured, check: check('runner', true, 'the test command is configured', '') }
  const { preparation } = (config ?? DEFAULT_CONFIG).test
  const detected = await tools.detect(dir, { base: base?.sha ?? null, preparation })
  const message = detected?.explanations.join(' ') ?? 'No test runner is configured or detected.'
  const fix = `tdd-gate init, then configure in ${CONFIG_PATH} how tests run`
  return { commands: detected?.commands ?? [], check: check('runner', detected !== null, message, fix) }
}

function checkPrograms(dir: string, commands: readonly string[], { env }: DoctorTools): Check {
  const programs = [...new Set(commands.flatMap((command) => getProgram(command) ?? []))]
  const missing = programs.filter((program) => !findProgram(program, dir, env['PATH'] ?? ''))
  const message =
    missing.length === 0
      ? `found: ${programs.join(', ') || 'nothing to look for'}`
      : `${missing.map((program) => `\`${program}\``).join(', ')} is not on the PATH nor in node_modules/.bin`
  return check('command', missing.length === 0, message, `Install ${missing.join(', ')}, or run the set-up command.`)
}

async function checkIsolation({ config }: ConfigAnswer, { findSandbox }: DoctorTools): Promise<Check> {
  const policy = config?.test.isolation ?? DEFAULT_ISOLATION
  if (policy === 'off') return check('isolation', true, 'policy.isolation is off: executions can reach each other', '')
  const tool = await findSandbox()
  if (tool !== null) return check('isolation', true, `executions run in namespaces, made by ${tool}`, '')
  const message = 'no namespaces here: executions can reach each other, and reports mark their results as weaker'
  const fix = 'apt-get install bubblewrap, and allow user namespaces or passwordless sudo'
  return check('isolation', policy !== 'required', message, fix)
}

/** Hooks start a program: an alias of the user's shell is none. */
async function checkHooks(dir: string, tools: DoctorTools): Promise<readonly Check[]> {
  const { stdout, failure } = await ask(dir, ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'], tools)
  if (failure !== null || !hasOwnHook(stdout)) return []
  const isFound = findProgram(OWN_PROGRAM, dir, tools.env['PATH'] ?? '')
  return [check('hooks', isFound, isFound ? HOOKS_FOUND : HOOKS_LOST, INSTALL)]
}

function checkCache(dir: string): Check {
  const trouble = canWrite(dir)
  return check('cache', trouble === null, trouble ?? `cache: ${dir}`, 'tdd-gate verify --cache-dir <a writable folder>')
}
