/** The flow charts of the gate's check as drawings, and everything else as its source. */
import { expect, test } from 'vitest'
import { timeLineSection } from '../../../src/render/gate-report/commits-section.ts'
import { REJECTED } from '../../support/decision.ts'
import { drawFlowChart } from './diagram.ts'
import { toMarkdown } from './markdown.ts'

const CHART = `flowchart LR
  c0["0e88faadd<br/>RED 1.1<br/>accepted"]:::red
  c1["251b88c66<br/>GREEN 1.1<br/>rejected"]:::green
  c0 --> c1
  classDef red fill:#ffdce0,stroke:#cf222e,color:#24292f
  class c1 refused`

test('a flow chart has a box for each node, an arrow between them, and the words of both', () => {
  const drawing = drawFlowChart(CHART) ?? ''
  expect(drawing.match(/<rect /g)).toHaveLength(2)
  expect(drawing.match(/<path /g)).toHaveLength(1)
  expect(drawing).toContain('class="node red"')
  expect(drawing).toContain('class="node green refused"')
  for (const words of ['0e88faadd', 'RED 1.1', 'rejected']) expect(drawing).toContain(`>${words}</tspan>`)
  expect(drawing).toContain('aria-label="0e88faadd RED 1.1 accepted, then 251b88c66 GREEN 1.1 rejected"')
})

test('every diagram that the gate renders can be drawn', () => {
  const [, source = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(timeLineSection(REJECTED).join('\n')) ?? []
  expect(drawFlowChart(source)).not.toBeNull()
})

test.each([
  ['of another kind', 'graph LR; red --> green'],
  ['with a line of another kind', `${CHART}\n  click c0 "javascript:alert(1)"`],
  ['without nodes', 'flowchart LR'],
  ['with an arrow to an unknown node', 'flowchart LR\n  a["x"]\n  a --> b'],
  ['with too many nodes', `flowchart LR\n${'  a["x"]\n'.repeat(1_000)}`],
])('a diagram %s is not drawn', (_, source) => expect(drawFlowChart(source)).toBeNull())

test('words in a drawing are text', () => {
  const { html } = toMarkdown('```mermaid\nflowchart LR\n  a["<script>alert(1)</script>"]\n```')
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('<script')
})
