/** What the tests of one commit leave behind, for the tests of the next one to find: it never makes a branch green. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { GateError } from '../../src/core/model/errors.ts'
import { createBranch } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import { GREEN, nodeTest, SHOP, WRONG } from '../support/shop.ts'

const REPORT = '--test-reporter={assets}/node-reporter.mjs --test-reporter-destination={reports}/node.ndjson {files}'
const RIGHT = String(GREEN['src/discount.js'])
const WRONG_CODE = String(WRONG['src/discount.js'])

/** A shop whose tests compare by an installed package, and run through npm. */
const shop = (isolation: string) => ({
  ...SHOP,
  '.gitignore': 'node_modules\n',
  'package.json': `${JSON.stringify({ name: 'shop', type: 'module', scripts: { spec: 'node --test --test-isolation=none' } })}\n`,
  'install.sh':
    "mkdir -p node_modules/check && printf '%s' \"exports.equal = (a, b) => { if (a !== b) throw new Error('AssertionError: ' + a + ' is not ' + b) }\" > node_modules/check/index.js\n",
  '.github/tdd-gate.yml': `version: 1
test: { setup: sh install.sh, command: 'npm run --silent spec -- ${REPORT}', reports: ['{reports}/node.ndjson'] }
policy: { isolation: ${isolation} }
`,
})

const RED = {
  'test/discount.test.js': `import { equal } from 'check'\n${nodeTest('../src/discount.js', 'discount', { 'takes a tenth': 'equal(discount(200), 20)\n  assert.ok(true)' })}`,
}

/** An attempt that fails honestly, as far as its report shows. */
const attempt = (attack: string) => ({ 'src/discount.js': `import fs from 'node:fs'\n${attack}\n${WRONG_CODE}` })

describe.each(['preferred', 'off'])('with isolation: %s', (isolation) => {
  test.each([
    [
      'an installed package that compares nothing any more',
      () => "process.on('exit', () => fs.writeFileSync('node_modules/check/index.js', 'exports.equal = () => {}'))",
    ],
    [
      'settings of npm that load another program first',
      () =>
        "fs.writeFileSync(process.env.HOME + '/evil.cjs', \"require('module')._load = ((load) => (name, ...rest) => name === 'check' ? { equal() {} } : load(name, ...rest))(require('module')._load)\")\nfs.writeFileSync(process.env.HOME + '/.npmrc', 'node-options=--require=' + process.env.HOME + '/evil.cjs')",
    ],
    [
      'another content of the next commit in the clone',
      (repository: string, blob: string) => {
        const bytes = Buffer.from(RIGHT)
        const object = deflateSync(Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes])).toString('base64')
        const path = JSON.stringify(`${repository}/.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`)
        return `try { fs.chmodSync(${path}, 0o644); fs.writeFileSync(${path}, Buffer.from('${object}', 'base64')) } catch {}`
      },
    ],
  ])('%s', async (_, attackOf) => {
    await using branch = await createBranch(shop(isolation), { cacheDir: getFolder({}) })
    await branch.red(RED)
    await branch.repo.write(WRONG)
    const blob = await branch.repo.git('hash-object', '-w', 'src/discount.js')
    await branch.green(attempt(attackOf(branch.repo.dir, blob)))
    await branch.green(WRONG)
    const result = await branch.verify().catch((error: GateError) => error)
    if (result instanceof GateError)
      return expect(result.message).toMatch(/src\/discount\.js (?:with other content|changed after)/)
    const { conclusion, verdicts } = result
    expect(conclusion).not.toBe('success')
    expect(verdicts[0]).toBe('red accepted')
    expect(verdicts.at(-1)).toMatch(/^green (attempt: green-passes-drivers|unmeasured: )/)
  })
})
