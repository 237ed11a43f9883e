/** Defines what to do next: text for people, and commands for a shell. */

/** The next step, as text, and as commands that work in a shell unchanged. The text contains the commands. */
export interface Suggestion {
  readonly text: string
  readonly commands: readonly string[]
}

/** Suggests a step as text, with the commands that it contains. */
export function suggest(text: string, ...commands: readonly string[]): Suggestion {
  return { text, commands }
}

/** Suggests a command, after a text where there is one. A command with a `<placeholder>` is for people only. */
export function advise(text: string, command: string): Suggestion {
  const commands = /<[^>]+>/.test(command) ? [] : [command]
  return { text: text === '' ? command : `${text}: ${command}`, commands }
}

/** Something that must hold before a step can be done. */
export interface Precondition<Id extends string = string> {
  readonly id: Id
  readonly ok: boolean
  readonly message: string
  /** Null where it holds. */
  readonly suggestion: Suggestion | null
}

/** Creates a precondition. @param suggestion is left out where it holds */
export function toPrecondition<Id extends string>(
  id: Id,
  ok: boolean,
  message: string,
  suggestion: Suggestion,
): Precondition<Id> {
  return { id, ok, message, suggestion: ok ? null : suggestion }
}
