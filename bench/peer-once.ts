/** Reads one JUnit report as popular actions do (the whole text, a tree, then the tests out of it) and prints what that took. */
import { readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { xml2js as xmlJs } from 'xml-js'
import { Parser } from 'xml2js'
import type { Reading } from './reading.ts'

const KILOBYTE = 1024
const [, , library = '', path = ''] = process.argv

type Node = Readonly<Record<string, unknown>>

/** Name, class, outcome and message of each case: what our reader keeps, less stacks and places. */
function testsOf(cases: readonly Node[], attributes: string): readonly object[] {
  const textOf = (node: Node, name: string) =>
    attributes === '' ? node[`@_${name}`] : (node[attributes] as Node | undefined)?.[name]
  return cases.map((one) => {
    const problem = [one['failure'], one['error']].flat().find((child) => child !== undefined) as Node | undefined
    const message = problem && textOf(problem, 'message')
    return {
      name: textOf(one, 'name'),
      className: textOf(one, 'classname'),
      isFailing: problem !== undefined,
      message,
    }
  })
}

const listOf = (value: unknown): readonly Node[] => (value === undefined ? [] : ([value].flat() as Node[]))

const READERS: Readonly<Record<string, (text: string) => Promise<readonly object[]>>> = {
  xml2js: async (text) => {
    const { testsuites } = await new Parser().parseStringPromise(text)
    return testsOf(
      listOf(testsuites.testsuite).flatMap(({ testcase }) => listOf(testcase)),
      '$',
    )
  },
  'xml-js': async (text) => {
    const { testsuites } = xmlJs(text, { compact: true }) as { readonly testsuites: Node }
    return testsOf(
      listOf(testsuites['testsuite']).flatMap(({ testcase }) => listOf(testcase)),
      '_attributes',
    )
  },
  'fast-xml-parser': async (text) => {
    const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(text)
    return testsOf(
      listOf(testsuites.testsuite).flatMap(({ testcase }) => listOf(testcase)),
      '',
    )
  },
}

const before = process.cpuUsage()
const tests = await READERS[library]?.(readFileSync(path, 'utf8'))
const { user, system } = process.cpuUsage(before)
const reading: Reading = {
  tests: tests?.length ?? 0,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * KILOBYTE,
}
console.log(JSON.stringify(reading))
