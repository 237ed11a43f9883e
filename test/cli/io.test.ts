import { expect, test } from 'vitest'
import { getPageLayout } from '../../src/cli/operation-command.ts'

const paint = (_: unknown, text: string) => text

test('links are for terminals: a pipe gets the words alone', () => {
  const { link } = getPageLayout({ isTerminal: true, width: 80, paint })
  expect(link?.('rule', 'https://example.com/#rule')).toBe(
    '\u001b]8;;https://example.com/#rule\u001b\\rule\u001b]8;;\u001b\\',
  )
  expect(getPageLayout({ isTerminal: false, width: 80, paint }).link).toBeUndefined()
})
