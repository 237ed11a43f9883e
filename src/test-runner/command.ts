/** Fills the placeholders of a configured command. Quotes every path, so that no part of it can act as shell syntax. */
import { join } from 'node:path'
import type { Shard } from '../core/model/config.ts'
import { quote } from './runners/runner.ts'

const FILES = /\{files(?::-((?:'[^']*'|[^{}'])*))?\}/
/** Fills all placeholders in one pass, so that inserted text is never expanded again. */
const PLACEHOLDERS = new RegExp(`${FILES.source}|\\{reports\\}|\\{assets\\}|\\{shard\\}|\\{timeout\\}`, 'g')
/** An argument that contains the shard, with its quotes. */
const SHARD_ARGUMENT = /(['"]?)[^\s;&|()<>'"]*\{shard\}[^\s;&|()<>'"]*\1 ?/g
/**
 * Output that is redirected into the report folder, which is empty at first: a loop redirects several times, so that
 * each must append.
 */
const REDIRECTION = /(?<![>&=-])>\|?(?=\s*['"]?\{reports\})/g
/** Our own reporters for runners that have no good one. */
export const ASSETS = join(import.meta.dirname, 'assets')
/** Linux takes 131,072 bytes as one argument of `sh -c`. */
const MAX_COMMAND = 100_000

interface Filling {
  /** Null: all files. */
  readonly targets: readonly string[] | null
  readonly reports: string
  /** Where our own reporters are. */
  readonly assets: string
  /** Null: everything runs, and arguments with the shard are left out. */
  readonly shard?: Shard | null
  /** When the runner should end a test that hangs. */
  readonly timeoutSeconds: number
}

export function fillCommand(command: string, filling: Filling): string {
  const { targets, reports, assets, shard = null, timeoutSeconds } = filling
  // Runs before any value is inserted: a file name must not act as a placeholder.
  const shortened = shard === null ? command.replaceAll(SHARD_ARGUMENT, '') : command
  return shortened.replace(REDIRECTION, '>>').replace(PLACEHOLDERS, (placeholder, all: string | undefined) => {
    if (placeholder === '{reports}') return quote(reports)
    if (placeholder === '{assets}') return quote(assets)
    if (placeholder === '{timeout}') return `${timeoutSeconds}`
    if (placeholder === '{shard}') return `${shard?.index}/${shard?.count}`
    return targets === null ? (all ?? '') : targets.map(quote).join(' ')
  })
}

/** Returns whether each shard runs a slice of its own. */
export function canShard(command: string): boolean {
  return command.includes('{shard}')
}

/** Returns whether the command can run these targets only. */
export function canTarget(command: string, targets: readonly string[]): boolean {
  if (command.search(FILES) === -1) return false
  return Buffer.byteLength(fillCommand(command, { targets, reports: '', assets: '', timeoutSeconds: 0 })) < MAX_COMMAND
}
