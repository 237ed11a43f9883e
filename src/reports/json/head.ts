/** Reads the names of a document's first members, so that text in its values cannot imitate a format. */

const WHITE = /[\s\ufeff]*/y
const STRING = /"((?:[^"\\]|\\.)*)"/y
/** Bound on the names. A document whose format shows only later is not recognised. */
const MAX_NAMES = 64

/**
 * Returns the names of the members of the outermost object, in order, as far as the (possibly truncated) head goes; for
 * an array of objects those of its first object. Empty for other texts.
 */
export function memberNames(head: string): readonly string[] {
  const start = /^[\s\ufeff]*(?:\[\s*)?\{/.exec(head)
  const names: string[] = []
  for (let at = start?.[0].length ?? -1; at > 0 && names.length < MAX_NAMES; ) {
    const name = textAt(head, skipWhite(head, at))
    if (name === null) break
    const colon = skipWhite(head, name.end)
    if (head[colon] !== ':') break
    names.push(name.text)
    at = afterValue(head, colon + 1)
  }
  return names
}

function skipWhite(head: string, at: number): number {
  WHITE.lastIndex = at
  WHITE.test(head)
  return WHITE.lastIndex
}

function textAt(head: string, at: number): { text: string; end: number } | null {
  STRING.lastIndex = at
  const text = STRING.exec(head)?.[1]
  return text === undefined ? null : { text, end: STRING.lastIndex }
}

/** Returns the start of the next member; -1 where the head or the object ends first. */
function afterValue(head: string, from: number): number {
  let depth = 0
  for (let at = from; at < head.length; at += 1) {
    const c = head[at]
    if (c === '"') {
      STRING.lastIndex = at
      if (!STRING.test(head)) return -1
      at = STRING.lastIndex - 1
    } else if (c === '{' || c === '[') depth += 1
    else if (c === '}' || c === ']') depth -= 1
    if (depth < 0) return -1
    if (depth === 0 && c === ',') return at + 1
  }
  return -1
}
