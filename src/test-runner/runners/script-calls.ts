/** Knows which scripts of a package.json a command calls. */

/** `npm run unit`, `yarn unit`, `node --run unit`. */
const CALL = /^\s*(?:(?:npm|pnpm|yarn|bun)(?: run| run-script)?(?: -\S+)*(?: run)?|node --run) ([\w:.-]+)/
/** https://github.com/mysticatea/npm-run-all: arguments that are no options are names, or patterns of names. */
const LIST = /^\s*(?:\S+=\S* )*(?:npx )?(?:run-[sp]|npm-run-all2?) (.*)$/
/** `concurrently "npm:unit:*"` */
const NAMED = /(?:npm|pnpm|yarn|bun):([\w:.*-]+)/g
/** The last argument of `start-server-and-test start URL unit` is the script of the tests. */
const SERVED = /^\s*(?:npx )?(?:start-server-and-test|server-test) .*?([\w:.-]+)\s*$/

/** Returns the names of scripts, in order; empty for another command. */
export function getCalledScripts(command: string, scripts: ReadonlyMap<string, string>): readonly string[] {
  const list = LIST.exec(command)?.[1]
    ?.match(/[^\s'"]+/g)
    ?.filter((word) => !word.startsWith('-'))
  const named = /^\s*(?:npx )?concurrently\s/.test(command)
    ? [...command.matchAll(NAMED)].map(([, name = '']) => name)
    : []
  const one = CALL.exec(command)?.[1] ?? SERVED.exec(command)?.[1]
  const names = [...(list ?? []), ...named, ...(one === undefined ? [] : [one])]
  return names.flatMap((name) => (name.includes('*') ? matching(name, scripts) : scripts.has(name) ? [name] : []))
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
