/** The configuration that a branch is judged by, read by the App itself: a run that could not read it says so only in its log. */
import { CONFIG_PATH, DEFAULT_CONFIG, parseConfig } from '../../../config/parse.ts'
import { noteOnUnread } from '../../../config/unread.ts'
import type { Sha } from '../../../core/model/commit.ts'
import type { Config } from '../../../core/model/config.ts'
import { GateError } from '../../../core/model/errors.ts'
import type { BrokenConfig, EvidenceFound, GatedRun } from '../../../core/model/pull-request.ts'
import { rules } from '../../../core/rules/index.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { type ReadCommit, rememberByCommit } from './commit-memory.ts'
import type { Comparison } from './comparison.ts'
import { readContents } from './contents.ts'
import { listWorkflowFolder } from './github-tree.ts'

export interface BaseConfig {
  readonly config: Config
  /** What is to be told of one that lies there and is not read: a link, say. */
  readonly unread: string | null
}

/** @throws GateError `bad-config`, `limit-exceeded`, and as GitHub's refusal */
export type ReadConfig = ReadCommit<BaseConfig>

/** As many base commits as one process looks after. */
const MAX_CONFIGS = 500

/** @returns `readConfig` that asks once for every commit: neither a configuration nor what is wrong with it ever changes */
export function rememberConfigs(most: number = MAX_CONFIGS): ReadConfig {
  const read = rememberByCommit<BaseConfig | GateError>((...asked) => readConfig(...asked).catch(orMistake), most)
  return async (...asked) => {
    const found = await read(...asked)
    if (found instanceof GateError) throw found
    return found
  }
}

function orMistake(error: unknown): GateError {
  if (isMistake(error)) return error
  throw error
}

function isMistake(error: unknown): error is GateError {
  return error instanceof GateError && (error.code === 'bad-config' || error.code === 'limit-exceeded')
}

/**
 * As the judge reads it. GitHub's contents answer a link as the file that it leads to, and only a tree tells that it is one.
 * @throws GateError `bad-config`, `limit-exceeded`, and as GitHub's refusal
 */
export async function readConfig(github: GitHub, repository: RepositoryName, commit: Sha): Promise<BaseConfig> {
  const tree = await listWorkflowFolder(github, repository, commit)
  const isFile = tree.get(CONFIG_PATH)?.mode.startsWith('100') === true
  const text = isFile ? await readContents(github, repository, commit, CONFIG_PATH) : null
  const unread = noteOnUnread(tree)
  if (text === null) return { config: DEFAULT_CONFIG, unread }
  return { config: parseConfig(text, { file: CONFIG_PATH, ruleCodes: rules.map(({ code }) => code) }), unread }
}

/** What the gate says where runs left nothing that counts. */
export interface ConfigTrouble {
  readonly brokenConfig: BrokenConfig | null
  readonly notes: readonly string[]
}

const NO_TROUBLE: ConfigTrouble = { brokenConfig: null, notes: [] }

/**
 * Read only where all runs ended without evidence that counts: that is when it is to be known why.
 * @throws GateError as GitHub's refusal
 */
export async function readConfigTrouble(
  read: ReadConfig,
  github: GitHub,
  repository: RepositoryName,
  { mergeBase, tip }: Pick<Comparison, 'mergeBase' | 'tip'>,
  { evidence, runs }: { readonly evidence: EvidenceFound; readonly runs: readonly GatedRun[] },
): Promise<ConfigTrouble> {
  const isOver = runs.length > 0 && runs.every(({ status }) => status === 'completed')
  if (evidence.kind !== 'refused' && !(evidence.kind === 'none' && isOver)) return NO_TROUBLE
  const now = await troubleIn(read(github, repository, tip))
  const then = tip === mergeBase.sha ? now : await troubleIn(read(github, repository, mergeBase.sha))
  const what = now.broken ?? then.broken
  return {
    brokenConfig: what === null ? null : { what, isMended: now.broken === null },
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
    if (!isMistake(error)) throw error
    return { broken: error.message.replaceAll('\n', '; '), unread: null }
  }
}
