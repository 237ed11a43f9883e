/** Parts of a GREEN that no test asks for, in Python, Go and TypeScript: each file still loads without them. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from '../support/branch.ts'
import { nodeTest } from '../support/shop.ts'

const has = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0

interface Story {
  readonly isThere: boolean
  readonly base: Record<string, string>
  readonly red: Record<string, string>
  readonly green: Record<string, string>
  readonly says: string
}

const STORIES: Readonly<Record<string, Story>> = {
  pytest: {
    isThere: has('pytest', '--version'),
    base: {
      'pyproject.toml': '[project]\nname = "shop"\n',
      'cart.py': 'def total(items):\n    return sum(items)\n',
      'tests/test_cart.py': 'from cart import total\n\n\ndef test_adds():\n    assert total([1, 2]) == 3\n',
    },
    red: {
      'tests/test_discount.py':
        'from discount import discount\n\n\ndef test_tenth():\n    assert discount(200) == 20\n',
    },
    green: {
      'discount.py':
        'import os\n\n\ndef _rate():\n    return 10\n\n\ndef discount(total):\n    """A tenth."""\n    return total / _rate()\n\n\ndef secret():\n    return os.environ["KEY"]\n',
    },
    says: 'No test needs discount.py:13-14: without this change every test passes as well',
  },
  'Go, where an import is used no more': {
    isThere: has('go', 'version'),
    base: {
      'go.mod': 'module example.com/shop\n\ngo 1.19\n',
      'cart.go': 'package shop\n\nfunc Total(a, b int) int { return a + b }\n',
      'cart_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    red: {
      'discount_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\tif Discount(200) != 20 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    green: {
      'discount.go':
        'package shop\n\nimport "os"\n\nfunc Discount(n int) int {\n\treturn n / 10\n}\n\nfunc Secret() string {\n\treturn os.Getenv("KEY")\n}\n',
    },
    says: 'No test needs discount.go:9-11: without this change every test passes as well',
  },
  'TypeScript, where types are no part': {
    isThere: true,
    base: {
      'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/cart.ts': 'export const total = (items: number[]): number => items.reduce((sum, price) => sum + price, 0)\n',
      'test/cart.test.ts': nodeTest('../src/cart.ts', 'total', { 'adds up': 'assert.equal(total([1, 2]), 3)' }),
    },
    red: {
      'test/basket.test.ts': nodeTest('../src/basket.ts', 'Basket', {
        'keeps items': "const basket = new Basket()\n  basket.add('tea')\n  assert.deepEqual(basket.items, ['tea'])",
      }),
    },
    green: {
      'src/basket.ts':
        'export interface Item {\n  readonly name: string\n}\n\nexport class Basket {\n  items: string[] = []\n\n  add(item: string): void {\n    this.items.push(item)\n  }\n\n  clear(): void {\n    this.items = []\n  }\n}\n',
    },
    says: 'No test needs src/basket.ts:12-14: without this change every test passes as well',
  },
}

for (const [title, { isThere, base, red, green, says }] of Object.entries(STORIES))
  test.skipIf(!isThere)(`a part that no test asks for is shown at its lines: ${title}`, async () => {
    await using branch = await createBranch({ ...RUN_ONCE, ...base })
    await branch.red(red)
    await branch.green(green)
    const { decision, conclusion } = await branch.verify()
    const messages = decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message))
    expect(conclusion, messages.join('\n')).toBe('success')
    expect(messages).toEqual([says])
  })
