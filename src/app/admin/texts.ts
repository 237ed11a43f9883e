/** The texts of the program and of the commands for operators. */

/** How each command is called, and what it does. */
export const USAGES = {
  dead: ['dead', 'lists the dead letters'],
  retry: ['retry <id>... | --all', 'returns dead letters to the queue'],
  drop: ['drop <id>... | --all', 'deletes dead letters'],
  audit: ['audit [<number>]', 'exports the audit log, after the entry with this number'],
  explain: ['explain <owner>/<repo>#<number>', 'exports what the audit log has about a pull request'],
  replay: ['replay <delivery>', 'handles a delivery once more'],
  backup: ['backup <file>', 'copies the file of the store into a new one'],
  move: ['move --from <place> --to <place>', 'moves the store; a place is a file or an address of PostgreSQL'],
  ruleset: ['ruleset <organisation> [<repository>...]', 'prints what an owner runs once; needs APP_ID'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export type CommandName = keyof typeof USAGES

const WIDTH = Math.max(...Object.values(USAGES).map(([usage]) => usage.length))

export const HELP = `usage: tdd-gate app                    starts the App, or its set-up where there is no App yet
       tdd-gate app admin <command>    reads and changes the store
       tdd-gate app --help | --version

In a clone, write node src/cli/bin.mjs app; in the image, node /app/bin.mjs.
The environment has the settings: docs/reference/app.md

admin <command>:
${Object.values(USAGES)
  .map(([usage, what]) => `  ${usage.padEnd(WIDTH)}  ${what}`)
  .join('\n')}
`

export const UNKNOWN_VERSION = 'unknown: the tag of the image names it'

export function unknownArgument(argument: string): string {
  return `error [bad-usage] The program knows no argument \`${argument}\`.`
}

export const adminTexts = {
  noCommand: 'A command is missing.',
  unknownCommand: (name: string) => `\`${name}\` is not a command for operators.`,
  settings: "Set the App's variables in this shell too, such as the file of its store",
}

export const TITLES = {
  property: '1. Makes the property of repositories that turns the gate on.',
  ruleset: '2. Makes the ruleset for the default branch of repositories where the property is on.',
  values: '3. Turns the property on in these repositories.',
  nameThem: (login: string) =>
    `3. To print what turns the property on in repositories, name them: admin ruleset ${login} <repository>...`,
}
