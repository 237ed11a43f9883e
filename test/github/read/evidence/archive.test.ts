import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../../../src/core/model/errors.ts'
import { ARCHIVE_LIMITS, openArchive } from '../../../../src/github/read/evidence/archive.ts'
import { shareOf } from '../../../support/property-runs.ts'
import { type ForgedEnd, type ForgedEntry, forge, zip } from '../../../support/zip.ts'

const isAllowed = (name: string) => /^(a|b)\.json$/.test(name)
const LINK = 0o120777

async function getReason(attempt: () => unknown): Promise<string> {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-artifact') return error.message
    throw error
  }
  return 'it was taken'
}
const opening = (bytes: Buffer, limits = {}) =>
  getReason(() => openArchive(bytes, isAllowed, { ...ARCHIVE_LIMITS, ...limits }))
const forged = (entries: readonly ForgedEntry[], end?: ForgedEnd) => opening(forge(entries, end))
const reading = (entry: ForgedEntry) =>
  getReason(async () => (await openArchive(forge([entry]), isAllowed)).read(entry.name, ARCHIVE_LIMITS.entryBytes))

describe('an honest archive', () => {
  test('is read name by name', async () => {
    const archive = await openArchive(await zip({ 'a.json': '{}', 'b.json': 'x'.repeat(5000) }), isAllowed)
    expect(archive.names).toEqual(['a.json', 'b.json'])
    expect(archive.read('a.json', ARCHIVE_LIMITS.entryBytes)?.toString()).toBe('{}')
    expect(archive.read('b.json', ARCHIVE_LIMITS.entryBytes)).toHaveLength(5000)
    expect(archive.read('c.json', ARCHIVE_LIMITS.entryBytes)).toBeNull()
  })

  test('may be stored without compression, hold folders, and be empty', async () => {
    const archive = await openArchive(
      forge([
        { name: 'a.json', content: '{}', method: 0 },
        { name: 'evidence/', mode: 0o040755, method: 0 },
        { name: 'b.json', content: '' },
      ]),
      isAllowed,
    )
    expect(archive.names).toEqual(['a.json', 'b.json'])
    expect(archive.read('a.json', ARCHIVE_LIMITS.entryBytes)?.toString()).toBe('{}')
    expect(archive.read('b.json', ARCHIVE_LIMITS.entryBytes)).toHaveLength(0)
    expect((await openArchive(await zip({}), isAllowed)).names).toEqual([])
  })

  test('needs no name of JavaScript to be safe', async () => {
    const archive = await openArchive(await zip({ 'a.json': '{}' }), isAllowed)
    expect(archive.read('__proto__', ARCHIVE_LIMITS.entryBytes)).toBeNull()
    expect(archive.read('constructor', ARCHIVE_LIMITS.entryBytes)).toBeNull()
  })
})

describe('refused at the door', () => {
  test.each<[string, readonly ForgedEntry[], RegExp]>([
    ['an unexpected name', [{ name: 'c.json' }], /"c.json".*not a file name/],
    ['a way out', [{ name: '../a.json' }], /"?\.\.\/a\.json/],
    ['a way out with backslashes', [{ name: '..\\a.json' }], /a\.json/],
    ['an absolute path', [{ name: '/a.json' }], /absolute/],
    ['a drive', [{ name: 'C:a.json' }], /absolute/],
    ['a name with an end in it', [{ name: 'a.json\0.txt' }], /not a file name/],
    ['a link', [{ name: 'a.json', content: '/etc/passwd', mode: LINK }], /link/],
    ['a device', [{ name: 'a.json', mode: 0o020644 }], /regular file/],
    ['the same name twice', [{ name: 'a.json' }, { name: 'a.json' }], /twice/],
    ['an encrypted entry', [{ name: 'a.json', flags: 1 }], /encrypted/],
    ['strong encryption', [{ name: 'a.json', flags: 0x41 }], /encryption/],
    ['a compression of its own', [{ name: 'a.json', method: 12 }], /compression/],
    ['a folder with content', [{ name: 'b/', content: 'x' }], /folder/],
    [
      'two entries in the same bytes',
      [
        { name: 'a.json', content: 'x' },
        { name: 'b.json', content: 'x', at: 0 },
      ],
      /share bytes/,
    ],
    ['a size that storing contradicts', [{ name: 'a.json', content: 'xy', method: 0, claimedSize: 1 }], /mismatch/],
  ])('%s', async (_, entries, words) => {
    expect(await forged(entries)).toMatch(words)
  })

  test.each<[string, ForgedEnd]>([
    ['more entries than there are', { entryCount: 3 }],
    ['a directory beyond the end', { directoryOffset: 0xfffffff0 }],
    ['a directory in the middle of data', { directoryOffset: 1 }],
  ])('%s', async (_, end) => {
    expect(await forged([{ name: 'a.json', content: '{}' }], end)).toMatch(/cannot be read/)
  })

  test.each([
    ['no archive', Buffer.from('<html>not found</html>')],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, bytes) => {
    expect(await opening(bytes)).toMatch(/cannot be read/)
  })
})

describe('bounds', () => {
  const big = { name: 'a.json', content: Buffer.alloc(4_000_000, 'x') }
  test.each([
    ['compressed bytes', [big], { compressedBytes: 1000 }, /larger than 1000 bytes/],
    ['entries', [{ name: 'a.json' }, { name: 'b.json' }], { entries: 1 }, /2 entries/],
    ['bytes of an entry', [big], { entryBytes: 1_000_000 }, /"a.json" expands to 4000000/],
    ['bytes in all', [big, { ...big, name: 'b.json' }], { expandedBytes: 5_000_000, ratio: 10_000 }, /in all/],
    ['the ratio, which betrays a bomb', [big], {}, /expands more than/],
  ])('%s', async (_, entries, limits, words) => {
    expect(await opening(forge(entries), limits)).toMatch(words)
  })

  test('a bomb that claims to be small is cut off while it expands', async () => {
    expect(await reading({ ...big, claimedSize: 10_000 })).toMatch(/larger than its declared size/)
  })
})

describe('refused when read', () => {
  test.each<[string, ForgedEntry, RegExp]>([
    ['less than was claimed', { name: 'a.json', content: 'xy', claimedSize: 3 }, /2 bytes instead of 3/],
    ['content whose checksum differs', { name: 'a.json', content: 'xy', crc: 1 }, /checksum/],
  ])('%s', async (_, entry, words) => {
    expect(await reading(entry)).toMatch(words)
  })
})

test('a refusal quotes hostile names in one short line', async () => {
  const reason = await forged([{ name: `x\u001b[31m\n${'y'.repeat(5000)}` }])
  expect(reason.length).toBeLessThan(400)
  expect(reason).not.toMatch(/[\n\u001b]/)
})

test('an entry that is too large for its reader is refused before it is expanded', async () => {
  const garbage = { name: 'a.json', method: 8, content: 'no deflated bytes' }
  const archive = await openArchive(forge([{ ...garbage, claimedSize: 200_001 }]), isAllowed)
  expect(await getReason(async () => archive.read('a.json', 200_000))).toContain(
    'has 200001 bytes, more than the limit of 200000',
  )
})

test('whatever the bytes are, they are refused or read as they were written', async () => {
  const content = 'measured '.repeat(50)
  const honest = await zip({ 'a.json': content, 'b.json': '{}' })
  const place = fc.record({ at: fc.nat(honest.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 4 }), async (places) => {
      const bytes = Buffer.from(honest)
      for (const { at, byte } of places) bytes[at] = byte
      const result = await getReason(async () => {
        const archive = await openArchive(bytes, isAllowed)
        for (const name of archive.names)
          expect([content, '{}']).toContain(archive.read(name, ARCHIVE_LIMITS.entryBytes)?.toString())
      })
      expect(result).not.toBe('')
    }),
    { numRuns: shareOf(300) },
  )
})
