/** How the pages look: light and dark, on screens of any width. Colours never stand alone: words are beside them. */

const COLOURS = `
:root { color-scheme: light dark; --bg: #f7f6f3; --card: #ffffff; --sunk: #f1efea; --text: #1e2228; --dim: #59606b; --line: #dedad2; --accent: #3f4bc4;
  --red: #b3261e; --rose: #9d2a72; --green: #12693a; --blue: #1d5aa8; --amber: #855100; --violet: #6a3ea1; --grey: #59606b; --on: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --bg: #14161b; --card: #1c1f26; --sunk: #252932; --text: #e9ebef; --dim: #a3abb8; --line: #343a45;
  --accent: #aab4ff; --red: #ff8f86; --rose: #ff9ad0; --green: #74d596; --blue: #8fbcff; --amber: #f2bb63; --violet: #cbacff; --grey: #a3abb8; --on: #14161b; } }
.good, .open, .green { --tone: var(--green); } .bad, .closed { --tone: var(--red); } .red { --tone: var(--rose); } .waiting, .due { --tone: var(--amber); }
.quiet, .neutral, .merge-commit, .start, .unstated, .draft { --tone: var(--grey); } .refactor, .characterize { --tone: var(--blue); } .merged { --tone: var(--violet); }
.phase.merge { --tone: var(--grey); }`

const BASE = `
*, ::before { box-sizing: border-box; }
html { scroll-padding-top: 64px; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.6 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; overflow-wrap: anywhere; }
main, .site nav, footer { max-width: 1120px; margin: 0 auto; padding: 0 20px; }
footer { padding: 32px 20px 48px; font-size: 13px; }
h1 { font-size: 27px; line-height: 1.25; margin: 10px 0 4px; text-wrap: balance; letter-spacing: -.01em; }
h2 { font-size: 18px; margin: 40px 0 14px; } h3 { font-size: 15px; margin: 0; } h4 { font-size: 14px; margin: 16px 0 6px; }
p { margin: 6px 0; } ol, ul { margin: 6px 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:not([href]) { color: inherit; }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 13px/1.55 ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
code { background: var(--sunk); border-radius: 5px; padding: 1px 5px; }
pre { background: var(--sunk); border-radius: 8px; padding: 10px 14px; overflow-x: auto; overflow-wrap: normal; margin: 10px 0; }
pre code { background: none; padding: 0; }
.dim { color: var(--dim); } .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 20px; top: 8px; background: var(--card); padding: 4px 10px; z-index: 2; }
.site { border-bottom: 1px solid var(--line); background: var(--card); }
.site ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 12px 0; font-size: 14px; }
.site li + li::before { content: '/'; color: var(--dim); margin: 0 8px; } .site a { text-decoration: none; } .site li:first-child a { font-weight: 700; color: var(--text); }
.title { padding-top: 30px; } .title + pre { margin-top: 18px; white-space: pre-wrap; overflow-wrap: anywhere; } .number { color: var(--dim); font-weight: 400; }
.card > :last-child { margin-bottom: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px 18px; margin: 0 0 14px; }`

const DIAGRAMS = `
.diagram { display: block; margin: 8px 0; font: 12px ui-monospace, 'DejaVu Sans Mono', monospace; }
.diagram .node { --tone: var(--grey); } .diagram .red { --tone: var(--rose); } .diagram .green { --tone: var(--green); } .diagram .refactor { --tone: var(--blue); }
.diagram rect { fill: var(--sunk); stroke: var(--tone); stroke-width: 1.5; } .diagram .refused rect { stroke-width: 3; stroke-dasharray: 6 4; }
.diagram text { fill: var(--text); text-anchor: middle; } .diagram .arrow { fill: none; stroke: var(--dim); stroke-width: 1.5; }`

const CHIPS = `
.state, .phase, .check, .tag, .count { display: inline-block; border-radius: 99px; font-size: 13px; font-weight: 600; line-height: 1.5; white-space: nowrap; }
.state { background: var(--tone); color: var(--on); padding: 2px 12px; }
.phase { background: var(--tone); color: var(--on); padding: 1px 9px; font-size: 12px; font-weight: 700; letter-spacing: .04em; border-radius: 7px; border: 1px solid var(--tone); }
.phase .task { font-weight: 500; letter-spacing: 0; padding-left: 4px; }
.phase.neutral, .phase.start, .phase.unstated, .phase.merge { background: transparent; color: var(--tone); }
.check { color: var(--tone); }
.tag { border: 1px solid var(--line); color: var(--dim); padding: 0 9px; font-size: 12px; font-weight: 500; } .tag.required { color: var(--text); border-color: var(--dim); }
.count { background: var(--sunk); color: var(--dim); padding: 0 8px; font-size: 12px; }
.who { display: flex; flex-wrap: wrap; gap: 8px 22px; padding: 0; list-style: none; } .who li { display: flex; align-items: center; gap: 7px; } .title + h3, .row + h3 { margin-top: 14px; }
.labels { display: flex; flex-wrap: wrap; gap: 6px; padding: 0; list-style: none; }
.phases { display: flex; flex-wrap: wrap; gap: 8px 0; list-style: none; padding: 0; margin: 18px 0 4px; }
.phases li { display: flex; align-items: center; } .phases li + li::before { content: '→'; color: var(--dim); margin: 0 9px; }
.phases a { display: inline-flex; align-items: center; gap: 5px; text-decoration: none; border-radius: 8px; }
.chip { display: inline-flex; align-items: center; gap: 5px; border-radius: 8px; } .mark { color: var(--red); font-weight: 700; }
.chip.refused { outline: 1.5px dashed var(--red); outline-offset: 3px; margin: 0 5px; }
.chip.attempt { outline: 1.5px dashed var(--amber); outline-offset: 3px; margin: 0 5px; } .attempt .mark { color: var(--amber); }
.chip.refused .phase, .chip.attempt .phase { background: transparent; color: var(--tone); }
.avatar { display: inline-grid; place-items: center; flex: none; width: 30px; height: 30px; border-radius: 50%; font-weight: 700; font-size: 14px; color: var(--on); background: var(--tone); }
.avatar.bot { border-radius: 9px; }
.hue-0, .hue-5 { --tone: var(--blue); } .hue-1, .hue-6 { --tone: var(--violet); } .hue-2, .hue-7 { --tone: var(--amber); } .hue-3 { --tone: var(--accent); } .hue-4 { --tone: var(--grey); }`

const PARTS = `
.tabs { position: sticky; top: 0; background: var(--bg); border-bottom: 1px solid var(--line); margin-top: 18px; z-index: 1; }
.tabs ul { display: flex; gap: 4px 22px; list-style: none; padding: 0; margin: 0; overflow-x: auto; }
.tabs a { display: block; padding: 11px 0; color: var(--text); text-decoration: none; font-weight: 600; font-size: 14px; white-space: nowrap; } .tabs .verdict { color: var(--tone); } .tabs a:hover { color: var(--accent); }
.timeline { list-style: none; padding: 0; margin: 0; position: relative; }
.timeline::before { content: ''; position: absolute; left: 33px; top: 10px; bottom: 10px; width: 2px; background: var(--line); }
.timeline > li { position: relative; margin: 0 0 14px; } .timeline .card { margin: 0; }
.comment > header { display: flex; align-items: center; gap: 10px; margin: 0 0 8px; } .comment h3 { font-weight: 400; } .user { font-weight: 600; color: var(--text); text-decoration: none; } .user:hover { text-decoration: underline; }
.comment header .dim a { color: inherit; text-decoration: none; } .comment header .dim a:hover { text-decoration: underline; }
.comment.command { border-left: 4px solid var(--accent); } .comment.command .markdown { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 14px; }
.comment:target, .run:target, .commits > li:target > .card { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.event { background: var(--bg); padding: 2px 0 2px 0; margin: 0 0 0 22px; position: relative; } .event > p { margin: 0; }
.ended { font-weight: 600; }
.pushed { list-style: none; padding: 0; margin: 2px 0 0; } .pushed li { display: flex; align-items: baseline; gap: 10px; margin: 5px 0; } .pushed .subject { flex: 1; min-width: 0; }
.reactions { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; padding: 0; margin: 10px 0 0; font-size: 13px; } .reactions li { border: 1px solid var(--line); border-radius: 99px; padding: 1px 10px; }
.card.merge { padding: 0; overflow: hidden; border-color: var(--tone); margin-top: 26px; scroll-margin-top: 64px; } .part { padding: 14px 18px; } .part + .part { border-top: 1px solid var(--line); }
.part p { color: var(--dim); margin: 2px 0 0 32px; } .part h3 { font-size: 16px; display: flex; gap: 10px; align-items: center; }
.sign { display: inline-grid; place-items: center; flex: none; width: 22px; height: 22px; border-radius: 50%; background: var(--tone); color: var(--on); font-size: 13px; }
.rows { list-style: none; padding: 0; } .part .rows { margin: 10px 0 0 32px; } .rows > li { display: flex; align-items: baseline; gap: 4px 12px; padding: 7px 0; }
.rows > li + li:not(.card) { border-top: 1px solid var(--line); } .rows > .card { padding: 12px 18px; } .rows .what { flex: 1; min-width: 0; } .rows .words { display: block; color: var(--dim); } .rows .what > .dim { font-size: 14px; }
.rows .check { min-width: 126px; } .list .check { min-width: 0; } .card > .rows > li:last-child, .part .rows > li:last-child { padding-bottom: 0; }
.list { list-style: none; padding: 0; } .list h2 { margin: 0; font-size: 16px; } .list.rows > li .dim { display: block; } .row { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 10px; }
.row .subject { flex: 1 1 240px; min-width: 0; } .commits .card > p { margin: 0 0 4px; }
.commits { list-style: none; padding: 0 0 0 28px; position: relative; } .commits::before { content: ''; position: absolute; left: 9px; top: 16px; bottom: 16px; width: 2px; background: var(--line); }
.commits > li { position: relative; } .commits > li::before { content: ''; position: absolute; left: -28px; top: 14px; width: 20px; height: 20px; border-radius: 50%; background: var(--tone, var(--grey)); border: 3px solid var(--bg); }
.commits > .refused::before { background: var(--bg); border-color: var(--tone, var(--grey)); } .commits > .refused > .card { border-style: dashed; border-color: var(--red); }
.run > header, .job > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; } .run > header h3 { font-size: 17px; } .run > header p { flex-basis: 100%; margin: 0; font-size: 14px; }
.output-title { font-size: 17px; font-weight: 600; margin: 14px 0 4px; }
.annotations > ul, .buttons { list-style: none; padding: 0; } .annotation { border-left: 4px solid var(--tone); background: var(--sunk); border-radius: 0 8px 8px 0; padding: 8px 14px; margin: 8px 0; } .annotation p { margin: 0; } .annotation .said { white-space: pre-wrap; } .annotation code { background: var(--card); }
details > summary { cursor: pointer; } .text > summary, .markdown summary { font-weight: 600; } .text { margin: 14px 0 0; border-top: 1px solid var(--line); padding-top: 10px; }
.folded > summary { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline; } .folded > summary::before { content: '▸'; color: var(--dim); } .folded[open] > summary::before { content: '▾'; } .folded .subject { flex: 1 1 200px; } .folded > article { margin: 14px 0 0; background: var(--bg); }
.earlier { color: var(--dim); margin: 22px 0 10px; font-weight: 600; }
.file { overflow-x: auto; padding-left: 4em; font: 13px/1.5 monospace; white-space: pre; } .file li:target { background: var(--raised, transparent); outline: 1px solid var(--amber); }
.log { max-height: 70vh; } .log .group { font-weight: 700; } .log .error, .removed { color: var(--red); } .log .warning { color: var(--amber); } .log .command, .log .notice, .place { color: var(--blue); } .added { color: var(--green); } .log .debug { color: var(--dim); }`

const MARKDOWN = `
.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown h4 { font-size: 18px; margin: 18px 0 8px; } .markdown h5 { font-size: 15.5px; margin: 18px 0 6px; } .markdown h6 { font-size: 14px; margin: 14px 0 4px; }
.markdown p { margin: 8px 0; } .markdown ul, .markdown ol { padding-left: 22px; } .markdown ul { list-style-type: disc; } .markdown li:has(> input) { list-style: none; margin-left: -20px; } .markdown li:has(> p > input) { list-style: none; margin-left: -20px; }
.markdown blockquote { margin: 8px 0; padding: 0 14px; border-left: 3px solid var(--line); color: var(--dim); } .markdown hr { border: 0; border-top: 1px solid var(--line); margin: 16px 0; }
.markdown pre[lang]:not([lang=''])::before { content: attr(lang); display: block; color: var(--dim); font-size: 11px; margin-bottom: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; margin: 8px 0; overflow-wrap: normal; } th, td { text-align: left; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--dim); font-weight: 600; white-space: nowrap; } td code { overflow-wrap: normal; white-space: nowrap; }
input[type=checkbox] { accent-color: var(--accent); margin: 0 4px 0 0; vertical-align: -1px; }
@media (max-width: 600px) { main, .site nav, footer { padding-left: 14px; padding-right: 14px; } h1 { font-size: 22px; } .card { padding: 12px 14px; } .file { padding-left: 3.6em; } .tabs ul { flex-wrap: wrap; gap: 0 15px; } .tabs a { padding: 6px 0; } .part .rows, .part p { margin-left: 0; } .rows > li { flex-wrap: wrap; } .rows .what { flex: 1 1 100%; order: 3; } .pushed li { display: block; line-height: 1.8; } .pushed .subject { margin: 0 4px; } .timeline::before { left: 29px; } .commits { padding-left: 22px; } .commits::before { left: 6px; } .commits > li::before { left: -25px; } }
@media (min-width: 1080px) { .talk { display: grid; grid-template-columns: minmax(0, 1fr) 340px; gap: 0 26px; align-items: start; } .talk > .merge { position: sticky; top: 64px; max-height: calc(100vh - 84px); overflow: auto; margin: 0; }
  .merge .rows > li { flex-wrap: wrap; } .merge .rows .what { flex: 1 1 100%; order: 3; } .merge .rows .check { min-width: 0; flex: 1; } .merge .rows { margin-left: 0; } }
@media print { body { background: #fff; } .tabs { position: static; } .card { break-inside: avoid; } }`

export const STYLE = `${COLOURS}${BASE}${DIAGRAMS}${CHIPS}${PARTS}${MARKDOWN}\n`
