/** Defines an operation: what the command line, the MCP server and the reference pages need to offer it. */
import type * as z from 'zod'
import type { Link, Paint } from '../render/text/table.ts'
import type { RunFile } from './runs/run-folder.ts'
import type { WorktreeState } from './runs/state.ts'
import type { RunUpdate } from './runs/task-run.ts'
import type { Hooks } from './verify/progress.ts'

/** Exit codes, fixed by contract. `BROKEN`: a rule is broken; `USAGE`: wrong arguments or configuration. */
export const EXIT = { SUCCESS: 0, BROKEN: 1, USAGE: 2, UNMEASURED: 3, UNFINISHED: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Where text is shown. Pipes and agents have an unlimited width: nothing is cut for them. */
export interface OutputPage {
  readonly width: number
  readonly paint: Paint
  /** Absent for a pipe. */
  readonly link?: Link
  /** No list is shortened. */
  readonly isWhole?: boolean
}

/** An answer as data for programs, and as text for people and agents. */
export interface OperationAnswer {
  readonly json: object
  readonly toText: (page: OutputPage) => string
  readonly exit: ExitCode
  /** The run of the task on this branch; absent where the branch has no commit, or is not known. */
  readonly run?: RunUpdate
  /** Returns further files for the folder of that run; only called where runs are recorded. */
  readonly toFiles?: () => Promise<readonly RunFile[]>
  /** The judged branch, which `watch` shows; absent where nothing was judged. */
  readonly state?: Omit<WorktreeState, 'gitDir' | 'at'>
}

/** What an operation takes and gives. Loaded only when it is called or described. */
export interface Definition<Input extends z.ZodObject = z.ZodObject> {
  readonly input: Input
  /** The keys that every answer has; later versions may add further ones. */
  readonly output: z.ZodObject
  /** How the command line writes an option where `--name <name>` does not say enough. `<name>` is an operand. */
  readonly flags?: { readonly [Name in keyof Input['shape']]?: string }
  readonly run: (input: z.output<Input>, hooks: Hooks) => Promise<OperationAnswer>
}

export interface Operation {
  readonly name: string
  readonly title: string
  /** What it does, in one line of the help page. */
  readonly summary: string
  /** What agents should know besides. */
  readonly details?: string
  /** Calls on the command line, without the program's name. */
  readonly examples?: readonly string[]
  /** A task document that its help shows. */
  readonly sample?: string
  /** `reads`: neither the repository nor anything outside of the cache changes. */
  readonly effect: 'reads' | 'writes' | 'destroys'
  /** It starts and ends processes of test runners, which needs process groups. */
  readonly runsTests?: true
  /** It is no tool for an agent: it would call itself. */
  readonly isForPeople?: true
  /** The command line has its own command of this name, which can do more. */
  readonly hasOwnCommand?: true
  readonly load: () => Promise<Definition>
}

/** Keeps the type of the input for the implementation, and forgets it for the list. */
export function define<Input extends z.ZodObject>(definition: Definition<Input>): Definition {
  return definition as unknown as Definition
}
