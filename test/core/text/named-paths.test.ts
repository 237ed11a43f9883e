import { expect, test } from 'vitest'
import { findNamedPaths } from '../../../src/core/text/nearby.ts'

test.each([
  [
    'Write src/schema.js, and its tests in `src/__tests__/schema.test.js`.',
    ['src/schema.js', 'src/__tests__/schema.test.js'],
  ],
  ['POST /api/metrics in api/metrics.js (see docs/api.md)', ['api/metrics.js', 'docs/api.md']],
  ['In src\\price.ts? No: in ./lib/price.rb', ['lib/price.rb']],
  ['Read https://example.com/a/b.js and ../outside.js and /etc/hosts.conf first', []],
  ['Node.js 24, e.g. v1.2.3, and/or 3.5 of 7.1', []],
  ['cart.py and cart.py again', ['cart.py']],
  ['Cart.java', []],
])('finds the files that %j names', (prose, expected) => {
  expect(findNamedPaths(prose, ['cart.py', 'src/main.ts'])).toEqual(expected)
})
