/** The table of detected runners, from the registry and from the stories that run them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { canEmpty } from '../src/test-runner/empty/index.ts'
import { runners } from '../src/test-runner/runners/index.ts'
import type { Runner } from '../src/test-runner/runners/runner.ts'
import { toTable } from './docs-tables.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const EXTENSIONS: Readonly<Record<Runner['language'], string>> = {
  javascript: 'js',
  python: 'py',
  go: 'go',
  ruby: 'rb',
  php: 'php',
  java: 'java',
  rust: 'rs',
  perl: 'pl',
  shell: 'sh',
  elixir: 'ex',
  'c++': 'cpp',
  'c#': 'cs',
}
const HEAD = [
  'runner',
  'language',
  'set-up',
  'report',
  'file of a test',
  'canary',
  'emptied',
  'tests beside code',
  'shown by',
]

export function toRunnerTable(): string {
  const stories = globSync('test/stories/{measure,verify}-*.test.ts', { cwd: ROOT })
  const told = stories.map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }))
  return toTable(
    HEAD,
    runners.map((runner) => [
      runner.name,
      runner.language,
      runner.language === 'javascript' ? 'by the lock file' : 'as you configure it',
      `\`${runner.format}\``,
      runner.locate === undefined ? 'in the report' : 'found by its name',
      runner.canaryTests === null ? 'beside the drivers' : 'among the drivers',
      canEmpty(`x.${EXTENSIONS[runner.language]}`) ? 'yes' : '',
      runner.mayHoldTests === undefined ? '' : 'yes',
      getProof(runner, told),
    ]),
  )
}

/** Links the stories that run the real tool; without one, recorded output shows how it is read. */
function getProof({ name }: Runner, told: readonly { readonly path: string; readonly text: string }[]): string {
  const own = told.filter(({ text }) => text.includes(`runner: '${name}'`) || text.includes(`name: '${name}'`))
  if (own.length === 0) return 'recorded output only'
  const links = own.map(({ path }) => `[${/(\w+)-/.exec(path)?.[1]}](../../${path})`)
  return `the real tool: ${links.join(', ')}`
}
