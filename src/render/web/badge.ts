/** Draws the badge that a repository shows in its README. */

const LABEL = { text: 'tdd-gate', width: 60 }
const STATES = {
  required: { width: 60, colour: '#1a7f37' },
  'not required': { width: 80, colour: '#6e7781' },
  unknown: { width: 64, colour: '#6e7781' },
} as const

/** Returns an SVG image. @param text whether a merge into the default branch needs the check */
export function toBadge(text: keyof typeof STATES): string {
  const { width, colour } = STATES[text]
  const all = LABEL.width + width
  const at = (x: number, text: string) => `<text x="${x}" y="14">${text}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="${LABEL.text}: ${text}">
<clipPath id="r"><rect width="${all}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${LABEL.width}" height="20" fill="#424a53"/><rect x="${LABEL.width}" width="${width}" height="20" fill="${colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${at(LABEL.width / 2, LABEL.text)}${at(LABEL.width + width / 2, text)}</g>
</svg>`
}
