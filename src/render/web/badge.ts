/** Draws the badge that a repository shows in its README. */

const LABEL = { text: 'tdd-gate', width: 60 }
const REQUIRED = { text: 'required', width: 60, colour: '#1a7f37' }
const NOT_REQUIRED = { text: 'not required', width: 80, colour: '#6e7781' }

/** Returns an SVG image. @param isRequired whether no merge into the default branch is possible without the check */
export function toBadge(isRequired: boolean): string {
  const { text, width, colour } = isRequired ? REQUIRED : NOT_REQUIRED
  const all = LABEL.width + width
  const at = (x: number, text: string) => `<text x="${x}" y="14">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="${LABEL.text}: ${text}">
<clipPath id="r"><rect width="${all}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${LABEL.width}" height="20" fill="#424a53"/><rect x="${LABEL.width}" width="${width}" height="20" fill="${colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${at(LABEL.width / 2, LABEL.text)}${at(LABEL.width + width / 2, text)}</g>
</svg>`
}
