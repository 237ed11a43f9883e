/** Reads what `git log -z --raw` says of commits: fields and raw changes, counted, so that no content can add a commit. */
import type { Commit, FileChange, Sha } from '../core/model/commit.ts'
import { GateError } from '../core/model/errors.ts'
import { getFields } from './paths.ts'
import { byPath, type Classify, toChange } from './trees.ts'

/** Characters of a message that are kept; the rest of it cannot matter to any rule. */
export const MAX_MESSAGE_LENGTH = 65_536
const MAX_SUBJECT_LENGTH = 1_000
/** Of more trailers the last ones are kept: a later one corrects an earlier one. */
const MAX_TRAILERS = 1_000
const MAX_TRAILER_LENGTH = 4_000

/**
 * Arguments of git for which `parseLog` is made. No encoding: git would decode a message as the commit declares,
 * and in UTF-7 it can hold a NUL, which separates the fields here.
 */
export const LOG_ARGUMENTS: readonly string[] = [
  ...['log', '-z', '--raw', '--root', '--no-renames', '--no-abbrev', '--first-parent', '--diff-merges=first-parent'],
  ...['--no-notes', '--no-decorate', '--no-mailmap', '--no-color', '--no-show-signature', '--encoding=none'],
  '--format=%H%x00%T%x00%P%x00%s%x00%B%x00%(trailers:only,unfold)%x00',
]

/** A commit as the log tells it: whether a merge is clean takes more than reading. */
export type LoggedCommit = Omit<Commit, 'merge'>

const SHA = /^[0-9a-f]{40,64}$/
/** git begins the changes of a commit on a new line. */
const CHANGE = /^\n?(:\d{6} \d{6} [0-9a-f]+ [0-9a-f]+ [A-Z]\d*)$/

/** @throws GateError `git-failed` when the output is not what LOG_ARGUMENTS give. */
export function parseLog(output: Buffer, classify: Classify): readonly LoggedCommit[] {
  const fields = [...getFields(output)]
  const commits: LoggedCommit[] = []
  let at = 0
  const next = () => (fields[at++] ?? Buffer.alloc(0)).toString('utf8')
  const readChanges = () => {
    const changes: FileChange[] = []
    // An empty field ends the format; where changes follow, their first one comes right behind it.
    if (fields[at]?.length === 0) at += 1
    for (let entry = getEntry(fields[at]); entry !== null; entry = getEntry(fields[at])) {
      changes.push(toChange(entry, fields[at + 1] ?? Buffer.alloc(0), classify))
      at += 2
    }
    return changes.toSorted(byPath)
  }
  while (at < fields.length) {
    const [sha, tree, parents, subject, message, trailers] = [next(), next(), next(), next(), next(), next()]
    if (!SHA.test(sha) || !SHA.test(tree)) throw unreadable(sha)
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

/** Every commit must be the first parent of the next, and the last the head: what the walk promises, proved. */
export function proveChain(commits: readonly LoggedCommit[], head: Sha): void {
  for (const [n, { sha }] of commits.entries()) {
    const follower = commits[n + 1]
    if (follower === undefined ? sha !== head : follower.parents[0] !== sha) throw unreadable(sha)
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

function unreadable(sha: string): GateError {
  const message = `git log gave something unreadable near ${JSON.stringify(sha.slice(0, 64))}.`
  return new GateError('git-failed', message, 'Look at that commit: git log --format=raw')
}
