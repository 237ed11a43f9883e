/**
 * Lists honest work: two subtasks, one failed attempt, one refactor; and a pull request without any commit discipline.
 */
import type { Sequence } from '../../core/model/policy.ts'
import {
  type DemoCommit,
  DISCOUNT,
  discountTest,
  GREEN,
  HALF_DISCOUNT,
  RED,
  SECOND_GREEN,
  SECOND_RED,
  SMALL_CART,
  TEN_PERCENT,
} from './project.ts'

export interface DemoStory {
  readonly title: string
  readonly sequence: Sequence
  readonly commits: readonly DemoCommit[]
}

export const HONEST: readonly DemoStory[] = [
  {
    title: 'two subtasks, one failed attempt, one refactor',
    sequence: 'commits',
    commits: [
      RED,
      { message: 'feat: discounts, first try\n\nTask: 1.1\nPhase: green', files: { 'src/discount.js': HALF_DISCOUNT } },
      GREEN,
      {
        message: 'refactor: name the limit\n\nTask: 1.1\nPhase: refactor',
        files: { 'src/discount.js': `const LIMIT = 100\n\n${DISCOUNT.replace('100', 'LIMIT')}` },
      },
      {
        message: 'docs: say what a discount is',
        files: { 'README.md': '# A small shop\n\nTen percent off from 100 on.\n' },
      },
      SECOND_RED,
      { ...SECOND_GREEN, message: 'feat: refuse negative quantities\n\nTests: 5 passing\nTask: 1.2\nPhase: green' },
    ],
  },
  {
    title: 'RED and GREEN without any trailer',
    sequence: 'commits',
    commits: [
      { message: 'Discounts, tests first', files: RED.files },
      { message: 'Discounts', files: GREEN.files },
    ],
  },
  {
    title: 'one commit with tests and code, judged as a pull request',
    sequence: 'pull-request',
    commits: [
      {
        message: 'Discounts',
        files: { 'src/discount.js': DISCOUNT, 'test/discount.test.js': discountTest(TEN_PERCENT, SMALL_CART) },
      },
    ],
  },
]
