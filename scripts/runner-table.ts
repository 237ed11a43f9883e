/** The tables of detected runners, from the registry and from the stories that run them. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { FAILURE_KINDS } from '../src/core/model/test-run.ts'
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
  erlang: 'erl',
  'c++': 'cpp',
  'c#': 'cs',
}
/** The fast stories, then those of each night. */
const STORIES = ['test/stories/{measure,verify}-*.test.ts', 'test/runners/*.test.ts']
const RUNS = ['runner', 'language', 'set-up', 'targeted', 'canary', 'emptied', 'tests beside code']
const READS = ['runner', 'report', 'file of a test', 'load errors', 'kinds', 'shown by']

/** Two tables: how tests run, and how results are read. One would be too wide for a phone. */
export function toRunnerTable(): string {
  const stories = STORIES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted())
  const told = stories.map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }))
  const runs = toTable(RUNS, runners.map(toRun))
  const reads = toTable(
    READS,
    runners.map((runner) => toReading(runner, told)),
  )
  return `${runs}\n${reads}`
}

const toRun = (runner: Runner): readonly string[] => [
  runner.name,
  runner.language,
  runner.language === 'javascript' ? 'by the lock file' : '`test.setup`',
  getUnit(runner),
  runner.mayLackCanary ? 'among the drivers, where there is a place' : 'among the drivers',
  canEmpty(`x.${EXTENSIONS[runner.language]}`) ? 'yes' : '',
  runner.mayHoldTests === undefined ? '' : 'yes',
]

/** What one test file makes the command run. */
function getUnit({ toTargets }: Runner): string {
  const targets = toTargets(['area/cart_test.x']).join(' ')
  if (targets.includes('cart_test.x')) return 'file'
  return targets.includes('cart_test') ? 'class' : 'package'
}

interface StoryFile {
  readonly path: string
  readonly text: string
}

function toReading(runner: Runner, told: readonly StoryFile[]): readonly string[] {
  const own = told.flatMap(({ path, text }) => {
    const parts = text.split(/\brunner: (?=')/).filter((after) => after.startsWith(`'${runner.name}'`))
    const isNamed = parts.length > 0 || text.includes(`name: '${runner.name}'`)
    return isNamed ? [{ path, text: parts.join('\n') }] : []
  })
  return [
    runner.name,
    `\`${runner.format}\``,
    runner.locate === undefined ? 'in the report' : 'by name',
    runner.consoleErrors === undefined ? 'report' : 'report, console',
    FAILURE_KINDS.filter((kind) => own.some(({ text }) => text.includes(`'${kind}'`)))
      .map((kind) => kind.replaceAll('-', ' '))
      .join(', '),
    getProof(own),
  ]
}

/** Links the stories that run the real tool; without one, tests read output in its format. */
function getProof(own: readonly StoryFile[]): string {
  if (own.length === 0) return 'format only'
  const links = own.map(({ path, text }) => {
    const name = /(measure|verify)-/.exec(path)?.[1] ?? 'runners'
    const variants = [...text.matchAll(/\bvariant: '([^']+)'/g)].map(([, variant]) => variant)
    return `[${name}](../../${path})${variants.length === 0 ? '' : ` with ${variants.join(', ')}`}`
  })
  return `the real tool: ${links.join(', ')}`
}
