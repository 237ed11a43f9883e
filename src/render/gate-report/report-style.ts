/** The style sheet of the report page: light and dark, for screens of any width and for paper. */
import type { Html } from '../text/html.ts'

/** A constant: no data of a report is ever part of it. */
export const CSS = `:root { color-scheme: light dark; --bg: #f6f8fa; --card: #fff; --text: #1f2328; --dim: #59636e; --line: #d1d9e0; --code: #eff2f5;
  --red: #cf222e; --rose: #bf3989; --green: #1a7f37; --blue: #0969da; --grey: #6e7781; --amber: #9a6700; --on: #fff; --radius: 10px; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --card: #151b23; --text: #f0f6fc; --dim: #9198a1; --line: #3d444d;
  --code: #212830; --red: #f85149; --rose: #db61a2; --green: #3fb950; --blue: #4493f8; --grey: #9198a1; --amber: #d29922; --on: #0d1117; } }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--bg); color: var(--text); font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main, header, footer { max-width: 1040px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 36px; }
h1 { font-size: 26px; line-height: 1.25; margin: 10px 0 6px; text-wrap: balance; }
h2 { font-size: 17px; margin: 34px 0 12px; }
a { color: var(--blue); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
code { background: var(--code); border-radius: 5px; padding: 1px 5px; }
pre { background: var(--code); border-radius: 8px; padding: 10px 14px; margin: 12px 0 0; white-space: pre-wrap; }
.dim { color: var(--dim); } .small { font-size: 13px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 16px 20px; margin: 0 0 12px; }
.card > p:first-child { margin-top: 0; } .card > p:last-child { margin-bottom: 0; }
.badge { display: inline-block; padding: 3px 12px; border-radius: 99px; color: var(--on); font-weight: 600; font-size: 13px; background: var(--tone); }
.red { --tone: var(--rose); } .green { --tone: var(--green); } .refactor { --tone: var(--blue); } .other { --tone: var(--grey); }
.success { --tone: var(--green); } .failure, .unmeasurable, .error { --tone: var(--red); } .in_progress, .action_required, .warn { --tone: var(--amber); }
.refused { --edge: var(--red); } .attempt { --edge: var(--amber); }
.next { border-left: 5px solid var(--blue); } .next h2 { margin-top: 0; }
.strip { display: flex; flex-wrap: wrap; gap: 4px; padding: 0; margin: 0 0 18px; list-style: none; }
.step { display: grid; place-items: center; min-width: 34px; height: 34px; padding: 0 8px; border-radius: 8px; background: var(--tone);
  color: var(--on); font-weight: 700; font-size: 13px; text-decoration: none; }
.step.refused { background: transparent; color: var(--tone); border: 2px dashed var(--edge); }
.step.superseded { opacity: .7; }
.line { list-style: none; margin: 0; padding: 0 0 0 26px; position: relative; }
.line::before { content: ''; position: absolute; left: 8px; top: 10px; bottom: 10px; width: 2px; background: var(--line); }
.commit { position: relative; scroll-margin-top: 12px; }
.commit::before { content: ''; position: absolute; left: -25px; top: 20px; width: 14px; height: 14px; border-radius: 50%;
  background: var(--tone); border: 3px solid var(--bg); }
.commit.refused::before { background: var(--bg); border-color: var(--edge); }
.pill.refused, .commit.refused .pill { background: transparent; color: var(--tone); outline: 2px dashed var(--edge); }
.commit.superseded { opacity: .8; }
.commit:target { border-color: var(--blue); }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px 10px; }
.title .subject { font-weight: 600; flex: 1 1 260px; }
.pill { background: var(--tone); color: var(--on); border-radius: 6px; padding: 1px 8px; font-size: 12px; font-weight: 700; letter-spacing: .03em; }
.verdict { font-weight: 600; color: var(--tone); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 6px 0; }
.bars { display: grid; grid-template-columns: max-content minmax(80px, 1fr) max-content; gap: 3px 12px; align-items: center; margin: 10px 0 0;
  max-width: 520px; font-size: 13px; }
.bar { appearance: none; display: block; width: 100%; height: 8px; border: 0; border-radius: 4px; background: var(--code); overflow: hidden; }
.bar::-webkit-progress-bar { background: var(--code); } .bar::-webkit-progress-value { background: var(--tone); border-radius: 4px; }
.bar::-moz-progress-bar { background: var(--tone); border-radius: 4px; }
details { margin: 10px 0 0; } summary { cursor: pointer; font-weight: 600; font-size: 14px; }
.fold { margin-top: 34px; } .fold > summary { font-size: 17px; } .fold > .line { margin-top: 14px; }
ul { margin: 6px 0 0; padding-left: 20px; list-style-type: disc; }
.finding { border-left: 4px solid var(--tone); padding: 2px 0 2px 14px; margin: 12px 0 0; }
.finding p { margin: 4px 0; } .finding + .small { margin-top: 22px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
/* Cells are as wide as their text, else the longest would squeeze all others. */
th, td { overflow-wrap: normal; } .prose { overflow-wrap: anywhere; min-width: 16em; } td code { overflow-wrap: break-word; }
th { color: var(--dim); font-weight: 600; } tr:last-child td { border-bottom: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; margin: 0; } dt { color: var(--dim); } dd { margin: 0; }
footer { padding-top: 20px; padding-bottom: 40px; }
h3 { font-size: 15px; margin: 18px 0 4px; }
.patch { padding: 0; } .patch h4 { font-size: 13px; margin: 0; padding: 8px 14px; border-bottom: 1px solid var(--line); }
.patch table { font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; } .patch td { padding: 0 8px; border: 0; white-space: pre; }
.patch p { padding: 0 14px; } .patch td:last-child { width: 100%; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.patch .holds { font: 12px/1.6 system-ui, sans-serif; color: var(--tone); font-weight: 600; }
.patch .joins { padding: 0; min-width: 9px; border: 0 solid var(--dim); } .patch .joins.first { border-width: 1px 1px 0 0; }
.patch .joins.inside { border-width: 0 1px 0 0; } .patch .joins.last { border-width: 0 1px 1px 0; }
.unnoticed td { color: var(--tone); font-size: 12px; } .unnoticed code { color: var(--text); }
.held { box-shadow: inset 4px 0 0 var(--green); } .bare { box-shadow: inset 4px 0 0 var(--red); }
.other-held { box-shadow: inset 4px 0 0 var(--blue); } .weak { box-shadow: inset 4px 0 0 var(--amber); }
@media (max-width: 560px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } .card { padding: 14px; } .prose { min-width: 9em; } th, td { padding-right: 9px; }
  .patch { padding: 0; } .patch td { padding: 0 4px; } .patch .holds { font-size: 11px; } }
@media print { body { background: #fff; } .card { break-inside: avoid; } details::details-content { content-visibility: visible; } }
`

export const STYLE: Html = { html: `<style>\n${CSS}</style>` }
