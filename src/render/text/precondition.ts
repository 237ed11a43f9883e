/** Renders what must hold as JSON: of a step, of a plan, and of this machine. */
import type { Precondition } from '../../core/model/suggestion.ts'

export interface PreconditionJson {
  readonly id: string
  readonly ok: boolean
  readonly message: string
  /** A sentence or a command; empty where it holds. */
  readonly fix: string
}

export function toPreconditionJson({ suggestion, ...condition }: Precondition): PreconditionJson {
  return { ...condition, fix: suggestion?.text ?? '' }
}
