/** Checks whether the gate can measure here, and names the fix for each problem. */
import { CONFIG_PATH, DEFAULT_CONFIG } from '../../config/parse.ts'
import { DEFAULT_ISOLATION } from '../../core/model/config.ts'
import { advise, suggest, toPrecondition } from '../../core/model/suggestion.ts'
import { shellWords } from '../../core/rules/text.ts'
import { LOGIN } from '../../render/doctor.ts'
import { HOOKS_FOUND, HOOKS_LOST, INSTALL } from '../../render/hook-files.ts'
import { answerOrNote, type Check, type DoctorTools, passed, skipped } from './check.ts'
import { type ConfigAnswer, findBase, type ReadBaseConfig, readDoctorConfig } from './config.ts'
import { canWrite, commandsOf, findProgram, getPrograms, hasOwnHook, OWN_PROGRAM } from './programs.ts'
import { doctorTexts } from './texts.ts'

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
    await checkPrograms(dir, commands.commands, tools),
    await checkIsolation(config, tools),
    checkCache(tools.cacheDir),
    checkLogin(dir, tools),
    ...(await checkHooks(dir, tools)),
    ...(await checkGitHub(dir, tools, config)),
  ]
}

/** Loads the GitHub client only now, so that other commands do not wait for it. */
async function checkGitHub(dir: string, tools: DoctorTools, { config }: ConfigAnswer): Promise<readonly Check[]> {
  const { checkEnforcement } = await import('./enforcement.ts')
  return checkEnforcement(dir, tools, (config ?? DEFAULT_CONFIG).check)
}

function checkNode(version: string): Check {
  const isEnough = Number.parseInt(version, 10) >= MIN_NODE
  return toPrecondition('node', isEnough, `Node ${version}`, suggest(`Install Node ${MIN_NODE} or newer.`))
}

async function checkGit(dir: string, tools: DoctorTools): Promise<Check> {
  const install = suggest(`Install git ${MIN_GIT.join('.')} or newer.`)
  const { stdout, failure } = await answerOrNote(dir, ['version'], tools)
  if (failure !== null) return toPrecondition('git', false, failure, install)
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  return toPrecondition('git', major > MIN_GIT[0] || (major === MIN_GIT[0] && minor >= MIN_GIT[1]), stdout, install)
}

async function checkRepository(dir: string, tools: DoctorTools): Promise<Check> {
  const { stdout, failure } = await answerOrNote(dir, ['rev-parse', '--absolute-git-dir'], tools)
  const message = failure === null ? `repository: ${stdout}` : `${dir} is not in a git repository`
  const create = suggest(doctorTexts.createRepository(dir), `git init ${shellWords([dir], '.')}`)
  return toPrecondition('repository', failure === null, message, create)
}

async function checkHistory(dir: string, tools: DoctorTools): Promise<Check> {
  const { stdout, failure } = await answerOrNote(dir, ['rev-parse', '--is-shallow-repository'], tools)
  const isWhole = failure === null && stdout === 'false'
  const message = isWhole ? 'the history is whole' : 'the history is cut off or unknown'
  return toPrecondition('history', isWhole, message, advise('', 'git fetch --unshallow'))
}

function checkBase(base: ReadBaseConfig | null): Check {
  if (base !== null) return passed('base', `commits are judged against ${base.name}`)
  return toPrecondition('base', false, 'no default branch is known here', advise('', 'tdd-gate verify --base <rev>'))
}

async function getCommands(
  dir: string,
  { config }: ConfigAnswer,
  base: ReadBaseConfig | null,
  tools: DoctorTools,
): Promise<{ commands: readonly string[]; check: Check }> {
  const configured = config?.test.suites.flatMap(commandsOf) ?? []
  if (configured.length > 0) return { commands: configured, check: passed('runner', 'the test command is configured') }
  const { preparation } = (config ?? DEFAULT_CONFIG).test
  const detected = await tools.detect(dir, { base: base?.sha ?? null, preparation })
  const message = detected?.explanations.join(' ') ?? doctorTexts.noRunner
  const init = suggest(doctorTexts.configureTests(CONFIG_PATH), 'tdd-gate init')
  return { commands: detected?.commands ?? [], check: toPrecondition('runner', detected !== null, message, init) }
}

async function checkPrograms(
  dir: string,
  commands: readonly string[],
  { env, readVersions }: DoctorTools,
): Promise<Check> {
  const programs = [...new Set(commands.flatMap(getPrograms))]
  const missing = programs.filter((program) => !findProgram(program, dir, env['PATH'] ?? ''))
  const versions = programs.length > 0 && missing.length === 0 ? await readVersions(commands) : []
  const runsWith = versions.length === 0 ? '' : `; tests run with ${versions.join(', ')}`
  const message =
    missing.length === 0
      ? `found: ${programs.join(', ') || 'nothing to look for'}${runsWith}`
      : `${missing.map((program) => `\`${program}\``).join(', ')} is not on the PATH nor in node_modules/.bin`
  const install = suggest(`Install ${missing.join(', ')}, or run the set-up command.`)
  return toPrecondition('command', missing.length === 0, message, install)
}

async function checkIsolation({ config }: ConfigAnswer, { findSandbox }: DoctorTools): Promise<Check> {
  const policy = config?.test.isolation ?? DEFAULT_ISOLATION
  if (policy === 'off') return passed('isolation', 'policy.isolation is off: executions can reach each other')
  const tool = await findSandbox()
  if (tool !== null) return passed('isolation', `executions run in namespaces, made by ${tool}`)
  const message = 'no namespaces here: executions can reach each other, and reports mark their results as weaker'
  const [install, allow] = ['apt-get install bubblewrap', 'and allow user namespaces or passwordless sudo']
  return toPrecondition('isolation', policy !== 'required', message, suggest(`${install}, ${allow}`, install))
}

/** Hooks start a program: an alias of the user's shell is none. */
async function checkHooks(dir: string, tools: DoctorTools): Promise<readonly Check[]> {
  const { stdout, failure } = await answerOrNote(
    dir,
    ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'],
    tools,
  )
  if (failure !== null || !hasOwnHook(stdout)) return []
  const isFound = findProgram(OWN_PROGRAM, dir, tools.env['PATH'] ?? '')
  return [toPrecondition('hooks', isFound, isFound ? HOOKS_FOUND : HOOKS_LOST, suggest(INSTALL))]
}

/** Only `--github` needs a login, so a machine without one is sound. */
function checkLogin(dir: string, { env }: DoctorTools): Check {
  if (env['GH_TOKEN'] || env['GITHUB_TOKEN']) return passed('login', LOGIN.token)
  return findProgram('gh', dir, env['PATH'] ?? '') ? passed('login', LOGIN.gh) : skipped('login', LOGIN.none)
}

function checkCache(dir: string): Check {
  const trouble = canWrite(dir)
  const other = advise('', 'tdd-gate verify --cache-dir <a writable folder>')
  return toPrecondition('cache', trouble === null, trouble ?? `cache: ${dir}`, other)
}
