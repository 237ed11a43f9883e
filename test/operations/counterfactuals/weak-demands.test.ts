import { expect, test } from 'vitest'
import { withComment } from '../../../src/operations/counterfactuals/weak-demands.ts'

test.each([
  ['cart.js', 'x\n// tdd-gate\n'],
  ['Cart.java', 'x\n// tdd-gate\n'],
  ['lib.rs', 'x\n// tdd-gate\n'],
  ['cart.py', 'x\n# tdd-gate\n'],
  ['cart.rb', 'x\n# tdd-gate\n'],
])('a comment is one in the language of %s', (path, text) => {
  expect(withComment(path, 'x')).toBe(text)
})

test('a comment behind a closing tag of PHP stays out of the page', () => {
  expect(withComment('cart.php', '<?php f(); ?>')).toBe('<?php f(); ?>\n<?php // tdd-gate\n')
  expect(withComment('cart.php', '<?php f();')).toBe('<?php f();\n// tdd-gate\n')
})
