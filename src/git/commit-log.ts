/** Parses the output of `git log -z --raw`. It counts fields and raw changes, so no content can add a commit. */

import { unreadableCommit } from '../core/errors/git.ts'
import type { Commit, FileChange, Sha } from '../core/model/commit.ts'
import { splitFields } from './paths.ts'
import { byPath, type Classify, toChange } from './trees.ts'

/** Characters kept of a message; no rule reads more. */
export const MAX_MESSAGE_LENGTH = 65_536
const MAX_SUBJECT_LENGTH = 1_000
/** The last trailers are kept when there are more, because a later trailer corrects an earlier one. */
const MAX_TRAILERS = 1_000
const MAX_TRAILER_LENGTH = 4_000

/**
 * The arguments of git whose output `parseLog` parses. They disable encoding: git would decode a message as the commit
 * declares, and UTF-7 can encode a NUL, which separates the fields here.
 */
export const LOG_ARGUMENTS: readonly string[] = [
  ...['log', '-z', '--raw', '--root', '--no-renames', '--no-abbrev', '--first-parent', '--diff-merges=first-parent'],
  ...['--no-notes', '--no-decorate', '--no-mailmap', '--no-color', '--no-show-signature', '--encoding=none'],
  '--format=%H%x00%T%x00%P%x00%s%x00%B%x00%(trailers:only,unfold)%x00',
]

/** A commit as the log shows it. Whether a merge is clean must be computed separately. */
export type LoggedCommit = Omit<Commit, 'merge'>

const SHA = /^[0-9a-f]{40,64}$/
/** git begins the changes of a commit on a new line. */
const CHANGE = /^\n?(:\d{6} \d{6} [0-9a-f]+ [0-9a-f]+ [A-Z]\d*)$/

/**
 * Parses the log into commits.
 * @throws GateError `git-failed` when the output does not match LOG_ARGUMENTS
 */
export function parseLog(output: Buffer, classify: Classify): readonly LoggedCommit[] {
  const fields = [...splitFields(output)]
  const commits: LoggedCommit[] = []
  let at = 0
  const next = () => (fields[at++] ?? Buffer.alloc(0)).toString('utf8')
  const readChanges = () => {
    const changes: FileChange[] = []
    // An empty field ends the format; the first change follows directly.
    if (fields[at]?.length === 0) at += 1
    for (let entry = getEntry(fields[at]); entry !== null; entry = getEntry(fields[at])) {
      changes.push(toChange(entry, fields[at + 1] ?? Buffer.alloc(0), classify))
      at += 2
    }
    return changes.toSorted(byPath)
  }
  while (at < fields.length) {
    const [sha, tree, parents, subject, message, trailers] = [next(), next(), next(), next(), next(), next()]
    if (!SHA.test(sha) || !SHA.test(tree)) throw unreadableCommit(sha)
    commits.push({
      sha,
      tree,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      subject: subject.slice(0, MAX_SUBJECT_LENGTH),
      message: message.slice(0, MAX_MESSAGE_LENGTH).replace(/\n+$/, ''),
      trailers: parseTrailers(trailers),
      changes: readChanges(),
    })
  }
  return commits
}

/** Checks that every commit is the first parent of the next, and the last one is the head. */
export function proveChain(commits: readonly LoggedCommit[], head: Sha): void {
  for (const [n, { sha }] of commits.entries()) {
    const follower = commits[n + 1]
    if (follower === undefined ? sha !== head : follower.parents[0] !== sha) throw unreadableCommit(sha)
  }
}

function getEntry(field: Buffer | undefined): Buffer | null {
  const entry = field?.toString('latin1').match(CHANGE)?.[1]
  return entry === undefined ? null : Buffer.from(entry, 'latin1')
}

function parseTrailers(text: string): LoggedCommit['trailers'] {
  const lines = text.split('\n').filter((line) => line.includes(':'))
  return lines.slice(-MAX_TRAILERS).map((line) => {
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).trim()
    return [line.slice(0, colon).trim().toLowerCase(), value.slice(0, MAX_TRAILER_LENGTH)] as const
  })
}
