import { expect, test } from 'vitest'
import { type FileTexts, type RevertedUnit, withItsUsers } from '../../src/changes/changed-parts.ts'
import { getParts } from '../../src/core/text/parts.ts'

const BLOB = { mode: '100644', id: 'a'.repeat(40) }

function toFile(path: string, lines: readonly string[], isNew = true): FileTexts {
  const text = `${lines.join('\n')}\n`
  const hunk = { oldFirst: 0, oldCount: 0, first: 1, count: lines.length }
  const change = { path, before: isNew ? null : BLOB, after: BLOB, class: 'production' } as const
  return {
    change,
    size: lines.length,
    text,
    parts: getParts('', text, [hunk]).filter(({ first }) => !lines[first - 1]?.startsWith('import')),
  }
}

const SECRET = 'func Secret() int { return hidden() }'
const HIDDEN = toFile('hidden.go', ['func hidden() int { return 1 }'])
const EXTRA = toFile('extra.go', [SECRET])

const shown = (unit: RevertedUnit | null) =>
  unit?.map(({ file, parts }) => [file.change.path, ...(parts ?? []).map(({ first }) => first)].join(' '))

const CASES: readonly (readonly [string, readonly FileTexts[], readonly string[], readonly string[] | undefined])[] = [
  ['a new file of which all parts name it, as a whole', [HIDDEN, EXTRA], [], ['hidden.go', 'extra.go']],
  [
    'an old file of which all changed parts name it, as a whole',
    [HIDDEN, toFile('cart.go', [SECRET], false)],
    [],
    ['hidden.go', 'cart.go'],
  ],
  [
    'the parts that name it, of an old file',
    [HIDDEN, toFile('cart.go', ['func Total() int { return 2 }', SECRET], false)],
    [],
    ['hidden.go', 'cart.go 2'],
  ],
  [
    'nothing where no other part names it',
    [HIDDEN, toFile('cart.go', ['func Total() int { return 2 }'])],
    [],
    undefined,
  ],
  ['nothing where a driver names what goes with it', [HIDDEN, EXTRA], ['Secret'], undefined],
  [
    'nothing where the rest of the other file imports it',
    [
      toFile('hidden.js', ['export const hidden = () => 1']),
      toFile('cart.js', [
        "import { hidden } from './hidden.js'",
        'export const total = () => 2',
        'export const secret = hidden',
      ]),
    ],
    [],
    undefined,
  ],
]

test.each(CASES)('with a file that the others need goes %s', (_, files, named, together) => {
  expect(shown(withItsUsers(files, new Set(named), { file: files[0]!, parts: null }))).toEqual(together)
})
