/** Fills the placeholders of a configured command, so that nothing in a path can be taken for shell. */
import { join } from 'node:path'
import type { Shard } from '../core/model/config.ts'
import { quote } from './runners/runner.ts'

const FILES = /\{files(?::-((?:'[^']*'|[^{}'])*))?\}/
/** One pass over all of them: what is put in is never looked at again. */
const PLACEHOLDERS = new RegExp(`${FILES.source}|\\{reports\\}|\\{assets\\}|\\{shard\\}`, 'g')
/** A word that tells the shard, with its quotes. */
const SHARD_WORD = /(['"]?)[^\s;&|()<>'"]*\{shard\}[^\s;&|()<>'"]*\1 ?/g
/** Our own reporters for runners that have no good one. */
export const ASSETS = join(import.meta.dirname, 'assets')
/** Linux takes 131,072 bytes as one argument of `sh -c`. */
const MAX_COMMAND = 100_000

export interface Filling {
  /** Null: all files. */
  readonly targets: readonly string[] | null
  readonly reports: string
  /** Where our own reporters are. */
  readonly assets: string
  /** Null: everything runs, and words that tell the shard are left out. */
  readonly shard?: Shard | null
}

export function fillCommand(command: string, { targets, reports, assets, shard = null }: Filling): string {
  // Before anything is put in: what a file is called must not be taken for a placeholder.
  const words = shard === null ? command.replaceAll(SHARD_WORD, '') : command
  return words.replace(PLACEHOLDERS, (placeholder, all: string | undefined) => {
    if (placeholder === '{reports}') return quote(reports)
    if (placeholder === '{assets}') return quote(assets)
    if (placeholder === '{shard}') return `${shard?.index}/${shard?.count}`
    return targets === null ? (all ?? '') : targets.map(quote).join(' ')
  })
}

/** Whether each shard runs a slice of its own. */
export function canShard(command: string): boolean {
  return command.includes('{shard}')
}

/** Whether the command can be aimed at these targets. */
export function canTarget(command: string, targets: readonly string[]): boolean {
  if (command.search(FILES) === -1) return false
  return Buffer.byteLength(fillCommand(command, { targets, reports: '', assets: '' })) < MAX_COMMAND
}
