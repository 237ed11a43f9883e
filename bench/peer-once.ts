/**
 * Reads one JUnit report with a library that popular actions are built on, and prints what that took. The library makes a
 * tree of the whole text; all that follows is ours, so that only the reading of XML differs.
 */
import { readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'
import { xml2js as xmlJs } from 'xml-js'
import { Parser } from 'xml2js'
import { junitReport } from '../src/reports/formats/junit.ts'
import { printReading } from './once.ts'
import { type Element, handOut } from './peer-tree.ts'

/** As actions call them, but for the names of what is no element: each has its own. */
const READERS: Readonly<Record<string, (text: string) => Promise<Element>>> = {
  xml2js: (text) => new Parser({ attrkey: '$', charkey: '_' }).parseStringPromise(text),
  'xml-js': async (text) => xmlJs(text, { compact: true, attributesKey: '$', textKey: '_', cdataKey: '_' }) as Element,
  'fast-xml-parser': async (text) =>
    new XMLParser({
      ignoreAttributes: false,
      attributesGroupName: '$',
      attributeNamePrefix: '',
      textNodeName: '_',
    }).parse(text),
}

const [, , library = '', path = ''] = process.argv
const reader = READERS[library]
if (reader === undefined) throw new Error(`${library} is none of ${Object.keys(READERS).join(', ')}`)
await printReading(async () => {
  const tree = await reader(readFileSync(path, 'utf8'))
  return junitReport((handler) => handOut(tree, handler))
})
