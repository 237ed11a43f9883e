/** Reads what the subject of a commit promises of production: that its code stays the same. */
import { type Commit, getSubjectType, trailer } from '../model/commit.ts'

/** The types of conventional commits that promise other behaviour. */
const BEHAVIOUR: readonly string[] = ['feat', 'feature', 'fix', 'bugfix', 'hotfix']

/** @returns the type that says of other behaviour, which a RED and a GREEN prove; null where the subject says of none */
export function getBehaviourType(subject: string): string | null {
  const type = getSubjectType(subject)
  return type !== null && BEHAVIOUR.includes(type) ? type : null
}

/** The types of conventional commits that promise the same code. */
const TYPES = 'style|docs?|chore|build|ci|tests?|format|fmt|lint|typos?'
const TYPED = new RegExp(`^(${TYPES})(?:\\([^)]*\\))?!?:`, 'i')
const TYPE = new RegExp(`^(?:${TYPES})$`)
/** What people write without a type. */
const PLAIN: readonly (readonly [type: string, subject: RegExp])[] = [
  ['format', /^(?:🎨|:art:)/u],
  ['docs', /^(?:📝|💡|:memo:|:bulb:)/u],
  ['ci', /^(?:👷|:construction_worker:)/u],
  ['format', /^(?:re)?format(?:ted|ting)?(?: (?:the |all )?(?:code|files?|sources?|everything))?$/i],
  [
    'format',
    /^(?:(?:re)?format(?:ted)?|run|apply)\b.*\b(?:prettier|black|gofmt|rustfmt|biome|eslint|isort|ruff|rubocop|spotless|clang-format)\b/i,
  ],
  ['format', /^(?:sort(?:ed)?|organi[sz]ed?|reorder(?:ed)?) (?:the )?imports\b/i],
  ['format', /^fix(?:ed)? (?:lint(?:er|ing)?|white ?space|indentation|formatting)(?: (?:error|warning|issue)s?)?$/i],
  ['typo', /^(?:fix(?:ed|es)? (?:an? |the |some )?)?typos?(?:$| in\b)/i],
  [
    'docs',
    /^(?:add|update|improve|fix|extend)(?:e?d|s)? (?:the )?(?:docs|documentation|docstrings?|readme|changelog)(?:\.\w+)?(?:$| (?:for|of|about|on)\b)/i,
  ],
]

/** @returns the type that the subject has or stands for; null where it promises nothing */
export function getPromise({ subject, trailers }: Pick<Commit, 'subject' | 'trailers'>): string | null {
  const stated = trailer({ trailers }, 'phase')?.trim().toLowerCase() ?? ''
  const type = TYPE.test(stated) ? stated : TYPED.exec(subject)?.[1]?.toLowerCase()
  const own = type ?? PLAIN.find(([, pattern]) => pattern.test(subject))?.[0]
  return own === undefined ? null : (SAME_TYPE.get(own) ?? own)
}

const SAME_TYPE = new Map([
  ['doc', 'docs'],
  ['tests', 'test'],
  ['typos', 'typo'],
  ['fmt', 'format'],
])

const SETTINGS = /\.(?:ya?ml|toml|jsonc?|json5|ini|cfg|conf|properties|xml|env|lock|txt)$/i
/** Files that build, release and check a project. */
const TOOLS =
  /(?:^|\/)(?:\.[^/]+|scripts?|tools?|tooling|build|ci|bench(?:marks?)?|hack|devtools|docker|deploy)\/|\.config\.[cm]?[jt]s$|(?:^|\/)(?:gulpfile|gruntfile|[^/]*rc)(?:\.[^/]*)?$|^[^/]+\.(?:sh|bash|ps1|bat|cmd)$/i
/** Tools that write and check documents have theirs at the top of a project. */
const TOP_SETTINGS = /^(?!(?:config|settings|app|application|default)\b)[^/]+\.(?:ya?ml|toml|json)$/i
const DOCUMENTS =
  /(?:^|\/)(?:examples?|samples?|demos?|playgrounds?|site|website|stories|\.storybook)\/|\.stories\.\w+$|(?:^|\/)(?:docusaurus\.config|sidebars|conf)\.\w+$/i
const TEXTS =
  /\.(?:po|pot|xlf|xliff|arb|ftl|resx|strings)$|(?:^|\/)(?:locales?|i18n|langs?|translations?|l10n)\/|(?:^|\/)messages_\w+\.properties$|\.[a-z]{2}\.(?:json|ya?ml)$/i
const HELPERS =
  /(?:^|[/._-])(?:tests?|testing|testkit|testutils?|specs?|e2e|mocks?|stubs?|fakes?|fixtures?|factor(?:y|ies))(?:[/._-]|$)/i
const CHORE = [SETTINGS, TOOLS, DOCUMENTS, TEXTS]
/** It configures a tool. */
const DOT_FILE = /(?:^|\/)\.[^/]+$/
/** By type: files that such a commit changes by its nature. */
const OWN_FILES: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['style', [/\.(?:css|scss|sass|less|styl)$/i]],
  ['docs', [DOCUMENTS, TEXTS, TOOLS, TOP_SETTINGS]],
  ['typo', [TEXTS]],
  ['chore', CHORE],
  ['build', CHORE],
  ['ci', CHORE],
  ['test', [HELPERS, TOOLS]],
])

export function isOwnFile(promise: string, path: string): boolean {
  return DOT_FILE.test(path) || (OWN_FILES.get(promise)?.some((pattern) => pattern.test(path)) ?? false)
}

const REMOVES =
  /\b(?:remov|delet|drop|prun)\w*\b(?!\s+(?:the |all )?(?:unused |dead )?(?:imports?|comments?|semicolons?|white ?space|blank|trailing))/i

/** Returns whether the subject of a chore says that it removes something. */
export function saysRemoval(promise: string, subject: string): boolean {
  return ['chore', 'build', 'ci'].includes(promise) && REMOVES.test(subject)
}
