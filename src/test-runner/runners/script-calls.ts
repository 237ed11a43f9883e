/** Knows which scripts of a package.json, and which recipes of a make file, a command calls. */
import { parseAssignments } from './test-script.ts'

interface ScriptCall {
  readonly name: string
  /** `NAME=value` in front of the call: they hold for what it starts. */
  readonly variables: string
  /** What the call adds to the script. */
  readonly more: string
}

/** `npm run unit`, `yarn unit`, `node --run unit`, `make unit`; wrappers such as `c8` and `time` stand before it. */
const CALL =
  /(?:^|[\s"'])(?:(npm|pnpm|yarn|bun)(?: run| run-script)?(?: -\S+)*(?: run)?|(node) --run|(make|just)(?: -\S+)*) ([\w:.-]+)(?: +(--? ?-*\w[^"']*))?/g
/** https://github.com/mysticatea/npm-run-all: arguments that are no options are names, or patterns of names. */
const LIST = /^\s*(?:\S+=\S* )*(?:npx )?(?:run-[sp]|npm-run-all2?) (.*)$/
/** `concurrently "npm:unit:*"` */
const NAMED = /(?:npm|pnpm|yarn|bun):([\w:.*-]+)/g
/** https://pnpm.io/cli/run: a pattern between slashes stands for scripts. */
const MATCHED = /^\s*(?:\S+=\S* )*pnpm(?: run)? ["']?\/\^([\w:-]+)(?:\.\*)?\$?\/["']?(?:\s|$)/
/** The last argument of `start-server-and-test start URL unit` is the script of the tests. */
const SERVED = /^\s*(?:npx )?(?:start-server-and-test|server-test) .*?([\w:.-]+)\s*$/

/** Returns the calls of scripts, in order; empty for another command. */
export function getCalledScripts(command: string, scripts: ReadonlyMap<string, string>): readonly ScriptCall[] {
  const list = LIST.exec(command)?.[1]
    ?.match(/[^\s'"]+/g)
    ?.filter((word) => !word.startsWith('-'))
  const named = /^\s*(?:npx )?concurrently\s/.test(command)
    ? [...command.matchAll(NAMED)].map(([, name = '']) => name)
    : []
  const served = SERVED.exec(command)?.[1]
  const matched = MATCHED.exec(command)?.[1]
  const names = [
    ...(list ?? []),
    ...named,
    ...(served === undefined ? [] : [served]),
    ...(matched === undefined ? [] : [`${matched}**`]),
  ]
  const plain = names.flatMap((name) => (name.includes('*') ? matching(name, scripts) : [name]))
  const calls = [...plain.map((name) => ({ name, variables: '', more: '' })), ...readCalls(command)]
  return calls.filter(({ name }) => scripts.has(name))
}

function readCalls(command: string): readonly ScriptCall[] {
  return [...command.matchAll(CALL)].map(({ 1: manager, 3: make, 4: name = '', 5: more = '', index }) => ({
    name: make === undefined ? name : getRecipeName(make, name),
    variables: parseAssignments(command.slice(0, index)).join(' '),
    // npm takes options of its own before `--`.
    more: more.startsWith('-- ') ? more.slice(3) : manager === 'yarn' || manager === 'bun' ? more : '',
  }))
}

const MAKE_FILES = { make: ['Makefile', 'makefile', 'GNUmakefile'], just: ['justfile', 'Justfile', '.justfile'] }
const RECIPE = /^([\w.-]+)[^\n:=]*:(?!=)[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)/gm

const getRecipeName = (make: string, target: string) => `${make} ${target}`

/** Returns the recipes of make files as scripts: `make unit` and its commands. */
export function readRecipes(read: (path: string) => string | null): readonly (readonly [string, string])[] {
  return Object.entries(MAKE_FILES).flatMap(([make, paths]) =>
    paths.flatMap((path) =>
      [...(read(path) ?? '').matchAll(RECIPE)].map(([, target = '', lines = '']) => {
        const commands = lines.split('\n').map((line) => line.trim().replace(/^[@-]+/, ''))
        return [getRecipeName(make, target), commands.filter((line) => line !== '').join(' && ')] as const
      }),
    ),
  )
}

/** `*` stands for one part between colons, `**` for any. */
function matching(pattern: string, scripts: ReadonlyMap<string, string>): readonly string[] {
  const [before = '', after = ''] = pattern.split(/\*+/)
  const isDeep = pattern.includes('**')
  return [...scripts.keys()].filter((name) => {
    const middle = name.slice(before.length, name.length - after.length)
    return name.startsWith(before) && name.endsWith(after) && middle !== '' && (isDeep || !middle.includes(':'))
  })
}
