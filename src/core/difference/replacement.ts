/** Finds values and operators that stand in the place of others, in statements that are otherwise the same. */

export interface Replacement {
  readonly was: string
  readonly is: string
}

/** Operators of one group can replace each other. */
const GROUPS: readonly (readonly [name: string, members: ReadonlySet<string>])[] = [
  ['comparison', new Set(['<', '>', '<=', '>=', '==', '!=', '===', '!==', 'is'])],
  ['logic', new Set(['&&', '||'])],
  ['words of logic', new Set(['and', 'or'])],
  ['arithmetic', new Set(['+', '-', '*', '/', '%', '**'])],
  ['assignment', new Set(['+=', '-=', '*=', '/='])],
  ['truth', new Set(['true', 'false', 'True', 'False', 'TRUE', 'FALSE'])],
  ['nothing', new Set(['null', 'nil', 'None', 'undefined'])],
]
const OPPOSITE = new Map([
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['==', '!='],
  ['!=', '=='],
  ['===', '!=='],
  ['!==', '==='],
])
const QUOTED = /^["'`]/
const TRIPLE = /^(?:"""|''')/
const PATTERN = /^\/.+\/\w*$/s
const INTERPOLATION = /[$#]?\{[^}]*\}/g

/** What a token is, whatever its value; the token itself where that is not a value. */
function getKind(token: string): string {
  if (/^-?\d/.test(token)) return 'number'
  // Other strings of several lines may be code that was read as a string.
  if (QUOTED.test(token) && (!token.includes('\n') || TRIPLE.test(token)))
    return `string${(token.match(INTERPOLATION) ?? []).join('')}`
  if (PATTERN.test(token)) return 'pattern'
  return GROUPS.find(([, members]) => members.has(token))?.[0] ?? token
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/**
 * @param mayRename whether each name may have another one instead, everywhere the same, and no old one
 * @returns null when anything but values and operators differs
 */
export function readReplacements(
  old: readonly string[],
  now: readonly string[],
  mayRename = false,
): readonly Replacement[] | null {
  if (old.length !== now.length) return null
  const replaced: Replacement[] = []
  const [before, after] = [new Set(old), new Set(now)]
  const names = new Map<string, string>()
  const isRenamed = (was: string, is: string) => {
    const isNew = NAME.test(was) && NAME.test(is) && !before.has(is) && !after.has(was)
    if (!mayRename || !isNew || (names.get(was) ?? is) !== is) return false
    names.set(was, is)
    return true
  }
  for (const [n, was] of old.entries()) {
    const is = now[n] ?? ''
    if (was === is || (getKind(was) !== getKind(is) && isRenamed(was, is))) continue
    // A default for nothing becomes one for zero and empty texts, too.
    const isDefault = was === '??' && is === '||'
    if (!isDefault && getKind(was) !== getKind(is)) return null
    replaced.push({ was, is })
  }
  return replaced
}

const ASSIGNS = new Set(['=', ':', ':='])
const VALUE = /^(?:-?\d|["'`])|^(?:true|false)$/i

/** Finds the line that gave a name its value before. @returns null without another value for the same name */
export function readAssigned(before: readonly (readonly string[])[], line: readonly string[]): Replacement | null {
  for (const old of before) {
    const [change, ...more] = readReplacements(old, line) ?? []
    if (change === undefined || more.length > 0 || !VALUE.test(change.is)) continue
    if (ASSIGNS.has(line[line.findIndex((token, n) => token !== old[n]) - 1] ?? '')) return change
  }
  return null
}

/** Returns whether the replaced values mean the same: another order of strings, a stricter `==`, `> 17` for `>= 18`. */
export function isEquivalent(replaced: readonly Replacement[]): boolean {
  const kept = replaced.filter(({ was, is }) => !(is === `${was}=` && /^[=!]=$/.test(was)))
  const sides = [kept.map(({ was }) => was), kept.map(({ is }) => is)] as const
  if (kept.every(({ was }) => QUOTED.test(was))) {
    const [one, other] = sides.map((side) => side.toSorted().join('\n'))
    return one === other
  }
  const [one, other] = sides.map((side) => toBound(side))
  return one !== undefined && one !== null && one === other
}

/** Writes a bound of whole numbers in one way. */
function toBound([operator = '', limit = '', ...more]: readonly string[]): string | null {
  if (more.length > 0 || !/^-?\d+$/.test(limit)) return null
  if (operator === '>' || operator === '>=') return `>= ${Number(limit) + (operator === '>' ? 1 : 0)}`
  if (operator === '<' || operator === '<=') return `<= ${Number(limit) - (operator === '<' ? 1 : 0)}`
  return null
}

/** Returns whether a condition became its opposite, as where two branches change places. */
export function isOpposite(replaced: readonly Replacement[]): boolean {
  return replaced.some(({ was, is }) => OPPOSITE.get(was) === is)
}

/** Returns whether only words of a text for people differ; numbers, signs and verbs of a format in it are values. */
export function isWording({ was, is }: Replacement): boolean {
  const toSigns = (text: string) => (text.match(/%[a-z]\b|[\d<>=%*+/]/gi) ?? []).join('')
  return QUOTED.test(was) && /\s/.test(was) && /\s/.test(is) && toSigns(was) === toSigns(is)
}
