/** Renders how CI sets languages up: as steps of a job, or as inputs of the reusable workflow. */

export type SetupLanguage = 'node' | 'python' | 'go' | 'java' | 'dotnet' | 'ruby' | 'php'

export interface Toolchain {
  readonly language: SetupLanguage
  /** The input of the action, and its value: a version, or the file that names it. */
  readonly input: string
  readonly value: string
}

export interface Toolchains {
  readonly languages: readonly Toolchain[]
  /** With its version, such as `pnpm@10.5.2`; null: npm, or one that the runner has. */
  readonly packageManager: string | null
}

export const NO_TOOLCHAINS: Toolchains = { languages: [], packageManager: null }

interface Action {
  readonly uses: string
  /** Inputs besides the version: caches stay off, because any run of the repository may have written them. */
  readonly inputs?: string
}

/** Those of GitHub are the same commits as in tdd-gate's own workflow; a test compares them. */
const ACTIONS: Readonly<Record<SetupLanguage, Action>> = {
  node: {
    uses: 'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
    inputs: 'package-manager-cache: false',
  },
  python: { uses: 'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0' },
  go: { uses: 'actions/setup-go@b7ad1dad31e06c5925ef5d2fc7ad053ef454303e # v7.0.0', inputs: 'cache: false' },
  java: {
    uses: 'actions/setup-java@b6effb05e454b25005698d916606bdc6ffcbf961 # v5.7.0',
    inputs: 'distribution: temurin',
  },
  dotnet: { uses: 'actions/setup-dotnet@a98b56852c35b8e3190ac28c8c2271da59106c68 # v6.0.0' },
  ruby: { uses: 'ruby/setup-ruby@0dafeac902942906541bc140009cdbf32665b601 # v1.315.0' },
  php: { uses: 'shivammathur/setup-php@f3e473d116dcccaddc5834248c87452386958240 # 2.37.2' },
}

/** The reusable workflow uses actions of GitHub alone: an organisation may allow no others. */
const OWN_JOB_ONLY: readonly SetupLanguage[] = ['ruby', 'php']

/** Steps, each with the indentation of a job in a workflow. */
export function toSetupSteps({ languages, packageManager }: Toolchains): string {
  const steps = languages.map(({ language, input, value }) => {
    const { uses, inputs } = ACTIONS[language]
    return `- uses: ${uses}\n        with: { ${[`${input}: ${value}`, inputs].filter(Boolean).join(', ')} }`
  })
  const all = packageManager === null ? steps : [...steps, `- run: ${toInstallCommand(packageManager)}`]
  return all.map((step) => `      ${step}\n`).join('')
}

/** Yarn moved to another package; bun brings its program by a script, which npm may not run. */
function toInstallCommand(packageManager: string): string {
  const named = packageManager.replace(/^yarn@(?=[2-9])/, '@yarnpkg/cli-dist@')
  const install = `npm install --global --force --ignore-scripts ${named}`
  return packageManager.startsWith('bun@') ? `${install} && node "$(npm root --global)/bun/install.js"` : install
}

/** How tests of a language find their packages on a runner: nothing else installs them there. */
const INSTALLS: Partial<Record<SetupLanguage, string>> = {
  python: 'python3 -m pip install --requirement requirements.txt',
  ruby: 'bundle config set --local path vendor/bundle && bundle install',
  php: 'composer install --no-interaction',
}

/** Returns a sentence for each language whose packages a configuration without set-up lacks. */
export function toPackageHints({ languages }: Toolchains): readonly string[] {
  return languages
    .flatMap(({ language }) => INSTALLS[language] ?? [])
    .map((setup) => `In CI the tests need their packages. Below \`test\` write, for example: \`setup: ${setup}\``)
}

/** The line `with` of a job that calls the reusable workflow, and what that workflow cannot set up. */
export function toCallInputs({ languages, packageManager }: Toolchains): string {
  const isOwn = ({ language }: Toolchain) => OWN_JOB_ONLY.includes(language)
  const inputs = languages.filter((one) => !isOwn(one)).map(({ input, value }) => `${input}: ${value}`)
  const all = packageManager === null ? inputs : [...inputs, `package-manager: ${packageManager}`]
  const missing = languages.filter(isOwn).map(({ value }) => value)
  return [
    ...missing.map(
      (file) => `    # The runner's own version is used. With "tdd-gate init --two-jobs" it is the one of ${file}.\n`,
    ),
    ...(all.length === 0 ? [] : [`    with: { ${all.join(', ')} }\n`]),
  ].join('')
}
