/** The first questions of a stranger: each is answered within two clicks from the README, and a minute of reading. */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { expect, test } from 'vitest'
import { toAnchors } from '../scripts/markdown.ts'

/** The page, the heading that a reader jumps to, and words of the answer. */
const QUESTIONS: readonly (readonly [question: string, page: string, anchor: string, answer: RegExp])[] = [
  ['What is it?', 'README.md', 'tdd-gate', /lets a change through only when every subtask really went RED, then GREEN/],
  ['Does it cost money?', 'README.md', 'tdd-gate', /costs nothing but the minutes of your CI/],
  ['What does it need?', 'README.md', 'try-it', /You need Linux, macOS or WSL, npm, and git/],
  [
    'What does it do on a push?',
    'docs/explanation/what-is-proved.md',
    'what-happens-on-a-push',
    /The gate passes only when/,
  ],
  ['How slow is it?', 'README.md', 'before-you-turn-it-on', /a RED and its GREEN took/],
  ['How do I get out?', 'docs/explanation/project.md', 'how-to-leave', /Remove the check from the required ones/],
  ['What happens if an agent cheats?', 'README.md', 'try-it', /GREEN 1\.1 rejected[\s\S]*?refuses/],
  ['Which runners does it know?', 'docs/reference/runners.md', 'test-runners', /\| vitest \| javascript \|/],
  [
    'What does it send or keep?',
    'docs/explanation/project.md',
    'what-it-sends-and-what-it-keeps',
    /sends nothing to the project/,
  ],
  ['Who maintains it?', 'docs/explanation/project.md', 'who-makes-it-and-what-it-costs', /of its contributors/],
  ['How do I get help?', 'docs/explanation/project.md', 'how-to-get-help', /Ask by an issue/],
  ['Can I try it without GitHub?', 'README.md', 'use-it-in-any-git-repository', /No GitHub and no configuration/],
]
const MAX_CLICKS = 2
/** 230 a minute. */
const MAX_WORDS = 230

const read = (page: string) => readFileSync(page, 'utf8')

/** The pages that a reader reaches from the README, by the clicks that it takes. */
function countClicks(): ReadonlyMap<string, number> {
  const clicks = new Map([['README.md', 0]])
  // Pages are added while this loop runs.
  for (const [page, many] of clicks) {
    const links = [...read(page).matchAll(/\]\(((?!https?:)[^)#]+\.md)/g)]
    for (const [, path = ''] of many < MAX_CLICKS ? links : []) {
      const found = normalize(join(dirname(page), path))
      if (!clicks.has(found)) clicks.set(found, many + 1)
    }
  }
  return clicks
}

/** What is read from a heading on. A line of a block that begins with a hash is no heading. */
const readFrom = (page: string, anchor: string) =>
  read(page)
    .replace(/^```.*?^```$/gms, (block) => block.replaceAll(/^#/gm, ' #'))
    .split(/^(?=#+ )/m)
    .slice(toAnchors(read(page)).indexOf(anchor))
    .join('')

test.each(QUESTIONS)('%s', (_, page, anchor, answer) => {
  expect(countClicks().get(page)).toBeLessThanOrEqual(MAX_CLICKS)
  expect(toAnchors(read(page))).toContain(anchor)
  const text = readFrom(page, anchor)
  const found = answer.exec(text)
  expect(found, text.slice(0, 500)).not.toBeNull()
  const before = text.slice(0, (found?.index ?? 0) + (found?.[0].length ?? 0))
  const words = before.replace(/\]\([^)]*\)/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
  expect(words.length).toBeLessThanOrEqual(MAX_WORDS)
})
