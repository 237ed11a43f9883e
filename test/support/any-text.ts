import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const codePoints = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count })
const character = codePoints.map((n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count))

/**
 * Any text: of all code points, or of those that programs stumble over, such as `__proto__`. What fast-check has for it
 * (`unit: 'binary'`) fills a table of all code points in each process, which takes 1.8 seconds.
 *
 * @param maxLength in code points
 */
export function anyText({ maxLength }: { maxLength?: number } = {}): fc.Arbitrary<string> {
  const bounds = maxLength === undefined ? {} : { maxLength }
  const any = fc.array(character, bounds).map((characters) => characters.join(''))
  return fc.oneof({ arbitrary: any, weight: 3 }, { arbitrary: fc.string(bounds), weight: 1 })
}
