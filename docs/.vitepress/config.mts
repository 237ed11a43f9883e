/** The docs site: the pages of docs/ with a menu and a search that works offline. `npm run docs:build` */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { defineConfig } from 'vitepress'
import { toAnchor, toMenu } from '../../scripts/markdown.ts'

const REPOSITORY = 'https://github.com/tdd-gate/tdd-gate'
const menu = toMenu(readFileSync(new URL('../index.md', import.meta.url), 'utf8'))

/** Where a link of a page leads on the site: files outside of docs/ are shown by GitHub. */
function toSiteLink(href: string, page: string): string {
  if (/^(?:https?:|#|\/)/.test(href)) return href
  const target = posix.join('docs', posix.dirname(page), href)
  return target.startsWith('docs/') ? href : `${REPOSITORY}/blob/main/${target}`
}

export default defineConfig({
  title: 'tdd-gate',
  description: 'Lets a change through only when every subtask really went RED, then GREEN.',
  head: [['style', {}, readFileSync(new URL('style.css', import.meta.url), 'utf8')]],
  outDir: '../site',
  cacheDir: '../node_modules/.cache/vitepress',
  markdown: {
    anchor: { slugify: toAnchor },
    config: (md) => {
      // `${{ ... }}` of a workflow is text, not a template of Vue.
      md.renderer.rules.code_inline = (tokens, at) => `<code v-pre>${md.utils.escapeHtml(tokens[at].content)}</code>`
      md.core.ruler.push('links-out-of-the-docs', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null
          if (href !== null) token.attrSet('href', toSiteLink(href, env.relativePath))
        }
      })
      md.core.ruler.push('cells-name-their-column', ({ tokens }) => {
        let columns: string[] = []
        let column = 0
        for (const [at, token] of tokens.entries()) {
          if (token.type === 'thead_open') columns = []
          if (token.type === 'tr_open') column = 0
          if (token.type === 'th_open') columns.push(tokens[at + 1].content.replaceAll('`', ''))
          if (token.type === 'td_open') token.attrSet('data-column', columns[column++])
        }
      })
    },
  },
  themeConfig: {
    nav: menu.slice(0, 4).map(({ text, items }) => ({ text, link: items[0].link })),
    sidebar: [...menu],
    outline: [2, 3],
    search: { provider: 'local' },
    notFound: { title: 'Page not found', quote: 'Search for it, or start at the map of all pages.', linkText: 'Map' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
  },
})
