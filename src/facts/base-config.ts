/** The configuration that a branch is judged by, read by the App itself: a run that could not read it says so only in its log. */
import { CONFIG_PATH, DEFAULT_CONFIG, parseConfig } from '../config/parse.ts'
import type { Sha } from '../core/commit.ts'
import type { Config } from '../core/config.ts'
import { GateError } from '../core/errors.ts'
import type { BrokenConfig, EvidenceFound, GatedRun } from '../core/pull-request.ts'
import { rules } from '../core/rules/index.ts'
import type { GitHub, RepositoryName } from '../github.ts'
import type { Comparison } from './comparison.ts'
import { readContents } from './contents.ts'

/** @throws GateError `bad-config`, `limit-exceeded`, and as GitHub's refusal */
export async function readConfig(github: GitHub, repository: RepositoryName, commit: Sha): Promise<Config> {
  const text = await readContents(github, repository, commit, CONFIG_PATH)
  if (text === null) return DEFAULT_CONFIG
  return parseConfig(text, { file: CONFIG_PATH, ruleCodes: rules.map(({ code }) => code) })
}

/**
 * Read only where all runs ended without evidence that counts: that is when it is to be known why.
 * @returns null for one that can be used @throws GateError as GitHub's refusal
 */
export async function readBrokenConfig(
  github: GitHub,
  repository: RepositoryName,
  { mergeBase, tip }: Pick<Comparison, 'mergeBase' | 'tip'>,
  { evidence, runs }: { readonly evidence: EvidenceFound; readonly runs: readonly GatedRun[] },
): Promise<BrokenConfig | null> {
  const isOver = runs.length > 0 && runs.every(({ status }) => status === 'completed')
  if (evidence.kind !== 'refused' && !(evidence.kind === 'none' && isOver)) return null
  const now = await whyBroken(github, repository, tip)
  const then = tip === mergeBase.sha ? now : await whyBroken(github, repository, mergeBase.sha)
  const what = now ?? then
  return what === null ? null : { what, isMended: now === null }
}

async function whyBroken(github: GitHub, repository: RepositoryName, commit: Sha): Promise<string | null> {
  try {
    await readConfig(github, repository, commit)
    return null
  } catch (error) {
    if (!(error instanceof GateError) || !['bad-config', 'limit-exceeded'].includes(error.code)) throw error
    return error.message.replaceAll('\n', '; ')
  }
}
