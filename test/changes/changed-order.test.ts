/** Effects that may happen before an error that stood in front of them. */
import { expect, test } from 'vitest'
import { findEarlierEffects } from '../../src/changes/changed-order.ts'

const js = (body: string) => `export function move(store, items) {\n${body}\n}\n`
const CHECK = "if (item.n < 0) throw new RangeError('negative')"
const LOOPS = js(
  `  for (const item of items) {\n    ${CHECK}\n  }\n  for (const item of items) {\n    store.save(item)\n  }`,
)
const LOOP = js(`  for (const item of items) {\n    ${CHECK}\n    store.save(item)\n  }`)

type Row = readonly [title: string, path: string, before: string, after: string, is: string]

const EARLIER: readonly Row[] = [
  ['two loops in one', 'a.js', LOOPS, LOOP, "store.save(item) before throw new RangeError('negative')"],
  [
    'two calls with a function in one',
    'a.ts',
    js(`  items.forEach((item) => {\n    ${CHECK}\n  })\n  items.forEach((item) => {\n    item.count += 1\n  })`),
    js(`  items.forEach((one) => {\n    ${CHECK.replace('item', 'one')}\n    one.count += 1\n  })`),
    "one.count += 1 before throw new RangeError('negative')",
  ],
  [
    'a check that another function makes',
    'a.js',
    `function check(item) {\n  ${CHECK}\n}\n${js('  for (const item of items) check(item)\n  for (const item of items) store.save(item)')}`,
    `function check(item) {\n  ${CHECK}\n}\n${js('  for (const item of items) {\n    check(item)\n    store.save(item)\n  }')}`,
    'store.save(item) before check(item)',
  ],
  [
    'a check behind the effect',
    'a.js',
    js(`  const [item] = items\n  ${CHECK}\n  store.save(item)`),
    js(`  const [item] = items\n  store.save(item)\n  ${CHECK}`),
    "store.save(item) before throw new RangeError('negative')",
  ],
  [
    'Python',
    'a.py',
    'def move(store, items):\n    for item in items:\n        if item < 0:\n            raise ValueError("negative")\n    for item in items:\n        store.save(item)\n',
    'def move(store, items):\n    for item in items:\n        if item < 0:\n            raise ValueError("negative")\n        store.save(item)\n',
    'store.save(item) before raise ValueError("negative")',
  ],
  [
    'Go',
    'a.go',
    'package a\n\nfunc Move(s *S, all []int) error {\n\tfor _, n := range all {\n\t\tif n < 0 {\n\t\t\treturn errors.New("negative")\n\t\t}\n\t}\n\tfor _, n := range all {\n\t\ts.Save(n)\n\t}\n\treturn nil\n}\n',
    'package a\n\nfunc Move(s *S, all []int) error {\n\tfor _, n := range all {\n\t\tif n < 0 {\n\t\t\treturn errors.New("negative")\n\t\t}\n\t\ts.Save(n)\n\t}\n\treturn nil\n}\n',
    's.Save(n) before return errors.New("negative")',
  ],
  [
    'Ruby',
    'a.rb',
    "def move(store, items)\n  items.each { |item| raise E, 'negative' if item < 0 }\n  items.each { |item| store.save(item) }\nend\n",
    "def move(store, items)\n  items.each do |item|\n    raise E, 'negative' if item < 0\n    store.save(item)\n  end\nend\n",
    "store.save(item) before raise E, 'negative'",
  ],
  [
    'PHP',
    'a.php',
    "<?php\nfunction move($store, $items) {\n  foreach ($items as $item) { if ($item < 0) { throw new E('negative'); } }\n  foreach ($items as $item) { $store->save($item); }\n}\n",
    "<?php\nfunction move($store, $items) {\n  foreach ($items as $item) {\n    if ($item < 0) { throw new E('negative'); }\n    $store->save($item);\n  }\n}\n",
    "$store->save($item) before throw new E('negative')",
  ],
]

test.each(EARLIER)('in %s an effect may now come before the error', async (_, path, before, after, is) => {
  const found = await findEarlierEffects(path, before, after)
  expect(found.map((one) => one.is)).toEqual([is])
})

const SAME: readonly (readonly [title: string, before: string, after: string])[] = [
  ['the same order', LOOP, LOOP.replace('item of', 'item  of')],
  ['one loop in two', LOOP, LOOPS],
  ['other names', LOOPS, LOOPS.replaceAll('item', 'one')],
  [
    'a guard in another form',
    js(`  const [item] = items\n  ${CHECK}\n  store.save(item)`),
    js(
      "  const [item] = items\n  if (item.n >= 0) {\n    store.save(item)\n    return\n  }\n  throw new RangeError('negative')",
    ),
  ],
  [
    'both branches',
    js(`  const [item] = items\n  ${CHECK}\n  store.save(item)`),
    js(
      "  const [item] = items\n  if (item.n >= 0) {\n    store.save(item)\n  } else {\n    throw new RangeError('negative')\n  }",
    ),
  ],
  [
    'a list of its own',
    LOOPS.replace('store.save', 'out.push').replace('  for', '  const out = []\n  for'),
    LOOP.replace('store.save', 'out.push').replace('  for', '  const out = []\n  for'),
  ],
  ['a log', LOOPS.replace('store.save', 'console.log'), LOOP.replace('store.save', 'console.log')],
  ['a new check', LOOPS.replace(CHECK, ''), LOOP],
]

test.each(SAME)('%s shows no effect', async (_, before, after) => {
  expect(await findEarlierEffects('a.js', before, after)).toEqual([])
})
