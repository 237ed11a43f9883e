/** What `npm run demo -- --open` offers when its story is told: pages to read, and commands that push a branch of an own. */
import type { DemoWorld } from './world.ts'

const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tax } from '../src/tax.js'
test('a fifth of the price is tax', () => assert.equal(tax(100), 20))`
const toTrailers = (phase: string) => `--trailer "Task: 1" --trailer "Phase: ${phase}"`

/**
 * Begins with the check that refused: it says why, where and what to do, which no page of the merged pull request says
 * any more.
 */
export function sayPages({ github, shop, gate }: DemoWorld): string {
  const at = `${github.url}/${shop.fullName}`
  const find = (conclusion: string) =>
    shop.checkRuns.findLast((run) => run.app === gate.app && run.conclusion === conclusion)?.id
  const pages = [
    [`${at}/runs/${find('failure')}`, 'why a GREEN was refused, where, and what to do'],
    [`${at}/runs/${find('success')}`, 'what holds each changed line of the branch that was merged'],
    [`${at}/pull/2`, 'the whole way, commit by commit'],
  ] as const
  const width = Math.max(...pages.map(([address]) => address.length))
  return `The pages stay. Begin with the first:\n${pages.map(([address, says]) => `  ${address.padEnd(width)}  ${says}\n`).join('')}`
}

/** Makes a person for the reader, who may write to the shop. */
export function sayYourTurn({ github, shop }: DemoWorld): string {
  const user = github.user('you')
  github.grant(shop, user, 'write')
  const { token } = github.as(user)
  const { host } = new URL(github.url)
  const number = Math.max(...shop.issues.keys()) + 1
  return `Your turn: three steps in another terminal lead to a pull request of your own, a fourth to its green check. Clone the shop:

cd "$(mktemp -d)" && git clone --quiet -c user.name=you -c user.email=you@example.com http://you:${token}@${host}/${shop.fullName}.git && cd ${shop.name}

Commit a test that fails on a branch, and push it:

git switch --quiet -c tax && cat > test/tax.test.js <<'END'
${TEST}
END
git add test && git commit --quiet -m "test: a tax" ${toTrailers('red')}
git push --quiet -u origin tax

Open a pull request:

curl -fsS -o /dev/null -H "Authorization: Bearer ${token}" ${github.apiUrl}/repos/${shop.fullName}/pulls -d '{"title":"A tax","head":"tax","base":"main"}'

Its check waits at ${github.url}/${shop.fullName}/pull/${number}?live until you write the code, and push that too:

echo 'export const tax = (price) => price / 5' > src/tax.js
git add src && git commit --quiet -m "feat: a tax" ${toTrailers('green')}
git push --quiet

Ctrl-C ends all of it, in some seconds.
`
}
