// What action.yml starts. Release tags hold dist/, so `uses: <owner>/tdd-gate@v1` runs one bundled file. Branches hold no
// dist/: in this repository itself `uses: ./` runs the sources as they are, after `npm ci` (Node 24 strips their types);
// elsewhere `@main` has neither, and says so. Plain JavaScript without a dependency, so that it can always say it.
import { existsSync } from 'node:fs'

const BUNDLE = new URL('../../dist/action/index.mjs', import.meta.url)
const DEPENDENCIES = new URL('../../node_modules/@actions/core/package.json', import.meta.url)

if (existsSync(BUNDLE)) await import(BUNDLE.href)
else if (existsSync(DEPENDENCIES)) await import('./index.ts')
else refuse()

function refuse() {
  const ref = process.env.GITHUB_ACTION_REF
  const what = `tdd-gate${ref ? ` at ${ref.replace(/[^\w./-]/g, '?').slice(0, 100)}` : ''} is not built: it has no dist/ and no node_modules/.`
  const next =
    'Use a release: uses: <owner>/tdd-gate@v1 (in a checkout of tdd-gate itself: run npm ci before this step)'
  console.log(`::error title=tdd-gate: not-built::${what} ${next}`)
  console.log(`TDD-GATE RESULT\nerror [not-built] ${what}\n  -> ${next}`)
  process.exitCode = 1
}
