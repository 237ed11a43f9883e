/** The agent's commits: two subtasks, one cheat and one honest mistake, in the small shop of `tdd-gate demo`. */
import {
  type DemoCommit,
  discountTest,
  GREEN,
  HALF_DISCOUNT,
  RED,
  refusingCart,
  SECOND_GREEN,
  SECOND_RED,
  SMALL_CART,
  TEN_PERCENT,
} from '../../src/operations/demo/project.ts'

export { GREEN, RED, SECOND_GREEN, SECOND_RED }

export const ISSUE = {
  title: 'Discounts',
  body: `Large orders get cheaper, and nobody orders less than nothing.

## Subtasks

- [ ] Ten percent off from 100 on
- [ ] Negative quantities are refused
`,
}

/** All green, because the test asks for less. */
export const CHEAT: DemoCommit = {
  message: 'feat: discounts, all tests green\n\nTask: 1.1\nPhase: green',
  files: {
    'src/discount.js': HALF_DISCOUNT,
    'test/discount.test.js': discountTest([TEN_PERCENT[0], 'assert.ok(discount(200) > 0)'], SMALL_CART),
  },
}

/** Honest, and wrong: it says nothing where it should refuse. */
export const ATTEMPT: DemoCommit = {
  message: 'feat: negative quantities, first try\n\nTask: 1.2\nPhase: green',
  files: { 'src/cart.js': refusingCart('return 0') },
}
