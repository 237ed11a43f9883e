/** Tables of the docs that come from declarations: options of the command line, keys of the configuration, inputs of the Action. */
import { readFileSync } from 'node:fs'
import { type Argument, Command } from 'commander'
import { parse } from 'yaml'
import { COMMANDS } from '../src/cli/commands.ts'
import { toJsonSchema } from '../src/config/schema.ts'

type Row = readonly string[]

/** The part of a JSON Schema that says something to people. */
interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** A table of Markdown. */
export function toTable(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}

/** Every command of the command line with its arguments and options. */
export async function toCommandLine(): Promise<string> {
  const parts = COMMANDS.map(async ({ name, summary, examples = [], load }) => {
    const { usage, rows } = describe((await load()).configure(new Command(name)))
    const table = rows.length === 0 ? '' : `\n${toTable(['option', 'meaning'], rows)}`
    const calls = examples.map((one) => `tdd-gate ${one}\n`).join('')
    return `\n### \`${name}\`\n\n\`tdd-gate ${[name, ...usage].join(' ')}\`: ${summary}.\n${table}\n\`\`\`sh\n${calls}\`\`\`\n`
  })
  return (await Promise.all(parts)).join('')
}

function describe({ registeredArguments, options }: Command): { readonly usage: Row; readonly rows: readonly Row[] } {
  const operands = registeredArguments.map((argument) => ({
    shown: toShown(argument),
    description: argument.description,
  }))
  const rows = [
    ...operands.map(({ shown, description }) => [`\`${shown}\``, description]),
    ...options.map(({ flags, description, argChoices = [] }) => [
      `\`${flags}\``,
      [description, ...getChoices(argChoices)].join(': '),
    ]),
  ]
  return { usage: [...(options.length > 0 ? ['[options]'] : []), ...operands.map(({ shown }) => shown)], rows }
}

const getChoices = (values: Row): Row => (values.length === 0 ? [] : [values.map((value) => `\`${value}\``).join(', ')])

function toShown(argument: Argument): string {
  const name = argument.name() + (argument.variadic ? '...' : '')
  return argument.required ? `<${name}>` : `[${name}]`
}

/** Every key of `.github/tdd-gate.yml` with what it takes. */
export function toConfigurationKeys(): string {
  return toTable(['key', 'takes', 'meaning'], [...getKeys(toJsonSchema() as Schema, '')])
}

function* getKeys(schema: Schema, prefix: string): Generator<Row> {
  for (const part of getAlternatives(schema)) {
    for (const [name, value] of Object.entries(part.properties ?? {})) {
      const key = `${prefix}${name}`
      yield [`\`${key}\``, takenBy(value), describedBy(value)]
      yield* getKeys(value, `${key}.`)
    }
    if (part.items) yield* getKeys(part.items, `${prefix.slice(0, -1)}[].`)
  }
}

const getAlternatives = (schema: Schema): readonly Schema[] => [
  schema,
  ...(schema.anyOf ?? []).flatMap(getAlternatives),
]

const describedBy = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.map(describedBy).find((text) => text !== '') ?? ''

function takenBy(schema: Schema): string {
  const { type, anyOf, enum: choices } = schema
  if (anyOf) return [...new Set(anyOf.map(takenBy))].filter((taken) => taken !== '').join(' or ')
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (type === 'array') return 'list'
  if (type === 'object') return ''
  if (schema.maximum !== undefined) return `${schema.minimum ?? 0} to ${schema.maximum}`
  return [type ?? []]
    .flat()
    .filter((name) => name !== 'null')
    .join(' or ')
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description: string }>>
}

const readAction = (): ActionFile => parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'))

/** The inputs of action.yml. */
export function toActionInputs(): string {
  const inputs = Object.entries(readAction().inputs)
  return toTable(
    ['input', 'meaning', 'default'],
    inputs.map(([name, { description, default: preset = '' }]) => [
      `\`${name}\``,
      description.trim(),
      preset === '' ? '' : `\`${preset}\``,
    ]),
  )
}

/** The outputs of action.yml. */
export function toActionOutputs(): string {
  const outputs = Object.entries(readAction().outputs)
  return toTable(
    ['output', 'meaning'],
    outputs.map(([name, { description }]) => [`\`${name}\``, description.trim()]),
  )
}
