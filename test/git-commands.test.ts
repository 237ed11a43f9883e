/** No command of git is printed for a rejected branch that the gate did not paste on a copy. */
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'

/** Prints no verdict, or only what its reader needs before there is one. */
const OTHERS: Readonly<Record<string, string>> = {
  'src/advice/': 'the repairs that are tried',
  'src/action/texts.ts': 'history that the action lacks',
  'src/core/commands/': 'answers of slash commands, which undo what a person asked for',
  'src/core/errors/': 'errors: nothing is judged',
  'src/core/status/texts.ts': 'states of the App: nothing is judged',
  'src/core/task/hook-decision.ts': 'the hook, which refuses a commit before it exists',
  'src/git/unfinished.ts': 'how git ends what it is in the middle of',
  'src/operations/': 'states of the repository before a judgement: no branch, no history, work that is not committed',
  'src/render/gate-report/headline.ts': 'the push after a step that nothing rejects',
  'src/render/onboarding.ts': 'how a project begins',
  'src/render/work-unit.ts': 'how a branch is published',
}
/** What only reads, and what is no command: `git-failed`. */
const WRITES =
  /\bgit (?!show\b|diff\b|log\b|status\b)(?:-c \S+ )?(?:add|am|branch|checkout|cherry-pick|commit|merge|push|rebase|reset|restore|revert|rm|stash|switch|update-ref)\b/

test('only repairs that are tried print commands of git for a rejected branch', () => {
  const found = globSync('src/**/*.ts').flatMap((file) => {
    const texts: string[] = []
    new Visitor({
      Literal: ({ value }) => void (typeof value === 'string' && texts.push(value)),
      TemplateLiteral: ({ quasis }) => void texts.push(quasis.map(({ value }) => value.cooked ?? '').join('…')),
    }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
    return texts.some((text) => WRITES.test(text)) ? [file] : []
  })
  const isOther = (file: string) => Object.keys(OTHERS).some((path) => file.startsWith(path))
  expect(found.filter((file) => !isOther(file))).toEqual([])
  expect(Object.keys(OTHERS).filter((path) => !found.some((file) => file.startsWith(path)))).toEqual([])
})
