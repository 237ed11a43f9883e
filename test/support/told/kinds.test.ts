import { expect, test } from 'vitest'
import { getHonestKinds } from './kinds.ts'
import { LANGUAGES } from './languages.ts'

test('there are more than 60 kinds of honest work, each under a name of its own', () => {
  for (const language of LANGUAGES) {
    const names = getHonestKinds(language).map(({ about }) => about)
    expect(names.length).toBeGreaterThan(60)
    expect(new Set(names).size).toBe(names.length)
  }
})
