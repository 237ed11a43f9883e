/** Reads file and line from the stack traces of common languages. */

interface StackFrame {
  readonly path: string
  readonly line: number
}

/** Bound on the lines of a stack, which also bounds the time for hostile text. */
const MAX_LINES = 400
const MAX_LINE = 1_000
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor\/bundle|\.cargo\/registry)\/|^node:|^\/usr\/(?:lib|local\/(?:lib|go))\/|<anonymous>|<frozen /
const PYTHON = /^\s*File "([^"]+)", line (\d+)/
const JAVA = /^\s*at (?:[\w.@-]{0,200}\/\/?)?([\w.$]+)\.[\w$<>]+\(([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)/
/** .NET and Mono: `at N.C.M() in /src/C.cs:line 12`, `in /src/C.cs:12`. */
const DOTNET = /^\s*at [^\n]* in ([^<>]+?):(?:line )?(\d+)\s*$/
const IN_PARENTHESES = /\(([^()]+?):(\d+)(?::\d+)?\)\s*$/
/** Karma serves files with a host and a content hash. */
const HOST = /^https?:\/\/[^/]{1,300}\//
const QUERY = /\?[^?/]{0,300}$/
const AFTER_AT = /^\s*(?:at (?:async )?|❯ (?:\S+ )?|# )?((?:[A-Za-z]:)?[^\s:][^:]*|file:\/\/[^:]+):(\d+)(?::|\s|$)/

/**
 * Returns the frames of a stack, innermost first. Python prints them in reverse order. Frames of libraries and of the
 * runtime are left out.
 */
export function getFrames(stack: string): readonly StackFrame[] {
  const lines = stack.split('\n', MAX_LINES)
  const frames = lines.flatMap((line) => getFrame(line.slice(0, MAX_LINE)) ?? [])
  return lines.some(isPython) ? frames.toReversed() : frames
}

const isPython = (line: string) => PYTHON.test(line) || /^\S+\.py:\d+: /.test(line)

function getFrame(line: string): StackFrame | null {
  const java = JAVA.exec(line)
  if (java) return { path: javaPath(java[1] ?? '', java[2] ?? ''), line: Number(java[3]) }
  const match = PYTHON.exec(line) ?? DOTNET.exec(line) ?? IN_PARENTHESES.exec(line) ?? AFTER_AT.exec(line)
  const path = match?.[1]?.replaceAll('\\', '/').replace(HOST, '').replace(QUERY, '')
  if (path === undefined || FOREIGN.test(path)) return null
  return { path, line: Number(match?.[2]) }
}

/** `com.shop.CartTest`, `CartTest.java` -> `com/shop/CartTest.java`. */
function javaPath(className: string, file: string): string {
  return [...className.split('.').slice(0, -1), file].join('/')
}
