/** Renders the completion of the command line for shells, and its manual page: from the table of commands. */

interface OptionHelp {
  /** With its dashes: `--repo`. */
  readonly name: string
  readonly description: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}
export interface CommandHelp {
  readonly name: string
  readonly summary: string
  readonly usage: string
  readonly options: readonly OptionHelp[]
}

type Render = (commands: readonly CommandHelp[]) => string

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const getNames = (commands: readonly CommandHelp[]) => commands.map(({ name }) => name).join(' ')

const toBash: Render = (commands) => `_tdd_gate() {
  local words=''
  if (( COMP_CWORD == 1 )); then
    words='${getNames(commands)}'
  else
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `      ${name}) words='${options.map((option) => option.name).join(' ')}' ;;`).join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _tdd_gate tdd-gate
`

/** Brackets and colons divide the parts of a description. */
const toZshText = (text: string) => text.replaceAll(/[[\]:\\]/g, (sign) => `\\${sign}`)

function toZshOption({ name, description, takesValue, choices }: OptionHelp): string {
  const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : ':value:_files'
  return quote(`${name}[${toZshText(description)}]${takesValue ? value : ''}`)
}

const toZsh: Render = (commands) => `#compdef tdd-gate
_tdd_gate() {
  local -a commands
  commands=(${commands.map(({ name, summary }) => quote(`${name}:${toZshText(summary)}`)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map(({ name, options }) => `    ${name}) _arguments ${options.map(toZshOption).join(' ')} '*:file:_files' ;;`).join('\n')}
  esac
}
compdef _tdd_gate tdd-gate
`

function toFishOption(command: string, { name, description, takesValue, choices }: OptionHelp): string {
  const value = takesValue ? ` -r${choices.length > 0 ? ` -f -a ${quote(choices.join(' '))}` : ''}` : ''
  const seen = `-n '__fish_seen_subcommand_from ${command}'`
  return `complete -c tdd-gate ${seen} -l ${name.slice(2)}${value} -d ${quote(description)}`
}

const toFish: Render = (commands) => `${commands
  .flatMap(({ name, summary, options }) => [
    `complete -c tdd-gate -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`,
    ...options.map((option) => toFishOption(name, option)),
  ])
  .join('\n')}
`

/** By the name of the shell. */
export const COMPLETIONS = { bash: toBash, zsh: toZsh, fish: toFish } as const satisfies Record<string, Render>
export type Shell = keyof typeof COMPLETIONS

/** A dot or a quote at the start of a line, and every backslash and dash, mean something to roff. */
const roff = (text: string) => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll(/^[.']/gm, '\\&$&')

/** Renders the manual page in roff. */
export function toManual(commands: readonly CommandHelp[], version: string): string {
  const parts = commands.map(({ name, summary, usage, options }) => {
    const lines = options.map((option) => `.TP\n\\fB${roff(option.name)}\\fR\n${roff(option.description)}\n`)
    return `.SS ${roff(`${name} ${usage}`.trim())}\n${roff(summary)}\n${lines.join('')}`
  })
  return `.TH TDD\\-GATE 1 "" "tdd\\-gate ${version}" "User Commands"
.SH NAME
tdd\\-gate \\- lets a change through only when every subtask really went RED, then GREEN
.SH SYNOPSIS
.B tdd\\-gate
\\fIcommand\\fR [\\fIoptions\\fR]
.SH COMMANDS
${parts.join('')}.SH EXIT STATUS
0 success, 1 a rule is broken, 2 bad usage or configuration, 3 could not measure, 4 not finished
`
}
