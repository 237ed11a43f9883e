/** Removes type hints from the signatures of Python functions. */

const OPENING = new Set(['(', '[', '{'])
const CLOSING = new Set([')', ']', '}'])
/** Names, subscripts and unions: anything else may do more than describe a type. */
const PLAIN_HINT = /^(?:[\p{L}\p{N}_.,|[\]]+|"[^"]*"|'[^']*')$/u

/** Returns the tokens without hints; a hint that may run code stays. */
export function withoutHints(tokens: readonly string[]): readonly string[] {
  if (!tokens.includes('def')) return tokens
  const kept: string[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    kept.push(token)
    if (token !== 'def' || tokens[at + 2] !== '(') continue
    const signature = readSignature(tokens, at + 1)
    kept.push(...signature.kept)
    at = signature.end - 1
  }
  return kept
}

/** @param from the function's name */
function readSignature(
  tokens: readonly string[],
  from: number,
): { readonly kept: readonly string[]; readonly end: number } {
  const kept: string[] = []
  let depth = 0
  let isDefault = false
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (depth === 0 && token === ':') return { kept, end: at }
    const isParameter = depth === 1 && token === ':' && !isDefault
    const isReturn = depth === 0 && token === '-' && tokens[at + 1] === '>'
    const end = isParameter || isReturn ? endOfHint(tokens, at + (isReturn ? 2 : 1), isReturn) : null
    if (end !== null) {
      at = end - 1
      continue
    }
    if (OPENING.has(token)) depth += 1
    if (CLOSING.has(token)) depth -= 1
    if (depth === 1 && (token === '=' || token === ',')) isDefault = token === '='
    kept.push(token)
  }
  return { kept, end: tokens.length }
}

/** Returns the place after a hint; null when it is more than a description. */
function endOfHint(tokens: readonly string[], from: number, isReturn: boolean): number | null {
  let depth = 0
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (depth === 0 && (isReturn ? token === ':' : [',', '=', ')'].includes(token))) return at
    if (!PLAIN_HINT.test(token)) return null
    if (token === '[') depth += 1
    if (token === ']') depth -= 1
  }
  return null
}
