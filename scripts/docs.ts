/** Writes the generated parts of the documents between their markers; a test holds them up to date. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commands } from '../src/core/commands/index.ts'
import { whoMay } from '../src/core/commands/who.ts'
import { ERRORS } from '../src/core/errors/codes.ts'
import { COVERAGE_METRICS } from '../src/core/model/coverage.ts'
import { TASK_RULES, type TaskRuleCode } from '../src/core/model/task-rule.ts'
import { rules } from '../src/core/rules/index.ts'
import { PERMISSIONS } from '../src/github/routes.ts'
import { refusalCauses } from '../src/github/texts.ts'
import { ALERTS, METRICS } from '../src/render/metrics.ts'
import type { CoverageFact, ReportFormat } from '../src/reports/format.ts'
import { coverageFormats, reportFormats } from '../src/reports/index.ts'
import { taskRules } from '../src/tasks/rules/index.ts'
import { provedTests } from '../src/trials/at-head.ts'
import { editedTests } from '../src/trials/edited-tests.ts'
import { GREEN_TRIALS, REFACTOR_TRIALS } from '../src/trials/index.ts'
import { lateTests } from '../src/trials/late-tests.ts'
import { variedTests } from '../src/trials/varied.ts'
import { toActionInputs, toActionOutputs, toCommandLine, toConfigurationKeys, toTable } from './docs-tables.ts'
import { toFoundingCounts, toFoundingPromises } from './founding-page.ts'
import { toRunnerCount, toRunnerTable } from './runner-table.ts'

const COVERAGE_FACTS: readonly CoverageFact[] = [...COVERAGE_METRICS, 'hits']

const ROOT = new URL('../', import.meta.url)

/** Every page for people: the README and its neighbours, and all of docs/. */
export const DOCUMENTS: readonly URL[] = globSync(['*.md', 'docs/**/*.md'], { cwd: fileURLToPath(ROOT) })
  .toSorted()
  .map((path) => new URL(path, ROOT))

/** Names a format with the page that describes it as a link, or with the name of the document. */
const toCited = (name: string, source: string) =>
  source.startsWith('https:') ? `[\`${name}\`](${source})` : `\`${name}\` (${source})`

const commandLine = await toCommandLine()

export const SECTIONS: Readonly<Record<string, () => string>> = {
  rules: () =>
    toTable(
      ['rule', 'what must hold', 'phases', 'level'],
      rules.map(({ code, about, phases, level }) => [`[\`${code}\`](#${code})`, about, phases.join(', '), level]),
    ),
  'rule-pages': () => rules.map(({ code, about, why }) => `\n### \`${code}\`\n\n**${about}** ${why}\n`).join(''),
  trials: () =>
    toTable(
      ['trial', 'at', 'the gate', 'rules that read it'],
      [
        ...GREEN_TRIALS.map((trial) => ({ ...trial, at: 'green' })),
        ...REFACTOR_TRIALS.map((trial) => ({ ...trial, at: 'refactor, neutral' })),
        { ...editedTests, at: 'refactor, neutral, other commits' },
        { ...lateTests([]), at: 'other commits' },
        { ...variedTests([]), at: 'other commits' },
        { ...provedTests(new Set()), at: 'the head' },
      ].map(({ code, at, about, rules: read }) => [
        `\`${code}\``,
        at,
        about,
        read.map((rule) => `[\`${rule}\`](rules.md#${rule})`).join(', '),
      ]),
    ),
  'task-rules': () =>
    toTable(
      ['rule', 'what must hold', 'level'],
      Object.entries(taskRules).map(([code, { about }]) => [`\`${code}\``, about, TASK_RULES[code as TaskRuleCode]]),
    ),
  formats: () =>
    toTable(
      ['format', 'written by', 'not in the report'],
      Object.entries<ReportFormat>(reportFormats).map(([name, { about, source, limits = '' }]) => [
        toCited(name, source),
        about,
        limits,
      ]),
    ),
  coverage: () =>
    toTable(
      ['coverage', 'written by', 'lines', 'branches', 'functions', 'statements', 'hits by line', 'not in the report'],
      Object.entries(coverageFormats).map(([name, { about, source, says, limits }]) => [
        toCited(name, source),
        about,
        ...COVERAGE_FACTS.map((fact) => (says.includes(fact) ? 'yes' : '')),
        limits,
      ]),
    ),
  'founding-counts': toFoundingCounts,
  'founding-promises': toFoundingPromises,
  runners: toRunnerTable,
  'runner-count': toRunnerCount,
  commands: () =>
    toTable(
      ['command', 'what it does', 'who may'],
      commands.map((command) => [`\`${command.usage}\``, command.about, whoMay(command)]),
    ),
  permissions: () =>
    toTable(
      ['permission', 'routes'],
      [...routesByPermission()].map(([permission, routes]) => [permission, routes.join('<br>')]),
    ),
  'command-line': () => commandLine,
  'configuration-keys': toConfigurationKeys,
  'action-inputs': toActionInputs,
  'action-outputs': toActionOutputs,
  metrics: () =>
    toTable(
      ['metric', 'kind', 'labels', 'what it is'],
      Object.entries(METRICS).map(([name, { kind, labels, help }]) => [
        `\`${name}\``,
        kind,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
    ),
  runbook: () =>
    ALERTS.map(({ name, expr, severity, summary, steps }) => {
      const list = steps.map((step, i) => `${i + 1}. ${step}\n`).join('')
      return `\n### ${name}\n\n${summary} Severity: ${severity}. \`${expr}\`\n\n${list}`
    }).join(''),
  refusals: () =>
    toTable(
      ['cause', 'what it means', 'who ends it, and how'],
      Object.entries(refusalCauses).map(([cause, { means, remedy }]) => [`\`${cause}\``, means, remedy]),
    ),
  errors: () =>
    toTable(
      ['code', 'exit', 'what it means', 'what to do'],
      Object.entries(ERRORS).map(([code, { exit, about, fix }]) => [`\`${code}\``, String(exit), about, fix]),
    ),
}

/** Lists the permissions that people grant, with the routes that need them. */
function routesByPermission(): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, string[]>()
  for (const [route, needed] of Object.entries(PERMISSIONS)) {
    const names = Object.entries(needed).map(([name, access]) => `\`${name}: ${access}\``)
    const permission = names.join(', ') || 'none: asked as the App itself'
    routes.set(permission, [...(routes.get(permission) ?? []), `\`${route}\``])
  }
  return new Map([...routes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The text with every generated part renewed. */
export function renew(text: string): string {
  return Object.entries(SECTIONS).reduce((readme, [name, write]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
    return readme.replace(part, (_, start: string, end: string) => `${start}${write()}${end}`)
  }, text)
}

if (import.meta.main) for (const file of DOCUMENTS) writeFileSync(file, renew(readFileSync(file, 'utf8')))
