/** Reduces what happened on GitHub to pull requests to evaluate and requests of people. Never a fact to decide from. */
import type { Sha } from './commit.ts'

/** Where something happened; ids are decimal digits. */
export interface RepositoryRef {
  readonly installationId: number
  readonly id: string
  readonly owner: string
  readonly repo: string
}

/** The person or bot, as GitHub names it; permissions are looked up when needed. */
export interface Actor {
  readonly login: string
  readonly id: string
  readonly isBot: boolean
  /** The App whose program wrote it with a person's token: then it counts as a bot. */
  readonly via?: string
}

/**
 * Compares actors by GitHub's number, which outlives names. A text that a program wrote with a person's token is not
 * that person's.
 */
export function isSameActor(one: Actor, other: Actor): boolean {
  return one.id === other.id && one.isBot === other.isBot
}

/** What people write or press; each is handled once. */
export type PersonRequest =
  | {
      readonly kind: 'comment'
      /** The issue or pull request of the comment. */
      readonly number: number
      readonly commentId: string
      readonly actor: Actor
      /** The text of the comment as created, up to the read limit. */
      readonly text: string
      /** True when a line after the read limit looks like a command. */
      readonly isTruncated?: true
      /** ISO 8601, GitHub's clock. */
      readonly at: string
    }
  | {
      readonly kind: 'button'
      /** `rerequested`, or the identifier of a requested action. */
      readonly identifier: string
      readonly head: Sha
      readonly actor: Actor
      /** The pull request; without it, every one that has this head. */
      readonly number?: number
    }
  | { readonly kind: 'label'; readonly number: number; readonly actor: Actor; readonly at: string }

/** An attempt of a run of Actions. Its id has decimal digits. */
export interface RunAttempt {
  readonly id: string
  readonly attempt: number
}

/** Hints name what to read again, so losing, duplicating or reordering them changes nothing. */
export type Hint =
  | {
      readonly kind: 'pull-request'
      readonly number: number
      /** Where the pull request was when the hint was made. It saves a request, and makes no difference between hints. */
      readonly head?: Sha
      /** No change is known; other events take precedence. */
      readonly isRoutine?: true
      /**
       * How many evaluations of others with its head led here, one after the other. The last one may have read an older
       * state.
       */
      readonly reevaluations?: number
      /** GitHub has just requested this attempt: no news for an evaluation that has read it. */
      readonly run?: RunAttempt
    }
  /** Someone edited or deleted a comment of the App. */
  | {
      readonly kind: 'edited-comment'
      /** The issue or pull request of the comment. */
      readonly number: number
      readonly isPull: boolean
      readonly commentId: string
    }
  /** Every open pull request with this head. */
  | { readonly kind: 'head'; readonly head: Sha }
  /** Every open pull request into this branch. */
  | { readonly kind: 'base'; readonly branch: string }
  | {
      readonly kind: 'merge-group'
      readonly head: Sha
      readonly base: Sha
      readonly headRef: string
      readonly baseBranch: string
    }
  /** The whole repository: installed, or its protection changed. */
  | { readonly kind: 'repository' }
  /** The App could not fulfil a request: its author gets a reply with the error's code. */
  | { readonly kind: 'given-up'; readonly request: PersonRequest; readonly code: string }

export type GateEvent = Hint | PersonRequest

/** Characters of a comment that are read. Real commands are shorter. */
export const MAX_COMMENT_CHARACTERS = 10_000
/** The last line may extend beyond the bound by this much, because a cut name is another name. */
const MAX_LAST_LINE = 1_000

/**
 * Truncates a comment.
 * @param text a whole comment
 * @returns the part that is read, up to the end of a line, and the rest
 */
export function truncateComment(text: string): { readonly read: string; readonly unread: string } {
  if (text.length <= MAX_COMMENT_CHARACTERS) return { read: text, unread: '' }
  const end = text.indexOf('\n', MAX_COMMENT_CHARACTERS)
  const at = Math.min(end < 0 ? text.length : end, MAX_COMMENT_CHARACTERS + MAX_LAST_LINE)
  return { read: text.slice(0, at), unread: text.slice(at) }
}

export function isHint(event: GateEvent): event is Hint {
  return !['comment', 'button', 'label'].includes(event.kind)
}

/**
 * Returns the key that one worker handles at a time: `owner/repo#number`, or a part of the repository that leads to
 * such keys.
 */
export function toKey({ owner, repo }: Pick<RepositoryRef, 'owner' | 'repo'>, event: GateEvent): string {
  const name = `${owner}/${repo}`.toLowerCase()
  switch (event.kind) {
    case 'comment':
    case 'label':
    case 'pull-request':
    case 'edited-comment':
      return `${name}#${event.number}`
    case 'button':
      return event.number === undefined ? `${name}@${event.head}` : `${name}#${event.number}`
    case 'head':
    case 'merge-group':
      return `${name}@${event.head}`
    case 'base':
      return `${name}:${event.branch}`
    case 'repository':
      return name
    case 'given-up':
      return toKey({ owner, repo }, event.request)
  }
}
