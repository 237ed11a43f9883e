/**
 * Finds the configuration that applies here: the base's, as for `verify`; the working tree's applies after the merge.
 */
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CONFIG_PATH, parseConfig } from '../../config/parse.ts'
import type { Sha } from '../../core/model/commit.ts'
import type { Config } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import { suggest, toPrecondition } from '../../core/model/suggestion.ts'
import { BRANCHES, chooseBase, nameOfRef } from '../../git/range.ts'
import { answerOrNote, type Check, type DoctorTools, passed } from './check.ts'
import { doctorTexts } from './texts.ts'

export interface ReadBaseConfig {
  /** The branch as people write it. */
  readonly name: string
  /** Where the work of HEAD begins. */
  readonly sha: Sha
}

export interface ConfigAnswer {
  /** Null: the defaults apply. */
  readonly config: Config | null
  readonly check: Check
}

/**
 * Finds the base of any branch that begins here, because the default branch itself may be checked out. Null: unknown.
 */
export async function findBase(dir: string, tools: DoctorTools): Promise<ReadBaseConfig | null> {
  const listed = await answerOrNote(dir, ['for-each-ref', '--format=%(refname)', ...BRANCHES], tools)
  const ref = chooseBase(listed.stdout.trim().split('\n'), '')
  if (ref === null) return null
  const fork = await answerOrNote(dir, ['merge-base', ref, 'HEAD'], tools)
  const tip = await answerOrNote(dir, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], tools)
  return { name: nameOfRef(ref), sha: fork.failure === null ? fork.stdout : tip.stdout }
}

export async function readDoctorConfig(
  dir: string,
  base: ReadBaseConfig | null,
  tools: DoctorTools,
): Promise<ConfigAnswer> {
  const link = [dirname(CONFIG_PATH), CONFIG_PATH].find((one) => isLink(join(dir, one)))
  if (link !== undefined) {
    const message = doctorTexts.configLink(link)
    const suggestion = suggest(doctorTexts.replaceLink(link))
    return { config: null, check: toPrecondition('config', false, message, suggestion) }
  }
  const path = join(dir, CONFIG_PATH)
  const own = existsSync(path) ? parse(readFileSync(path, 'utf8'), 'the working tree', tools) : null
  if (base === null) return own ?? withoutFile(doctorTexts.noConfig(CONFIG_PATH))
  const { stdout, failure } = await answerOrNote(dir, ['cat-file', 'blob', `${base.sha}:${CONFIG_PATH}`], tools)
  const theirs = failure === null ? parse(stdout, `the base ${base.name}`, tools) : null
  // A mistake in it would block every judgement after the merge.
  if (own !== null && !own.check.ok) return { config: theirs?.config ?? null, check: own.check }
  if (theirs !== null) return theirs
  const none = doctorTexts.noConfigOnBase(CONFIG_PATH, base.name)
  if (own === null) return withoutFile(none)
  return withoutFile(doctorTexts.appliesAfterMerge(none, CONFIG_PATH))
}

const withoutFile = (message: string): ConfigAnswer => ({ config: null, check: passed('config', message) })

function parse(text: string, where: string, { ruleCodes }: DoctorTools): ConfigAnswer {
  try {
    const config = parseConfig(text, { file: CONFIG_PATH, ruleCodes })
    return { config, check: passed('config', `${CONFIG_PATH} of ${where} is valid`) }
  } catch (error) {
    if (!(error instanceof GateError)) throw error
    return { config: null, check: toPrecondition('config', false, `of ${where}: ${error.message}`, error.suggestion) }
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}
