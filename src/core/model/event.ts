/** What happened on GitHub, reduced to where to look again and what a person asked for. Never a fact to decide from. */
import type { Sha } from './commit.ts'

/** Where something happened; ids are decimal digits. */
export interface RepositoryRef {
  readonly installationId: number
  readonly id: string
  readonly owner: string
  readonly repo: string
}

/** Who did it, as GitHub says; what they may do is looked up when it matters. */
export interface Actor {
  readonly login: string
  readonly id: string
  readonly isBot: boolean
  /** The App whose program wrote it with a token of theirs: then it counts as a bot. */
  readonly via?: string
}

/** GitHub's number stays where names change; what a program says with somebody's token is not that person's word. */
export function isSameActor(one: Actor, other: Actor): boolean {
  return one.id === other.id && one.isBot === other.isBot
}

/** What people write or press, each done once. */
export type Request =
  | {
      readonly kind: 'comment'
      /** The issue or pull request it stands under. */
      readonly number: number
      readonly commentId: string
      readonly actor: Actor
      /** The comment as it was created, as far as it is read. */
      readonly text: string
      /** Behind that a line looks like a command. */
      readonly isCut?: true
      /** ISO 8601, GitHub's clock. */
      readonly at: string
    }
  | {
      readonly kind: 'button'
      /** `rerequested`, or the identifier of a requested action. */
      readonly identifier: string
      readonly head: Sha
      readonly actor: Actor
      /** The pull request it is for; left out, it leads to each that has this head. */
      readonly number?: number
    }
  | { readonly kind: 'label'; readonly number: number; readonly actor: Actor; readonly at: string }

/** Hints: whatever they say is read again, so that losing, doubling or reordering them changes nothing. */
export type Hint =
  | {
      readonly kind: 'pull-request'
      readonly number: number
      /** Nothing is known to have happened to it; whatever is, comes first. */
      readonly isRoutine?: true
      /** How many looks at others with its head led here, one after the other: whoever looked last may have been overtaken. */
      readonly echo?: number
    }
  /** Somebody has laid hands on a comment of the App's own. */
  | {
      readonly kind: 'edited-comment'
      /** The issue or pull request it stands under. */
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
  /** The App could not do what somebody asked for: they are to be told, with the code of the error. */
  | { readonly kind: 'given-up'; readonly request: Request; readonly code: string }

export type GateEvent = Hint | Request

/** Nothing that anybody means to say to the gate is longer. */
export const MAX_COMMENT_CHARACTERS = 10_000
/** Of a line that begins within the bound: a name that is cut is another name. */
const MAX_LAST_LINE = 1_000

/** @param text a whole comment @returns what is read of it, to the end of a line, and what is not */
export function truncateComment(text: string): { readonly read: string; readonly unread: string } {
  if (text.length <= MAX_COMMENT_CHARACTERS) return { read: text, unread: '' }
  const end = text.indexOf('\n', MAX_COMMENT_CHARACTERS)
  const at = Math.min(end < 0 ? text.length : end, MAX_COMMENT_CHARACTERS + MAX_LAST_LINE)
  return { read: text.slice(0, at), unread: text.slice(at) }
}

export function isHint(event: GateEvent): event is Hint {
  return !['comment', 'button', 'label'].includes(event.kind)
}

/** What one worker at a time works on: `owner/repo#number`, or a part of the repository that leads to such keys. */
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
