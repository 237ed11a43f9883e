/** Defines a command of tdd-gate as data: next steps repeat its options, some under another name. */

export interface GateCommand {
  /** `verify` */
  readonly name: string
  /** Quoted for a shell, each after a space: ` --base main`; empty without any. */
  readonly options: string
  /** State the judged commit, so only the command that judges it again repeats them: ` --phase red`; empty without any. */
  readonly stated?: string
}

/** The command that judges, unless the caller has another one. */
export const JUDGE: GateCommand = { name: 'verify', options: '' }

/** Ends commands with the one that judges. Those for a change by hand end with one of ours already. */
export function thenJudge(commands: readonly string[], judge: string): readonly string[] {
  return commands.at(-1)?.startsWith('tdd-gate ') ? commands : [...commands, judge]
}

/** Formats `tdd-gate verify --base main`. */
export function formatCommand({ name, options }: GateCommand = JUDGE): string {
  return `tdd-gate ${name}${options}`
}

/** Formats the command that judges the same commit again: `tdd-gate commit --phase red`. */
export function formatAgain(command: GateCommand): string {
  return `${formatCommand(command)}${command.stated ?? ''}`
}
