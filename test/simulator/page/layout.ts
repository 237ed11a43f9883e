/** The shell of every page, and the headers with which it goes out: nothing but its own style sheet is let in. */
import { createHash } from 'node:crypto'
import { type Html, html, NOTHING } from './html.ts'
import { STYLE } from './style.ts'

export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export interface Shell {
  readonly title: string
  /** From the outermost: words and addresses. */
  readonly path: readonly (readonly [words: string, address: string])[]
  readonly isLive: boolean
  readonly status?: number
}

const LIVE_SECONDS = 2
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3f4bc4"/><circle cx="10" cy="16" r="5" fill="#ff8a80"/><circle cx="22" cy="16" r="5" fill="#6fd28f"/></svg>`,
)}`

/** No script, no form, no frame, nothing from elsewhere; the one style sheet by its hash. */
export const POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

const SAFE_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export function toPage({ title, path, isLive, status = 200 }: Shell, content: Html): PageAnswer {
  const live = isLive ? html`<meta http-equiv="refresh" content="${LIVE_SECONDS}">` : NOTHING
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${live}
<title>${title}</title><link rel="icon" href="${ICON}"><style>${{ html: STYLE }}</style></head><body>
<a class="skip" href="#content">To the content</a>
<header class="site"><nav aria-label="Where you are"><ol>${path.map(crumb)}</ol></nav></header>
<main id="content">${content}</main>
<footer class="dim">A local GitHub for tests. Names, messages and texts are quoted from its repositories.</footer></body></html>
`
  return { status, headers: { ...SAFE_HEADERS, 'content-type': 'text/html; charset=utf-8' }, body: page.html }
}

const crumb = ([words, address]: readonly [string, string]) => html`<li><a href="${address}">${words}</a></li>`

export function redirectTo(address: string): PageAnswer {
  return { status: 302, headers: { ...SAFE_HEADERS, location: address }, body: '' }
}

/** Bytes of other people: stored, never shown. */
export function toDownload(name: string, bytes: Buffer): PageAnswer {
  const fileName = name.replace(/[^\w.-]/g, '_')
  const headers = { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${fileName}.zip"` }
  return { status: 200, headers: { ...SAFE_HEADERS, ...headers }, body: bytes }
}
