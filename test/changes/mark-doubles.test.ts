/** A double of a member that no production has is marked at the commit that closes its cycle; others are not. */
import { expect, test } from 'vitest'
import { openSession } from '../../src/operations/verify/session.ts'
import { createBranch } from '../support/branch.ts'
import type { Files } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const GATEWAY_JS = 'export class Gateway {\n  pay(amount) { return amount }\n}\nexport const refund = () => 1\n'
const GATEWAY_PY =
  'class Gateway:\n    def pay(self, amount):\n        return "paid"\n\n\ndef refund():\n    return 1\n'
const BASE: Files = {
  ...SHOP,
  'src/gateway.js': GATEWAY_JS,
  'src/common.cjs': 'exports.send = () => 1\n',
  'shop/__init__.py': '',
  'shop/gateway.py': GATEWAY_PY,
}
const CHECKOUT_JS = (member: string, receiver = 'gateway') =>
  ({ 'src/checkout.js': `export const checkout = (${receiver}) => ${receiver}.${member}(5)\n` }) as const
const CHECKOUT_PY = (member: string, receiver = 'gateway') =>
  ({ 'shop/checkout.py': `def checkout(${receiver}):\n    return ${receiver}.${member}(5)\n` }) as const
const JS = (text: string) => ({ 'test/checkout.test.js': text })
const PY = (text: string) => ({ 'tests/test_checkout.py': text })
const WITH_MOCK = (line: string) =>
  PY(`def test_it():\n    g = MagicMock()\n    ${line}\n    assert checkout(g) == "paid"\n`)
const OPEN_CLASS = 'class Gateway(Remote):\n    pass\n'

interface Case {
  readonly title: string
  readonly red: Files
  readonly green: Files
  /** Files of a second GREEN. */
  readonly later?: Files
  readonly marks: readonly string[]
}

const CHEATS: readonly Case[] = [
  {
    title: 'a mock without a specification, asked for what its class lacks',
    red: WITH_MOCK('g.charge_card.return_value = "paid"'),
    green: CHECKOUT_PY('charge_card'),
    marks: ['tests/test_checkout.py:3 charge_card of Gateway in shop/gateway.py'],
  },
  {
    title: 'a mock that is made with such a member',
    red: PY('def test_it():\n    assert checkout(Mock(charge_card=lambda _: 1)) == 1\n'),
    green: CHECKOUT_PY('charge_card', 'payment_gateway'),
    marks: ['tests/test_checkout.py:2 charge_card of Gateway in shop/gateway.py'],
  },
  {
    title: 'a fake of Python with a method of its own',
    red: PY('class FakeGateway:\n    def charge_card(self, amount):\n        return 1\n'),
    green: CHECKOUT_PY('charge_card'),
    marks: ['tests/test_checkout.py:2 charge_card of Gateway in shop/gateway.py'],
  },
  {
    title: 'a patch that creates a name in a module',
    red: PY("@patch('shop.gateway.charge_card', create=True)\ndef test_it(charge):\n    pass\n"),
    green: CHECKOUT_PY('charge_card'),
    marks: ['tests/test_checkout.py:1 charge_card of shop/gateway.py'],
  },
  {
    title: 'a patch that creates a method of a class',
    red: PY(
      'from shop.gateway import Gateway\n\n\ndef test_it():\n    patch.object(Gateway, "charge_card", create=True)\n',
    ),
    green: CHECKOUT_PY('pay'),
    marks: ['tests/test_checkout.py:5 charge_card of Gateway in shop/gateway.py'],
  },
  {
    title: 'an attribute that monkeypatch sets although there is none',
    red: PY(
      'from shop import gateway\n\n\ndef test_it(monkeypatch):\n    monkeypatch.setattr(gateway, "charge_card", f, raising=False)\n',
    ),
    green: CHECKOUT_PY('pay'),
    marks: ['tests/test_checkout.py:5 charge_card of shop/gateway.py'],
  },
  {
    title: 'a module factory with a name that the module does not export',
    red: JS("vi.mock('../src/gateway.js', () => ({ refund: vi.fn(), chargeCard: vi.fn() }))\n"),
    green: CHECKOUT_JS('pay'),
    marks: ['test/checkout.test.js:1 chargeCard of src/gateway.js'],
  },
  {
    title: 'a module factory beside the original',
    red: JS(
      "jest.mock('../src/gateway.js', () => {\n  return { ...jest.requireActual('../src/gateway.js'), chargeCard: () => 1 }\n})\n",
    ),
    green: CHECKOUT_JS('pay'),
    marks: ['test/checkout.test.js:2 chargeCard of src/gateway.js'],
  },
  {
    title: "node's own mock of a module",
    red: JS("test('it', (t) => { t.mock.module('../src/gateway.js', { namedExports: { chargeCard() {} } }) })\n"),
    green: CHECKOUT_JS('pay'),
    marks: ['test/checkout.test.js:1 chargeCard of src/gateway.js'],
  },
  {
    title: 'a function that is put into a module of CommonJS',
    red: JS("const common = require('../src/common.cjs')\ncommon.sendAll = () => 2\n"),
    green: CHECKOUT_JS('pay'),
    marks: ['test/checkout.test.js:2 sendAll of src/common.cjs'],
  },
  {
    title: 'an object that stands for the class',
    red: JS("test('it', () => { assert.equal(checkout({ chargeCard: () => 'paid' }), 'paid') })\n"),
    green: CHECKOUT_JS('chargeCard'),
    marks: ['test/checkout.test.js:1 chargeCard of Gateway in src/gateway.js'],
  },
]

const HONEST: readonly Case[] = [
  {
    title: 'a variable with the name of an imported module',
    red: PY('from shop import gateway\n\n\ndef test_it(gateway):\n    gateway.charge_card = f()\n'),
    green: CHECKOUT_PY('pay'),
    marks: [],
  },
  {
    title: 'a mock of a member that the class has',
    red: WITH_MOCK('g.pay.return_value = "paid"'),
    green: CHECKOUT_PY('pay'),
    marks: [],
  },
  {
    title: 'a mock of what the GREEN writes',
    red: WITH_MOCK('g.charge_card.return_value = "paid"'),
    green: { ...CHECKOUT_PY('charge_card'), 'shop/gateway.py': `${GATEWAY_PY}\n\ndef charge_card():\n    return 1\n` },
    marks: [],
  },
  {
    title: 'a mock of what a later commit writes',
    red: WITH_MOCK('g.charge_card.return_value = "paid"'),
    green: CHECKOUT_PY('charge_card'),
    later: { 'shop/gateway.py': GATEWAY_PY.replace('pay', 'charge_card') },
    marks: [],
  },
  {
    title: 'a mock of a package of others',
    red: WITH_MOCK('g.put_object.return_value = "paid"'),
    green: CHECKOUT_PY('put_object', 's3'),
    marks: [],
  },
  {
    title: 'a mock of a class whose base is elsewhere',
    red: WITH_MOCK('g.charge_card.return_value = "paid"'),
    green: { ...CHECKOUT_PY('charge_card'), 'shop/gateway.py': OPEN_CLASS },
    marks: [],
  },
  {
    title: 'a method of a fake that only its test asks',
    red: PY(
      'class FakeGateway:\n    def pay(self, amount):\n        return 1\n\n    def sent(self):\n        return 2\n',
    ),
    green: CHECKOUT_PY('pay'),
    marks: [],
  },
  {
    title: 'a function of Python itself that is patched in a module',
    red: PY("@patch('shop.gateway.open', create=True)\ndef test_it(opened):\n    pass\n"),
    green: CHECKOUT_PY('pay'),
    marks: [],
  },
  {
    title: 'a module factory with names that the module exports',
    red: JS("vi.mock('../src/gateway.js', () => ({ Gateway: class {}, refund: vi.fn(), default: {} }))\n"),
    green: CHECKOUT_JS('pay'),
    marks: [],
  },
  {
    title: 'a mock of a package',
    red: JS("vi.mock('stripe', () => ({ chargeCard: vi.fn() }))\n"),
    green: CHECKOUT_JS('pay'),
    marks: [],
  },
  {
    title: 'a mock of a module that hands on what others export',
    red: JS("vi.mock('../src/all.js', () => ({ chargeCard: vi.fn() }))\n"),
    green: { ...CHECKOUT_JS('pay'), 'src/all.js': "export * from 'stripe'\n" },
    marks: [],
  },
  {
    title: 'a fake of an interface',
    red: JS("test('it', () => { checkout({ chargeCard: () => 'paid' }) })\n"),
    green: {
      ...CHECKOUT_JS('chargeCard'),
      'src/port.ts': 'export interface Payments { chargeCard(amount: number): string }\n',
    },
    marks: [],
  },
  {
    title: 'an object of test data with functions',
    red: JS('const cases = [{ given: () => 1, chargeCard: () => 2 }]\n'),
    green: CHECKOUT_JS('pay'),
    marks: [],
  },
]

/** What the gate cannot tell from a double of what a package gives. */
const SILENT: readonly Case[] = [
  {
    title: 'a mock of an object that has no name of the project',
    red: WITH_MOCK('g.charge_card.return_value = "paid"'),
    green: CHECKOUT_PY('charge_card', 'x'),
    marks: [],
  },
  {
    title: 'a module of Python that a test replaces as a whole',
    red: PY('import sys\n\nsys.modules["shop.gateway"] = MagicMock()\n'),
    green: {
      'shop/checkout.py': 'from shop.gateway import charge_card\n\n\ndef checkout():\n    return charge_card()\n',
    },
    marks: [],
  },
  {
    title: 'a mock of a module that no file of the repository is',
    red: JS("vi.mock('../generated/gateway.js', () => ({ chargeCard: vi.fn() }))\n"),
    green: CHECKOUT_JS('pay'),
    marks: [],
  },
]

test.each([
  ...CHEATS.map((one) => ({ ...one, title: `${one.title} is marked` })),
  ...[...HONEST, ...SILENT].map((one) => ({ ...one, title: `${one.title} is not marked` })),
])('$title', async ({ red, green, later, marks }) => {
  await using branch = await createBranch(BASE)
  await branch.red(red)
  await branch.green(green)
  if (later) await branch.green(later)
  const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
  await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks)
  const found = session.subjects.flatMap(({ doubles = [] }) => doubles)
  expect(found.map(({ path, line, member, of }) => `${path}:${line} ${member} of ${of}`)).toEqual(marks)
})
