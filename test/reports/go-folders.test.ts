/** Which folder a Go package is: the module's own name may be the name of one of its folders, too. */
import { expect, test } from 'vitest'
import { getJsonTree } from '../../src/reports/json/tree.ts'
import { getResolver } from '../../src/reports/xml/case-file.ts'

test.each([
  ['the top, though a command below has its name', ['go.mod', 'env.go', 'cmd/env/main.go'], 'example.org/env', '.'],
  ['the command', ['go.mod', 'env.go', 'cmd/env/main.go'], 'example.org/env/cmd/env', 'cmd/env'],
  ['a module of its own', ['go.mod', 'env.go', 'tools/gen/go.mod', 'tools/gen/a.go'], 'example.org/gen', 'tools/gen'],
  ['a module in a folder', ['backend/go.mod', 'backend/calc/calc.go'], 'example.org/calc', 'backend/calc'],
  ['a folder, where the top has no code', ['go.mod', 'lib/calc/calc.go'], 'example.org/calc', 'lib/calc'],
])('%s', (_, paths, reported, folder) => {
  expect(getJsonTree(paths).resolvePackage(reported)).toBe(folder)
})

test.each([
  ['a module of one word is the top', ['go.mod', 'cart.go', 'cart_test.go'], 'shop', '.'],
  ['a module of one word below the top', ['go.mod', 'cart.go', 'price/price_test.go'], 'shop/price', 'price'],
  ['a class is no module', ['go.mod', 'cart.go'], 'CartTest', null],
  ['a word is no module where there is no Go', ['src/cart.js'], 'shop', null],
])('%s', (_, paths, reported, file) => {
  expect(getResolver(getJsonTree(paths)).fileOf(reported)).toBe(file)
})
