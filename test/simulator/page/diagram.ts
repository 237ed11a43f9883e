/** Draws the one kind of diagram that the gate renders: a Mermaid flow chart whose nodes stand in one row. */
import { escapeHtml } from './html.ts'

interface DiagramNode {
  readonly lines: readonly string[]
  readonly classes: Set<string>
}

const MAX_NODES = 50
const MAX_SOURCE = 20_000
/** Those that the gate uses; a class of another name changes nothing. */
const CLASSES = ['red', 'green', 'refactor', 'other', 'refused']
const NODE = /^(\w+)\["([^"]*)"\](?::::(\w+))?$/
const CHAIN = /^\w+(?: --> \w+)+$/
const CLASS = /^class ([\w,]+) (\w+)$/
const DEFINITION = /^classDef \w+ [\w#:;,. -]+$/

const [WIDTH, HEIGHT, GAP, LINE] = [136, 72, 34, 18]

/** Draws a flow chart. @returns SVG; null for every source that differs from what the gate writes */
export function drawFlowChart(source: string): string | null {
  if (source.length > MAX_SOURCE) return null
  const [first, ...lines] = source.trim().split('\n')
  if (first !== 'flowchart LR') return null
  const nodes = new Map<string, DiagramNode>()
  const arrows: (readonly [string, string])[] = []
  for (const line of lines) if (!readLine(line.trim(), nodes, arrows)) return null
  const isKnown = arrows.flat().every((id) => nodes.has(id))
  return isKnown && nodes.size > 0 && nodes.size <= MAX_NODES ? draw(nodes, arrows) : null
}

/** Returns whether the line is one of a flow chart of the gate. */
function readLine(line: string, nodes: Map<string, DiagramNode>, arrows: (readonly [string, string])[]): boolean {
  const [, id, text = '', name] = NODE.exec(line) ?? []
  if (id !== undefined) {
    if (nodes.has(id)) return false
    nodes.set(id, { lines: text.split('<br/>'), classes: new Set(name === undefined ? [] : [name]) })
    return true
  }
  if (CHAIN.test(line)) {
    const ids = line.split(' --> ')
    for (const [i, to] of ids.slice(1).entries()) arrows.push([ids[i] ?? '', to])
    return true
  }
  const [, named, added = ''] = CLASS.exec(line) ?? []
  for (const one of named?.split(',') ?? []) nodes.get(one)?.classes.add(added)
  return named !== undefined || DEFINITION.test(line)
}

function draw(nodes: ReadonlyMap<string, DiagramNode>, arrows: readonly (readonly [string, string])[]): string {
  const ids = [...nodes.keys()]
  const getX = (id: string) => ids.indexOf(id) * (WIDTH + GAP) + 2
  const width = nodes.size * (WIDTH + GAP) - GAP + 4
  const label = [...nodes.values()].map(({ lines }) => lines.join(' ')).join(', then ')
  const boxes = [...nodes].map(([id, node]) => drawNode(node, getX(id)))
  const lines = arrows.map(([from, to]) => drawArrow(getX(from) + WIDTH, getX(to)))
  return `<div class="scroll"><svg class="diagram" role="img" aria-label="${escapeHtml(label)}" width="${width}" height="${HEIGHT + 4}" viewBox="0 0 ${width} ${HEIGHT + 4}">${lines.join('')}${boxes.join('')}</svg></div>`
}

function drawNode({ lines, classes }: DiagramNode, x: number): string {
  const names = ['node', ...CLASSES.filter((name) => classes.has(name))].join(' ')
  const middle = x + WIDTH / 2
  const start = 2 + HEIGHT / 2 - ((lines.length - 1) * LINE) / 2 + 5
  const words = lines.map((text, i) => `<tspan x="${middle}" y="${start + i * LINE}">${escapeHtml(text)}</tspan>`)
  return `<g class="${names}"><rect x="${x}" y="2" width="${WIDTH}" height="${HEIGHT}" rx="8"/><text>${words.join('')}</text></g>`
}

function drawArrow(from: number, to: number): string {
  const y = 2 + HEIGHT / 2
  return `<path class="arrow" d="M${from} ${y}H${to - 3}m-6 -5l6 5l-6 5"/>`
}
