/** Defines commits as git stores them: raw ids, modes and paths. No textual diff decides anything. */

import type { Difference } from '../difference/difference.ts'

/**
 * `layout`: comments, white space, types and formatters' choices; `imports`: also where imports come from; `removal`:
 * text was removed and none added; `content`: prose, styles, pictures, queries; `rename`: names that production
 * declares, or files in which code stands, together with all other edits of its commit.
 */
export type TextEdit = 'layout' | 'imports' | 'removal' | 'content' | 'rename'

export type Sha = string

/** A whole object id: SHA-1, or SHA-256. */
export const WHOLE_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** The class of a path, which decides in which phase it may change. */
export type FileClass = 'test' | 'harness' | 'docs' | 'production'

/** A git object by its id, and by the SHA-256 of its content, as `git cat-file <type> <id>` prints it. */
export interface ObjectDigests {
  readonly id: Sha
  readonly sha256: string
}

/** One side of a change: git's mode (`100644`, `100755`, `120000` symlink, `160000` submodule) and blob id. */
export interface Blob {
  readonly mode: string
  readonly id: Sha
}

/** Digests of the code and of the tests of one file, before and after. */
export interface FileParts {
  readonly code: readonly [before: string, after: string]
  readonly tests: readonly [before: string, after: string]
}

/** One path that differs between two trees. Renames are a removal and an addition: only blobs count. */
export interface FileChange {
  readonly path: string
  readonly class: FileClass
  /** Production that the policy lets a RED declare: a stub without behaviour. */
  readonly isStub?: boolean
  /** For a file that holds code and tests: what this change does to both. The class names one of them. */
  readonly parts?: FileParts
  /** A symbolic link that leads out of the tree: no commit contains its target. */
  readonly isOutside?: boolean
  /** A document that code or tests may read: the suite must still pass after its change. */
  readonly isRead?: boolean
  /** How much of the file changed; absent where it may be all of it. */
  readonly edit?: TextEdit
  /** For a new file: the removed file that it was, apart from imports and, in a renaming, from names. */
  readonly from?: string
  /** At a REFACTOR: names that it exports and no changed file exported before, sorted. */
  readonly exports?: readonly string[]
  /** Production: where it newly detects whether a test runs it, uses test code, or holds its answers. */
  readonly recognises?: readonly string[]
  /** Production that only tests use, to decide what they demand: the first changed line, from 1. */
  readonly support?: number
  /** Production, in a commit that claims to change no behaviour: where its code differs. */
  readonly differs?: readonly Difference[]
  readonly before: Blob | null
  readonly after: Blob | null
}

/** A member that a double in a test has, and that what it stands for lacks. */
export interface UnrealMember {
  /** The test file. */
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly member: string
  /** The class or the file without it. */
  readonly of: string
}

export interface Commit {
  readonly sha: Sha
  readonly tree: Sha
  readonly parents: readonly Sha[]
  readonly subject: string
  /** The whole message, subject included. */
  readonly message: string
  /** Trailers as git itself parses them, keys lower-cased, in order. */
  readonly trailers: readonly (readonly [key: string, value: string])[]
  /** Against the first parent, sorted by path. */
  readonly changes: readonly FileChange[]
  /**
   * For merge commits only: whether the tree equals git's own merge of the parents, and every second parent belongs to
   * the base.
   */
  readonly merge: {
    readonly isClean: boolean
    readonly isFromBase: boolean
    /** Paths whose conflicts a person resolved, when nothing else was changed. */
    readonly solved?: readonly string[]
  } | null
  /** Doubles of members that no production has, in the tests that this commit answers for; absent: none. */
  readonly doubles?: readonly UnrealMember[]
  /** At a GREEN: ids of planned subtasks whose titles share no word with what was written; absent: none. */
  readonly unnamed?: readonly string[]
  /** The commit of the base that this one undoes exactly. */
  readonly reverts?: Sha
}

export const SYMLINK = '120000'
export const SUBMODULE = '160000'

/** Returns the last value of a trailer, or undefined: a later trailer corrects an earlier one. */
export function trailer(commit: Pick<Commit, 'trailers'>, key: string): string | undefined {
  return commit.trailers.findLast(([k]) => k === key)?.[1]
}

/** Returns the first characters of a SHA, as people write them. */
export function short(sha: Sha): string {
  return sha.slice(0, 9)
}

/** The type of a conventional subject, and what stands before the words: `fix(api)!: `. */
export const SUBJECT_TYPE = /^(\w+)(?:\([^)]*\))?!?:\s*/

/** Returns the type of a conventional subject, such as `fix`; null without one. */
export function getSubjectType(subject: string): string | null {
  return SUBJECT_TYPE.exec(subject)?.[1]?.toLowerCase() ?? null
}
