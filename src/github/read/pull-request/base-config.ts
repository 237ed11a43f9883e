/**
 * Reads the configuration of the base. The App reads it itself, because a failed run reports an invalid one only in its
 * log.
 */
import { applyOrganisation, type Organisation } from '../../../config/organisation.ts'
import { CONFIG_PATH } from '../../../config/parse.ts'
import { noteOnUnread } from '../../../config/unread.ts'
import type { Sha } from '../../../core/model/commit.ts'
import { type Config, DEFAULT_TRUST } from '../../../core/model/config.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { BrokenConfig, EvidenceFound, GatedRun } from '../../../core/model/pull-request.ts'
import { RULE_LEVELS } from '../../../core/rules/index.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { isInvalid, NO_ORGANISATION, type ReadOrganisation } from '../organisation/organisation.ts'
import type { BranchComparison } from './comparison.ts'
import { readContents } from './contents.ts'
import { cacheByCommit, listWorkflowFolder, type ReadCommit } from './github-tree.ts'

export interface BaseConfig {
  readonly config: Config
  /** A note on a file that is not read, such as a symbolic link. */
  readonly unread: string | null
}

/**
 * Reads the configuration at a commit. @throws GateError `bad-config`, `limit-exceeded`, and for a refusal of GitHub
 */
export type ReadConfig = ReadCommit<BaseConfig>

/** Bound on the cached base commits. */
const MAX_CONFIGS = 500

/**
 * Returns a `readConfig` with a cache of the files by commit, which are immutable. The settings of the organisation
 * apply to each of them.
 */
export function cacheConfigs(readOrganisation: ReadOrganisation = NO_ORGANISATION): ReadConfig {
  const read = cacheByCommit<ConfigText | GateError>((...place) => readText(...place).catch(orMistake), MAX_CONFIGS)
  return async (github, repository, commit) => {
    const organisation = (await readOrganisation(github, repository.owner)) ?? NOTHING_DEMANDED
    const found = await read(github, repository, commit)
    if (found instanceof GateError) throw found
    return toBaseConfig(found, organisation)
  }
}

const NOTHING_DEMANDED = { defaults: { policy: undefined, override: undefined }, fixed: [] }

function orMistake(error: unknown): GateError {
  if (isInvalid(error)) return error
  throw error
}

interface ConfigText extends Pick<BaseConfig, 'unread'> {
  /** Null: there is no file. */
  readonly text: string | null
}

/** Reads the file as the judge does. GitHub's contents API follows links, so only the tree shows them. */
async function readText(github: GitHub, repository: RepositoryName, commit: Sha): Promise<ConfigText> {
  const tree = await listWorkflowFolder(github, repository, commit)
  const isFile = tree.get(CONFIG_PATH)?.mode.startsWith('100') === true
  const text = isFile ? await readContents(github, repository, commit, CONFIG_PATH) : null
  return { text, unread: noteOnUnread(tree) }
}

function toBaseConfig(
  { text, unread }: ConfigText,
  organisation: Pick<Organisation, 'defaults' | 'fixed'>,
): BaseConfig {
  return { config: applyOrganisation(text, organisation, { file: CONFIG_PATH, levels: RULE_LEVELS }), unread }
}

/** The role that no configuration can take away. */
const LEAST_ROLES = ['admin'] as const

/**
 * Reads which roles may excuse work. Where the configuration is unknown or invalid, only administrators may. @throws
 * GateError for a refusal of GitHub
 */
export async function readExcusingRoles(
  read: ReadConfig,
  github: GitHub,
  repository: RepositoryName,
  tip: Sha | null,
): Promise<Config['override']['roles']> {
  const config = tip === null ? null : await readValid(read, github, repository, tip)
  return config?.override.roles ?? LEAST_ROLES
}

/** Reads which evidence a base accepts. An invalid configuration accepts no weaker one. @throws GateError for a refusal */
export async function readTrustPolicy(
  read: ReadConfig,
  github: GitHub,
  repository: RepositoryName,
  tip: Sha,
): Promise<Config['trust']> {
  return (await readValid(read, github, repository, tip))?.trust ?? DEFAULT_TRUST
}

async function readValid(
  read: ReadConfig,
  github: GitHub,
  repository: RepositoryName,
  tip: Sha,
): Promise<Config | null> {
  try {
    return (await read(github, repository, tip)).config
  } catch (error) {
    if (isInvalid(error)) return null
    throw error
  }
}

/** The problem with the configuration that explains missing evidence. */
interface ConfigTrouble {
  readonly brokenConfig: BrokenConfig | null
  readonly notes: readonly string[]
}

const NO_TROUBLE: ConfigTrouble = { brokenConfig: null, notes: [] }

/**
 * Reads the configuration only where all runs ended without valid evidence, to explain why. @throws GateError for a
 * refusal of GitHub
 */
export async function readConfigTrouble(
  read: ReadConfig,
  github: GitHub,
  repository: RepositoryName,
  { mergeBase, tip }: Pick<BranchComparison, 'mergeBase' | 'tip'>,
  { evidence, runs }: { readonly evidence: EvidenceFound; readonly runs: readonly GatedRun[] },
): Promise<ConfigTrouble> {
  const isOver = runs.length > 0 && runs.every(({ status }) => status === 'completed')
  if (evidence.kind !== 'refused' && !(evidence.kind === 'none' && isOver)) return NO_TROUBLE
  const now = await troubleIn(read(github, repository, tip))
  const then = tip === mergeBase.sha ? now : await troubleIn(read(github, repository, mergeBase.sha))
  const what = now.broken ?? then.broken
  return {
    brokenConfig: what === null ? null : { what, isFixed: now.broken === null },
    notes: [...new Set([now.unread, then.unread])].filter((note) => note !== null),
  }
}

interface Trouble {
  readonly broken: string | null
  readonly unread: string | null
}

async function troubleIn(config: Promise<BaseConfig>): Promise<Trouble> {
  try {
    return { broken: null, unread: (await config).unread }
  } catch (error) {
    if (!isInvalid(error)) throw error
    return { broken: error.message.replaceAll('\n', '; '), unread: null }
  }
}
