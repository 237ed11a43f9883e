/** Converts the elements of another library's tree into the events of our tokenizer. */
import type { XmlEnd, XmlHandler } from '../src/reports/xml/xml.ts'

/** Children by name: one or a list of them. One that has neither attributes nor children is its text. */
export interface Element {
  readonly $?: Readonly<Record<string, string>>
  readonly _?: string
  readonly [name: string]: unknown
}

/** Elements of one name are together in such a tree, so their order among others is lost. */
export function handOut(tree: Element, handler: XmlHandler): XmlEnd {
  const open = (name: string, element: Element | string) => {
    const isText = typeof element === 'string'
    handler.open(name, new Map(Object.entries((isText ? undefined : element.$) ?? {})))
    say(handler, isText ? element : element._)
    if (!isText) children(element)
    handler.close(name)
  }
  const children = (element: Element) => {
    for (const name in element)
      if (name !== '$' && name !== '_') for (const one of listOf(element[name])) open(name, one)
  }
  children(tree)
  return { brokenBy: null, warnings: [] }
}

const listOf = (children: unknown) => (Array.isArray(children) ? children : [children]) as readonly (Element | string)[]

function say(handler: XmlHandler, text: string | undefined): void {
  if (text !== undefined && text !== '' && handler.wantsText()) handler.text(text)
}
