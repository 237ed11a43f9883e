import { expect, test } from 'vitest'
import { getTitleWords, getWords, sharesWord } from '../../../src/core/text/plan-words.ts'

test.each([
  ['An order is refunded within 30 days', ['order', 'refunded', 'days']],
  ['Add `parseDate` to the HTTPClient', ['parse', 'date', 'http', 'client']],
  ['Implement the tests', []],
  ['Refunds', []],
  ['Rückerstattung einer Bestellung', []],
  ['Der Rabatt wird berechnet', []],
  ['Calculer la remise', []],
  ['返金を処理する', []],
])('the title %o has the words %o', (title, words) => {
  expect(getTitleWords(title)).toEqual(words)
})

test.each([
  ['An order is refunded within 30 days', "test('ten', () => { assert.equal(tax(10), 2) })", false],
  ['An order is refunded within 30 days', 'def refund_order(order):', true],
  ['Prices are rounded to cents', 'func PricingFor(x int) int', true],
  ['Applies a discount code', "test('takes a tenth', () => apply(200))", true],
  ['Taxes by country', 'exports.tax = (n) => n * 0.2', true],
  ['Strong passwords expire', 'int total(const std::string& str)', false],
  ['Sorting of invoices', 'src/invoice-list.ts', true],
])('of %o and %o it is %o that they share a word', (title, text, expected) => {
  expect(sharesWord(getTitleWords(title), getWords(text))).toBe(expected)
})
