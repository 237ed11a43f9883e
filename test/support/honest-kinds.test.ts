import { expect, test } from 'vitest'
import { getHonestKinds } from './told/kinds.ts'
import { LANGUAGES } from './told/languages.ts'

test('honest work has more than 60 kinds, each under a name of its own', () => {
  for (const language of LANGUAGES) {
    const names = getHonestKinds(language).map(({ about }) => about)
    expect(names.length).toBeGreaterThan(60)
    expect(new Set(names).size).toBe(names.length)
  }
})
