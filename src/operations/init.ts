/**
 * Sets a repository up: writes a configuration that pins the detected runners, a workflow, and a block in AGENTS.md.
 */
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONFIG_PATH, parseConfig } from '../config/parse.ts'
import { NO_SETTINGS, readTaskMasterSettings, type TaskMasterSettings } from '../config/taskmaster-settings.ts'
import { setInYaml } from '../config/yaml.ts'
import { endlessBlock, fileExists, fileIsLink } from '../core/errors/files.ts'
import { badUsage, badUse, unknownUse } from '../core/errors/usage.ts'
import type { ConfigValue } from '../core/model/config.ts'
import { RULE_LEVELS } from '../core/rules/index.ts'
import { getAddress, type OwnUse } from '../own-use.ts'
import { withAgentsBlock } from '../render/agents-block.ts'
import { type Detected, formatLeft, toConfigFile } from '../render/config-file.ts'
import { toCommitCommand } from '../render/onboarding.ts'
import { NO_TOOLCHAINS, type Toolchains, toPackageHints } from '../render/toolchain-steps.ts'
import { toPushFirst, USES, WORKFLOW_PATH } from '../render/workflow-file.ts'
import { KNOWN_FAILURES, STRICT_START, toRequired, WORKFLOWS, type WorkflowKind } from '../render/workflow-kinds.ts'

export type { Detected } from '../render/config-file.ts'

const AGENTS_PATH = 'AGENTS.md'
const OTHER_SETTINGS = '.taskmaster/config.json'
const OWN_NAME = 'tdd-gate'

export interface InitOptions {
  /** The top of the repository. */
  readonly dir: string
  /** Only renews the block in AGENTS.md, or only writes the workflow; null: writes everything that is missing. */
  readonly only: 'agents' | 'workflow' | null
  readonly kind: WorkflowKind
  /** The commit, release, fork or mirror of tdd-gate that the workflow uses; null: none was named. */
  readonly uses: OwnUse | null
  /** What CI sets up; by default nothing. */
  readonly toolchains?: Toolchains
  /** Begins with whole pull requests, and with a check that is not required. */
  readonly isSoft?: boolean
  /** The next step opens a pull request. */
  readonly isPullRequest?: boolean
}

interface InitOutcome {
  readonly written: readonly string[]
  /** The next steps, as sentences and commands. */
  readonly next: readonly string[]
}

interface NewFile {
  readonly path: string
  readonly text: string
  readonly isRenewed: boolean
}

/**
 * Writes the files. An existing workflow stays as it is.
 * @throws GateError `file-exists` before any write, when it would overwrite a file or follow a link; `bad-usage` when
 * tdd-gate itself would get the workflow that calls it
 */
export function init(options: InitOptions, detect: (dir: string) => Detected | null): InitOutcome {
  const { dir, only } = options
  refuseWrongUse(options)
  for (const path of ['.github', CONFIG_PATH, dirname(WORKFLOW_PATH), WORKFLOW_PATH, AGENTS_PATH]) refuseLink(dir, path)
  refuseOverwriting(options)
  const workflow = only === 'agents' ? [] : getWorkflow(options)
  const agents = only === 'workflow' ? [] : getAgents(options)
  const found = only === null ? detect(dir) : null
  const detected = found && { ...found, hasStryker: namesStryker(dir) }
  const { settings, left } = only === null ? readOtherSettings(dir) : NO_SETTINGS
  const config =
    detected === null
      ? []
      : [
          {
            path: CONFIG_PATH,
            text: toConfigFile(detected, options.uses?.uses ?? null, (text) =>
              setInYaml(text, [...(detected.isAsked ? [] : MEASURED), ...(options.isSoft ? SOFT : []), ...settings]),
            ),
            isRenewed: false,
          },
        ]
  const files = [...config, ...workflow, ...agents]
  for (const file of files) write(dir, file)
  const next = toNext(files, options, only !== null || detected?.isAsked !== true)
  return {
    written: files.map(({ path }) => path),
    next: [
      ...(left.length === 0 ? [] : [formatLeft(OTHER_SETTINGS, left)]),
      ...getPackageHints(options, detected),
      ...next,
    ],
  }
}

/** A new project has it: the file says that coverage is measured, what it costs, and how to turn it off. */
const MEASURED: readonly ConfigValue[] = [{ path: ['test', 'coverage'], value: 'auto' }]

const SOFT: readonly ConfigValue[] = [{ path: ['policy', 'sequence'], value: 'pull-request' }]

const MAX_SETTINGS = 1_000_000

/** Reads the settings that the project has for Task Master; none from anything but a usual file. */
function readOtherSettings(dir: string): TaskMasterSettings {
  const path = join(dir, OTHER_SETTINGS)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size > MAX_SETTINGS) return NO_SETTINGS
  return readTaskMasterSettings(readFileSync(path, 'utf8'))
}

function getPackageHints({ toolchains }: InitOptions, detected: Detected | null): readonly string[] {
  const isComplete = detected === null || detected.isAsked || detected.pin.includes('setup:')
  return isComplete ? [] : toPackageHints(toolchains ?? NO_TOOLCHAINS)
}

function refuseWrongUse({ uses }: InitOptions): void {
  if (uses !== null && !USES.test(uses.uses)) throw badUse()
}

function refuseOverwriting({ dir, only, kind }: InitOptions): void {
  const forWorkflow = `tdd-gate init --workflow${kind === 'calling' ? '' : ` --${kind}`}`
  if (only === null)
    refuseExisting(dir, CONFIG_PATH, exists(dir, WORKFLOW_PATH) ? 'tdd-gate init --agents' : forWorkflow)
  if (only !== 'workflow') return
  if (isTddGate(dir)) throw badUsage(`${WORKFLOW_PATH} is the workflow that others call.`, 'doctor')
  refuseExisting(dir, WORKFLOW_PATH, `mv ${WORKFLOW_PATH} ${WORKFLOW_PATH}.old && ${forWorkflow}`)
}

function getWorkflow({ dir, kind, uses, toolchains }: InitOptions): readonly NewFile[] {
  if (isTddGate(dir) || exists(dir, WORKFLOW_PATH)) return []
  if (uses === null) throw unknownUse()
  return [{ path: WORKFLOW_PATH, text: WORKFLOWS[kind](uses.uses, toolchains), isRenewed: false }]
}

function getAgents({ dir, uses, isSoft = judgesWhole(dir) }: InitOptions): readonly NewFile[] {
  const before = exists(dir, AGENTS_PATH) ? readFileSync(join(dir, AGENTS_PATH), 'utf8') : ''
  const text = withAgentsBlock(before, { isSoft, address: uses && getAddress(uses) })
  if (text === null) {
    throw endlessBlock(AGENTS_PATH)
  }
  return text === before ? [] : [{ path: AGENTS_PATH, text, isRenewed: true }]
}

/** A block that is renewed says what the configuration says. */
function judgesWhole(dir: string): boolean {
  if (!exists(dir, CONFIG_PATH)) return false
  const text = readFileSync(join(dir, CONFIG_PATH), 'utf8')
  return (
    parseConfig(text, { file: CONFIG_PATH, ruleCodes: Object.keys(RULE_LEVELS) }).policy.sequence === 'pull-request'
  )
}

function write(dir: string, { path, text, isRenewed }: NewFile): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text, { flag: isRenewed ? 'w' : 'wx' })
}

function toNext(
  files: readonly NewFile[],
  { kind, uses, isSoft = false, isPullRequest }: InitOptions,
  isRunnerKnown: boolean,
): readonly string[] {
  if (files.length === 0) return []
  const paths = files.map(({ path }) => path)
  const written = paths.includes(WORKFLOW_PATH) ? uses : null
  return [
    ...(written?.isPushed === false ? [toPushFirst(written.uses)] : []),
    ...(isRunnerKnown ? [] : [`No test runner was detected: configure in ${CONFIG_PATH} how tests run.`]),
    'tdd-gate doctor',
    toCommitCommand(paths, isPullRequest),
    'Merge it: the gate reads its configuration from the base branch only.',
    ...(paths.includes(CONFIG_PATH) ? [KNOWN_FAILURES] : []),
    ...(paths.includes(CONFIG_PATH) && !isSoft ? [STRICT_START] : []),
    ...(paths.includes(WORKFLOW_PATH) ? toRequired(kind, isSoft) : []),
  ]
}

/** In tdd-gate's own repository the file of that name is the reusable workflow. */
function isTddGate(dir: string): boolean {
  return readManifest(dir)?.['name'] === OWN_NAME
}

function namesStryker(dir: string): boolean {
  const { dependencies, devDependencies } = readManifest(dir) ?? {}
  return [dependencies, devDependencies].some((all) => isObject(all) && Object.hasOwn(all, '@stryker-mutator/core'))
}

/** Null: there is none, or it is invalid. */
function readManifest(dir: string): Readonly<Record<string, unknown>> | null {
  const path = join(dir, 'package.json')
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(manifest) ? manifest : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function refuseExisting(dir: string, path: string, suggestion: string): void {
  if (exists(dir, path)) throw fileExists(path, suggestion)
}

function refuseLink(dir: string, path: string): void {
  if (lstatSync(join(dir, path), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw fileIsLink(path)
  }
}

function exists(dir: string, path: string): boolean {
  return lstatSync(join(dir, path), { throwIfNoEntry: false }) !== undefined
}
