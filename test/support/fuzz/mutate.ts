/** Changes a report the way damage and malice do: bytes, cuts, and whole pieces of its structure. One seed, one result. */

/** A number in [0, 1), the next one each time it is asked. */
export type Chance = () => number

/** Tokens that break readers: ends and beginnings of structure, names that every object has, huge numbers. */
const TOKENS = [
  '<![CDATA[',
  ']]>',
  '<!--',
  '<testcase name="x"',
  '</testsuite>',
  '<!DOCTYPE a [<!ENTITY b "c">]>&b;',
  '&#0;',
  '&#x110000;',
  '&&&&',
  '"__proto__":{"a":1},',
  '"constructor":',
  '[[[[[[[[',
  '{"a":'.repeat(40),
  ']}',
  '1e999',
  '-0',
  '9007199254740993',
  '\\ud800',
  'null',
  'true',
  'ok 1 - ',
  'not ok ',
  '1..99999999',
  'Bail out!',
  '    ---\n',
  'SF:',
  'DA:1,1',
  'end_of_record',
  'mode: set\n',
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\ufeff',
  '\r\n',
  '\n',
]
const PIECES = [/<[^<>]{0,400}>/g, /\{[^{}]{0,400}\}/g, /"[^"\n]{0,200}"/g, /[^\n]{0,400}\n/g]
const MAX_CHANGES = 4
const MAX_COPIES = 64
const MAX_BYTES = 400_000

/** mulberry32: small, and the same on every machine. */
export function getChance(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @param other a second report, of which a part may be put in */
export function mutate(report: Buffer, other: Buffer, chance: Chance): Buffer {
  const count = 1 + Math.floor(chance() * MAX_CHANGES)
  let changed = report
  for (let n = 0; n < count; n += 1) changed = pick(CHANGES, chance)(changed, other, chance).subarray(0, MAX_BYTES)
  return changed
}

type Change = (report: Buffer, other: Buffer, chance: Chance) => Buffer

const CHANGES: readonly Change[] = [
  (report, _, chance) => report.subarray(0, place(report, chance)),
  (report, _, chance) => report.subarray(place(report, chance)),
  (report, _, chance) => {
    const flipped = Buffer.from(report)
    if (flipped.length > 0) flipped[place(report, chance, 1)] = Math.floor(chance() * 256)
    return flipped
  },
  (report, _, chance) => insert(report, Buffer.from(pick(TOKENS, chance)), chance),
  (report, other, chance) => insert(report, slice(other, chance), chance),
  (report, other) => Buffer.concat([report, other]),
  (report, _, chance) => {
    const piece = getPiece(report, chance)
    return insert(report, Buffer.from(piece.repeat(1 + Math.floor(chance() * MAX_COPIES))), chance)
  },
  (report, _, chance) => {
    const text = report.toString('latin1')
    const piece = getPiece(report, chance)
    return piece === '' ? report : Buffer.from(text.replace(piece, getPiece(report, chance)), 'latin1')
  },
]

function pick<T>(list: readonly [T, ...T[]] | readonly T[], chance: Chance): T {
  return list[Math.floor(chance() * list.length)] as T
}

function place(report: Buffer, chance: Chance, before = 0): number {
  return Math.floor(chance() * Math.max(1, report.length + 1 - before))
}

function slice(report: Buffer, chance: Chance): Buffer {
  const from = place(report, chance)
  return report.subarray(from, from + Math.floor(chance() * 2_000))
}

function insert(report: Buffer, piece: Buffer, chance: Chance): Buffer {
  const at = place(report, chance)
  return Buffer.concat([report.subarray(0, at), piece, report.subarray(at)])
}

/** A tag, an object, a string or a line of it. */
function getPiece(report: Buffer, chance: Chance): string {
  const at = place(report, chance)
  const window = report.toString('latin1', at, at + 4_000)
  const found = window.match(pick(PIECES, chance)) ?? ['']
  return pick(found, chance)
}
