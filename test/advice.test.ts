/** What a text names exists: a text that leads to a key, a flag, a command or a file that is not there leads nowhere. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { parseSync, Visitor } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { translate } from '../src/cli/autopilot.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { parseCall } from '../src/cli/parse.ts'
import { toJsonSchema } from '../src/config/schema.ts'
import { commandNamed } from '../src/core/commands/index.ts'
import { parseCommands } from '../src/core/commands/parse.ts'
import { GateError } from '../src/core/model/errors.ts'

interface Text {
  readonly file: string
  readonly text: string
}

/** Stands for a value that the program fills in. */
const HOLE = '<…>'
const PAGES = globSync(['*.md', 'docs/**/*.md', '.github/*.md', 'extension/**/*.md'], { exclude: ['CHANGELOG.md'] })

const literals: readonly Text[] = globSync('src/**/*.{ts,mjs}').flatMap((file) => {
  const found: string[] = []
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
    TemplateLiteral: ({ quasis }) => void found.push(quasis.map(({ value }) => value.cooked ?? '').join(HOLE)),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found.map((text) => ({ file, text }))
})
const pages: readonly Text[] = PAGES.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const FENCED = /^ *```(\w*)\n(.*?)^ *```$/gms

/** What a text sets apart as something to type or to look up: between backticks, and each line of a shell block. */
function getSpans({ file, text }: Text): readonly Text[] {
  const blocks = [...text.matchAll(FENCED)].filter(([, language]) => language === 'sh')
  const lines = blocks.flatMap(([, , block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  const quoted = [...text.replaceAll(FENCED, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return [...lines, ...quoted].map((span) => ({ file, text: span.trim() }))
}
const spans = pages.flatMap(getSpans)
/** A literal that is a command of its own, too. */
const advice = [...spans, ...literals, ...literals.flatMap(getSpans)]

const show = ({ file, text }: Text) => `${file}: ${text}`
const unique = (texts: readonly Text[]) => [...new Set(texts.map(show))].toSorted()

test('the texts are found', () => {
  expect([literals.length > 5000, spans.length > 3000]).toEqual([true, true])
})

describe('commands', () => {
  const CALL = /(?:^|[$`\n]|&& |\|\| |; |-> |: )\s*tdd-gate ([a-z][\w-]*)([^\n`]*)/g
  /** What follows a call in a line. */
  const REST = /\s+[|&;>#]| [|]| {2,}|, |;.*$/
  /** What follows the name in a sentence. */
  const PROSE = /^(?:measures|does|did|found|is|needs|canary|configuration|evidence|pages|sweep)$/
  const NAMES = COMMANDS.map(({ name }) => name)

  /** Words as a shell reads them; no advice nests quotes. @param filled stands for what the program or the reader fills in */
  function toWords(text: string, filled: string): readonly string[] {
    const [call = ''] = text
      .replaceAll(/ ?<…>/g, filled)
      .replaceAll(/<[^<>]*>|\.\.\.|…/g, 'X')
      .split(REST)
    return [...call.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  }

  async function parse(name: string, words: readonly string[]): Promise<string | null> {
    const entry = COMMANDS.find((one) => one.name === name)
    if (entry === undefined) return 'no command'
    try {
      parseCall(entry, await entry.load(), words)
      return null
    } catch (error) {
      if (error instanceof GateError) return error.message
      throw error
    }
  }

  /** Null: one way to fill it in is a call. A command that is only named may lack what it needs. */
  async function complain(name: string, rest: string): Promise<string | null> {
    if (toWords(rest, '').length === 0 && [...NAMES, 'autopilot'].includes(name)) return null
    if (name === 'autopilot') {
      const { args } = translate(toWords(rest, 'X'), NAMES)
      return args[0] === 'X' ? null : parse(args[0] ?? '', args.slice(1))
    }
    return (await parse(name, toWords(rest, ''))) && parse(name, toWords(rest, ' X'))
  }

  test('a value that is none of the choices of an operand is named with them', async () => {
    expect(await parse('completion', ['bsah'])).toBe('`bsah` is not a value of `<shell>`: expected bash, zsh, fish.')
  })

  test('each call of the command line that a text names is one that its parser takes', async () => {
    const calls = advice
      .filter(({ text }) => !text.includes('[options]'))
      .flatMap(({ file, text }) => [...text.matchAll(CALL)].map(([, name = '', rest = '']) => ({ file, name, rest })))
      .filter(({ name }) => !PROSE.test(name))
    const judged = await Promise.all(
      calls.map(async (call) => ({ ...call, why: await complain(call.name, call.rest) })),
    )
    // The reader chooses among the values that the page lists.
    const wrong = judged.filter(({ why }) => why !== null && !why.startsWith('`X` is not a value of'))
    expect(calls.length).toBeGreaterThan(300)
    expect(
      unique(wrong.map(({ file, name, rest, why }) => ({ file, text: `tdd-gate ${name}${rest} (${why})` }))),
    ).toEqual([])
  })
})

describe('flags', () => {
  /** Of programs that are not ours, and why a text names them. */
  const FOREIGN = {
    '--trailer': 'of git commit',
    '--help': 'of every program',
    '--open': 'of npm run demo',
    '--json-summary': 'of gcovr',
    '--sonarqube': 'of gcovr',
  }
  /** Of Task Master: the command line translates them or refuses them with what to use instead. */
  const TASK_MASTER = ['--commit-scope', '--executor-mode', '--force', '--interactive', '--max-attempts']
  const TRANSLATED = ['--no-confirm', '--no-pr', '--no-push', '--project-root', '--results', '--runner', '--tag']
  /** These name how other tools write their reports. */
  const OF_TOOLS = /^(?:docs\/reference\/formats\.md|src\/reports\/formats\/.*)$/

  test('each flag that a text names alone is one of a command', async () => {
    const commands = COMMANDS.map(async ({ name, load }) => (await load()).configure(new Command(name)).options)
    const own = (await Promise.all(commands)).flat().map(({ long }) => long)
    const known = new Set([...own, ...Object.keys(FOREIGN), ...TASK_MASTER, ...TRANSLATED])
    const named = [...spans, ...literals.flatMap(getSpans)].flatMap(({ file, text }) => {
      const [, flag] = /^(--[a-z][\w-]*)(?:[ =].*)?$/.exec(text) ?? []
      return flag === undefined || OF_TOOLS.test(file) ? [] : [{ file, text: flag }]
    })
    expect(named.length).toBeGreaterThan(100)
    expect(unique(named.filter(({ text }) => !known.has(text)))).toEqual([])
  })
})

describe('keys of the configuration', () => {
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>
    readonly items?: Schema
    readonly anyOf?: readonly Schema[]
    readonly additionalProperties?: Schema | boolean
    readonly $ref?: string
  }
  const whole = toJsonSchema() as Schema & { readonly $defs?: Readonly<Record<string, Schema>> }
  /** Below a schema, through lists and alternatives. */
  function getChildren(schema: Schema): ReadonlyMap<string, readonly Schema[]> {
    const found = new Map<string, Schema[]>()
    const take = (one: Schema): void => {
      for (const [key, child] of Object.entries(one.properties ?? {}))
        found.set(key, [...(found.get(key) ?? []), child])
      for (const other of one.anyOf ?? []) take(other)
      if (one.items !== undefined) take(one.items)
    }
    take(schema)
    return found
  }
  const isOpen = (schema: Schema): boolean =>
    typeof schema.additionalProperties === 'object' ||
    (schema.anyOf ?? []).some(isOpen) ||
    (schema.items !== undefined && isOpen(schema.items))
  /** How far a path leads: all its keys exist. */
  function exists(path: readonly string[], schemas: readonly Schema[]): boolean {
    const [key, ...rest] = path
    if (key === undefined || schemas.some(isOpen)) return true
    const next = schemas.flatMap((schema) => getChildren(schema).get(key) ?? [])
    return next.length > 0 && exists(rest, next)
  }
  const tops = [...getChildren(whole).keys()]
  /** Keys that have keys, with those keys. */
  const parents = new Map<string, Set<string>>()
  const collect = (schema: Schema): void => {
    for (const [key, children] of getChildren(schema))
      for (const child of children) {
        for (const below of getChildren(child).keys()) parents.set(key, (parents.get(key) ?? new Set()).add(below))
        collect(child)
      }
  }
  collect(whole)

  const PATH = /(?<![\w./$@-])([a-z][A-Za-z]*)((?:\.[a-z][A-Za-z]*)+)(?![\w/(-])/g
  const FILES =
    /\.(?:ts|js|mjs|cjs|json|yml|yaml|md|py|go|rb|rs|java|php|sh|xml|txt|toml|lock|html|css|png|ex|exs|erl|info|cs|properties|conf|log|sqlite)$/

  /** These read keys of others, or code. */
  const OTHERS = /^src\/(?:config\/taskmaster-settings\.ts|reports\/formats\/|core\/text\/|test-runner\/runners\/)/

  test('each path of keys that a text names is one of the schema', () => {
    const named = [...spans, ...literals].flatMap(({ file, text }) =>
      [...text.matchAll(PATH)].map(([path]) => ({ file, text: path })),
    )
    const meant = named.filter(({ file, text }) => {
      const [first = '', second = ''] = text.split('.')
      return (
        !FILES.test(text) && !OTHERS.test(file) && (tops.includes(first) || parents.get(first)?.has(second) === true)
      )
    })
    expect(meant.length).toBeGreaterThan(200)
    expect(unique(meant.filter(({ text }) => !exists(text.split('.'), [whole])))).toEqual([])
  })
})

test('each slash command that a text names exists', () => {
  const named = [...pages, ...literals].flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w/])\/tdd ([a-z][\w-]*)/g)].map(([, name = '']) => ({ file, text: name })),
  )
  expect(named.length).toBeGreaterThan(100)
  const isCommand = (name: string) => commandNamed(parseCommands(`/tdd ${name}`).calls[0]?.name ?? '') !== undefined
  expect(unique(named.filter(({ text }) => !isCommand(text)))).toEqual([])
})

/** Of a project of the reader, and what the gate writes there. */
const READERS = ['.github/hooks/tdd-gate.json', 'docs/conf.py', '.github/tdd-gate/pr-body.md', 'src/discount.js']

test('each path of this repository that a page names exists', () => {
  const OWN = /^(?:src|test|docs|scripts|bench|deploy|schema|extension|\.github)\/[\w./-]+$/
  const named = spans.filter(({ text }) => OWN.test(text) && !READERS.includes(text))
  expect(named.length).toBeGreaterThan(100)
  expect(unique(named.filter(({ text }) => !existsSync(text)))).toEqual([])
})

test('each script of npm that a text names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [...spans, ...literals.flatMap(getSpans)].flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:-]*)|(start|test)\b)/g)].map(([, run, short = '']) => ({
      file,
      text: run ?? short,
    })),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(unique(named.filter(({ text }) => !Object.hasOwn(scripts, text)))).toEqual([])
})

/** The canary defines names of its own in C++. */
test('each variable of the environment that a text names is read', () => {
  const read = new Set(literals.map(({ text }) => text))
  const composed = readFileSync('src/app/telemetry/ineffective.ts', 'utf8')
  const named = [...pages, ...literals].flatMap(({ file, text }) =>
    [...text.matchAll(/\bTDD_GATE_((?!CANARY)[A-Z_]+[A-Z])\b(?!\*)/g)].map(([name, rest = '']) => ({
      file,
      text: name,
      rest,
    })),
  )
  const isRead = ({ text, rest }: { text: string; rest: string }) => read.has(text) || composed.includes(`'${rest}'`)
  expect(named.length).toBeGreaterThan(50)
  expect(unique(named.filter((one) => !isRead(one)))).toEqual([])
})
