/** What a cache of GitHub's answers must do, in a file and on PostgreSQL. */
import { expect, test } from 'vitest'
import { CLOCK } from '../../../src/app/queue/clock.ts'
import { openStore, type StoreSettings } from '../../../src/app/store.ts'

export function answersAreShared(prepare: () => Promise<StoreSettings>, readAll: () => Promise<string>): void {
  test('an answer is shared with other processes, replaced by a newer one, and there after a restart', async () => {
    const settings = await prepare()
    const open = () => openStore(settings, CLOCK, () => undefined)
    const url = `https://api.github.com/repos/acme/shop/pulls/1?${'x'.repeat(4000)}`
    {
      await using first = await open()
      await using second = await open()
      expect(await first.answers.get(url)).toBeNull()
      await first.answers.put(url, '{"a":"ü"}')
      expect(await second.answers.get(url)).toBe('{"a":"ü"}')
      const long = JSON.stringify(Array.from({ length: 5000 }, (_, i) => i))
      await Promise.all([second.answers.put(url, long), second.answers.put('https://a/2', 'other')])
      expect(await first.answers.get(url)).toBe(long)
    }
    await using again = await open()
    expect(await again.answers.get('https://a/2')).toBe('other')
    // A reader of the store sees no address.
    expect(await readAll()).not.toContain('acme')
  })

  test('the answers that were used least recently are forgotten', async () => {
    const settings = await prepare()
    let now = Date.now()
    await using store = await openStore(settings, { ...CLOCK, now: () => now }, () => undefined, 10)
    for (let i = 0; i < 10; i += 1) {
      await store.answers.put(`https://a/${i}`, `text ${i}`)
      now += 1000
    }
    now += 25 * 3_600_000
    expect(await store.answers.get('https://a/0')).toBe('text 0')
    for (let i = 10; i < 15; i += 1) await store.answers.put(`https://a/${i}`, `text ${i}`)
    expect(await store.answers.get('https://a/0')).toBe('text 0')
    expect(await store.answers.get('https://a/1')).toBeNull()
    expect(await store.answers.get('https://a/14')).toBe('text 14')
  })
}
