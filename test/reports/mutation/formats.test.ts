/** Reports of mutation testers, in the forms that their documents and sources describe. */
import { describe, expect, test } from 'vitest'
import { identify, treeOf } from '../../../src/reports/identity.ts'
import { detectMutation, mutationFormats } from '../../../src/reports/mutation/index.ts'
import { getReportedMutants } from '../../../src/reports/mutation/mutant.ts'

const bytes = (text: string) => [Buffer.from(text)]
const json = (value: unknown) => JSON.stringify(value, null, 2)

function mutant(id: string, status: string, replacement: string) {
  const location = { start: { line: 2, column: 3 }, end: { line: 2, column: 10 } }
  return { id, mutatorName: 'EqualityOperator', replacement, status, location }
}
const STRYKER = json({
  schemaVersion: '1.0',
  thresholds: { high: 80, low: 60 },
  files: {
    'src/cart.ts': {
      language: 'typescript',
      source: 'export const isLarge = (n: number) =>\n  n > 100\n',
      mutants: [
        mutant('1', 'Survived', 'n >= 100'),
        mutant('2', 'Killed', 'n <= 100'),
        mutant('3', 'NoCoverage', 'true'),
        mutant('4', 'CompileError', ''),
        mutant('5', 'Ignored', 'false'),
      ],
    },
  },
})

const pitMutation = (status: string, line: number, name: string) =>
  `<mutation detected='${status === 'KILLED'}' status='${status}' numberOfTestsRun='1'><sourceFile>Cart.java</sourceFile><mutatedClass>org.shop.${name}</mutatedClass><mutatedMethod>isLarge</mutatedMethod><methodDescription>(I)Z</methodDescription><lineNumber>${line}</lineNumber><mutator>org.pitest.mutationtest.engine.gregor.mutators.ConditionalsBoundaryMutator</mutator><indexes><index>5</index></indexes><blocks><block>0</block></blocks><killingTest/><description>changed conditional boundary</description></mutation>`
const PIT = `<?xml version="1.0" encoding="UTF-8"?>\n<mutations partial="true">\n${pitMutation('SURVIVED', 7, 'Cart')}\n${pitMutation('KILLED', 8, 'Cart$Line')}\n${pitMutation('NON_VIABLE', 9, 'Cart')}</mutations>\n`

const cargoOutcome = (summary: string, line: number) => ({
  scenario: {
    Mutant: {
      name: `src/lib.rs:${line}:9: replace > with >= in is_large`,
      package: 'shop',
      file: 'src/lib.rs',
      function: { function_name: 'is_large' },
      span: { start: { line, column: 9 }, end: { line, column: 10 } },
      replacement: '>=',
      genre: 'BinaryOperator',
    },
  },
  summary,
})
const CARGO = json({
  outcomes: [
    { scenario: 'Baseline', summary: 'Success' },
    cargoOutcome('MissedMutant', 2),
    cargoOutcome('CaughtMutant', 3),
    cargoOutcome('Unviable', 4),
  ],
  total_mutants: 3,
})

const entry = (file: string, line: number) => ({
  mutator: { mutatorName: 'GreaterThan', originalFilePath: file, originalStartLine: line },
  diff: `--- Original\n+++ New\n@@ @@\n     {\n-        return $n > 100;\n+        return $n >= 100;\n     }`,
})
const INFECTION = json({
  stats: { totalMutantsCount: 3, escapedCount: 1, msi: 66 },
  escaped: [entry('src/Cart.php', 9)],
  killed: [entry('src/Cart.php', 12)],
  errored: [entry('src/Cart.php', 13)],
  uncovered: [],
})

const cosmicLine = (outcome: string | null, line: number) =>
  JSON.stringify([
    {
      job_id: `${line}`,
      mutations: [{ module_path: 'shop/cart.py', operator_name: 'core/ReplaceComparison', start_pos: [line, 11] }],
    },
    outcome && {
      worker_outcome: 'normal',
      test_outcome: outcome,
      diff: '--- mutation diff ---\n--- ashop/cart.py\n+++ bshop/cart.py\n@@ -1,2 +1,2 @@\n def f(n):\n-    return n > 100\n+    return n >= 100\n',
    },
  ])
const COSMIC = `${cosmicLine('survived', 2)}\n${cosmicLine('killed', 3)}\n${cosmicLine('incompetent', 4)}\n${cosmicLine(null, 5)}\n`

const GREMLINS = json({
  go_module: 'example.com/shop',
  files: [
    {
      file_name: 'cart.go',
      mutations: [
        { line: 4, column: 9, type: 'CONDITIONALS_BOUNDARY', status: 'LIVED' },
        { line: 4, column: 9, type: 'CONDITIONALS_NEGATION', status: 'KILLED' },
        { line: 5, column: 9, type: 'ARITHMETIC_BASE', status: 'NOT VIABLE' },
      ],
    },
  ],
  test_efficacy: 50,
})

const JAVA = 'src/main/java/org/shop/Cart.java'
const TREE = ['src/cart.ts', JAVA, 'src/lib.rs', 'src/Cart.php', 'shop/cart.py', 'cart.go']
const CASES = [
  [
    'mutation-elements',
    STRYKER,
    [
      'src/cart.ts:2 survived: n > 100 -> n >= 100',
      'src/cart.ts:2 killed: n > 100 -> n <= 100',
      'src/cart.ts:2 survived: n > 100 -> true',
    ],
  ],
  [
    'pit',
    PIT,
    [`${JAVA}:7 survived: ? -> changed conditional boundary`, `${JAVA}:8 killed: ? -> changed conditional boundary`],
  ],
  [
    'cargo-mutants',
    CARGO,
    [
      'src/lib.rs:2 survived: ? -> replace > with >= in is_large',
      'src/lib.rs:3 killed: ? -> replace > with >= in is_large',
    ],
  ],
  [
    'infection',
    INFECTION,
    [
      'src/Cart.php:12 killed: return $n > 100; -> return $n >= 100;',
      'src/Cart.php:9 survived: return $n > 100; -> return $n >= 100;',
    ],
  ],
  [
    'cosmic-ray',
    COSMIC,
    [
      'shop/cart.py:2 survived: return n > 100 -> return n >= 100',
      'shop/cart.py:3 killed: return n > 100 -> return n >= 100',
    ],
  ],
  [
    'gremlins',
    GREMLINS,
    ['cart.go:4 survived: ? -> conditionals boundary', 'cart.go:4 killed: ? -> conditionals negation'],
  ],
] as const

describe('reports of mutation testers', () => {
  test.each(CASES)('%s is recognised, and its mutants are read', (name, text, expected) => {
    const format = detectMutation(text)
    expect(format).toBe(mutationFormats[name])
    const run = identify([format!.parse(bytes(text))], treeOf(TREE))
    const shown = getReportedMutants(run).map(
      ({ file, line, isNoticed, from, to }) =>
        `${file}:${line} ${isNoticed ? 'killed' : 'survived'}: ${from ?? '?'} -> ${to}`,
    )
    expect(shown).toEqual(expected)
  })

  test.each([
    ['a report of tests', '{"numTotalTests":1,"testResults":[]}'],
    ['words', 'All mutants were killed.'],
    ['a list', '[]'],
  ])('%s is none', (_, text) => {
    expect(detectMutation(text)).toBe(null)
  })

  test.each(CASES.filter(([name]) => name !== 'pit'))('%s that is cut is refused', (name, text) => {
    expect(() => mutationFormats[name].parse(bytes(text.slice(0, -20)))).toThrow()
  })
})
