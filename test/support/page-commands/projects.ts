/** What a reader of the pages has before the first command: small projects, as lines of a shell. */

const TEST = (name: string, expects: string) => `cat > test/${name}.test.js <<'END'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${name} } from '../src/${name}.js'

test('${name} is right', () => ${expects})
END`

/** A shop in the folder \`shop\` on main, pushed to an origin beside it. */
export const MAKE_SHOP = `git init --quiet --bare --initial-branch=main --template= origin.git
git clone --quiet --template= origin.git shop 2> clone.txt && cd shop
mkdir src test
echo '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }' > package.json
echo 'export const price = (amount) => amount' > src/price.js
${TEST('price', 'assert.equal(price(50), 50)')}
git remote set-url origin ../origin.git
git add . && git commit --quiet -m "A small shop" && git push --quiet -u origin main && git remote set-head origin main
cat > ../task.yml <<'END'
id: 7
title: Discounts
subtasks:
  - { id: 7.1, title: Ten percent off from 100 on }
  - { id: 7.2, title: A negative total is refused }
END`

export const WRITE_TEST = TEST('discount', 'assert.equal(discount(200), 20)')
export const WRITE_CODE = "echo 'export const discount = (total) => total / 10' > src/discount.js"
/** Passes at once. */
export const WRITE_LATE_TEST = WRITE_TEST.replaceAll('(200), 20', '(300), 30').replaceAll('discount.test', 'more.test')
export const WRITE_TAX_TEST = TEST('tax', 'assert.equal(tax(100), 20)')

export const MAKE_BRANCH = `git switch --quiet -c discounts
${WRITE_TEST}
git add test && git commit --quiet -m "test: discounts" --trailer "Task: 1.1" --trailer "Phase: red"
${WRITE_CODE}
git add src && git commit --quiet -m "feat: discounts" --trailer "Task: 1.1" --trailer "Phase: green"`

export const START_TASK = 'tdd-gate start ../task.yml'
