/** Renders the frame of all set-up pages. */
import type { Html } from '../../render/text/html.ts'

const STYLE = `:root { color-scheme: light dark } body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
li { margin: .5rem 0 } pre { overflow-x: auto } label { display: block; margin: 1rem 0 } input, textarea { display: block; box-sizing: border-box; width: 100%; font: inherit }
button { font: inherit; padding: .4rem 1rem }`

/** Returns a whole page. @param title the window's title, a constant */
export function toPage(title: string, content: Html): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>tdd-gate: ${title}</title>
<style>${STYLE}</style>
${content.html}
</html>
`
}
