/** Whether the text of a test says that it is skipped: then no production can have done it. */
import { describe, expect, test } from 'vitest'
import { isSkippedIn } from '../../../src/core/text/written-skips.ts'

describe('a test is skipped by its text', () => {
  test.each([
    ["test.todo('spare')"],
    ["test.skip('spare', () => {\n  assert.ok(1)\n})"],
    ["xit('spare', () => {})"],
    ["test('spare', { skip: process.platform === 'win32' }, () => {})"],
    ["test('spare', {\n  todo: true,\n}, () => {})"],
    ["test('spare', (t) => {\n  t.skip('later')\n})"],
    ["describe.skip('bowling', () => {\n  it('spare', () => {\n    ok(1)\n  })\n})"],
    ['@pytest.mark.skipif(sys.platform != "win32", reason="x")\ndef spare():\n    pass'],
    ['@pytest.mark.skip\n@pytest.mark.slow\ndef spare():\n    pass'],
    ['@unittest.skip("later")\nclass TestBowling:\n    def spare(self):\n        pass'],
    ['import pytest\n\npytestmark = pytest.mark.skip\n\ndef spare():\n    pass'],
    ['func spare(t *testing.T) {\n\tt.Skip("later")\n}'],
    ['    @Disabled\n    void spare() {\n    }'],
  ])('%j', (text) => {
    expect(isSkippedIn(text, 'spare')).toBe(true)
  })
})

describe('a test is not skipped by its text', () => {
  test.each([
    ["test('spare', () => {\n  assert.ok(list.skip(1))\n})"],
    ["test.skip('other', () => {\n  ok(1)\n})\n\ntest('spare', () => {\n  ok(1)\n})"],
    ["describe.skip('other', () => {\n  it('one', f)\n})\n\nit('spare', () => {\n  ok(1)\n})"],
    ['@pytest.mark.skip\ndef other():\n    pass\n\ndef spare():\n    pass'],
    ["test(`${'spa'}re`, { skip: true }, () => {})"],
    ["test.todo('spare')\ntest('spare', () => {})"],
  ])('%j', (text) => {
    expect(isSkippedIn(text, 'spare')).toBe(false)
  })

  test('a title that speaks of skipping', () => {
    expect(isSkippedIn("test('can skip, todo', () => {\n  ok(1)\n})", 'can skip, todo')).toBe(false)
  })
})
