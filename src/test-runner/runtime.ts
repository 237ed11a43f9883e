/** Opens the sandbox and the set-up of executions, at the first execution. */
import { join } from 'node:path'
import type { TestConfig } from '../core/model/config.ts'
import { digestVariables } from './cache.ts'
import { credentialVariables, inheritedVariables, pickVariables } from './process/environment.ts'
import type { Suite } from './run-plan.ts'
import { openSandbox, type Sandbox } from './sandbox/sandbox.ts'
import { withBuilds } from './set-up/builds.ts'
import type { Setup, SetupContext } from './set-up/install.ts'
import type { Lender } from './set-up/modules.ts'
import { setUpApart } from './set-up/set-up-apart.ts'
import { setUpInPlace } from './set-up/set-up-in-place.ts'
import { identifyPrograms } from './set-up/toolchain.ts'
import { runTexts } from './texts.ts'

export type { Lender } from './set-up/modules.ts'

export interface Runtime {
  readonly sandbox: Sandbox
  readonly setup: Setup
}

/** The options of a measurer that the runtime needs. */
interface RuntimeOptions {
  readonly checkout: { readonly dir: string } & Pick<SetupContext, 'tree' | 'checkout' | 'readObjects' | 'composeTree'>
  readonly config: Pick<TestConfig, 'isolation' | 'network' | 'env' | 'setupEnv' | 'timeoutSeconds'>
  readonly cacheDir: string
  readonly toolchain: Readonly<Record<string, string>>
  readonly lender: Lender | null
  readonly hidden?: readonly string[]
  readonly isInput?: SetupContext['isInput']
  readonly source: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
}

interface RuntimeContext {
  /** Where results of set-ups are kept. */
  readonly memory: string
  readonly note: (text: string) => void
}

/** @throws GateError `isolation-unavailable` */
export async function openRuntime(
  options: RuntimeOptions,
  suites: readonly Suite[],
  { memory, note }: RuntimeContext,
): Promise<Runtime> {
  const { checkout, config, source, lender, hidden = [], toolchain, signal } = options
  const sandbox = await openSandbox({
    folder: checkout.dir,
    tree: checkout.tree,
    top: lender?.folder ?? null,
    hidden: [...hidden, options.cacheDir],
    source,
    policy: config.isolation,
    network: config.network,
    extra: config.env,
    node: process.execPath,
  })
  const credentials = credentialVariables(source, config.env)
  const names = Object.keys(credentials)
  if (names.length > 0) note(runTexts.withoutCredentials(names.join(', ')))
  const setup = createSetup(suites, {
    ...checkout,
    sandbox,
    keptIn: join(memory, 'setups'),
    ownIn: join(checkout.dir, 'setups'),
    isInput: options.isInput ?? null,
    lender,
    variables: { ...credentials, ...pickVariables(source, config.setupEnv) },
    signal,
    note,
    dependsOn: { toolchain, ...getMachine(suites, config, source) },
  })
  const keptIn = join(checkout.dir, 'builds')
  const timeoutMs = config.timeoutSeconds * 1_000
  return { sandbox, setup: withBuilds(suites, setup, { tree: checkout.tree, sandbox, signal, keptIn, timeoutMs }) }
}

/** Returns the variables that a set-up receives, as a digest because they may be secrets, and the programs that it names. */
function getMachine(suites: readonly Suite[], config: RuntimeOptions['config'], source: RuntimeOptions['source']) {
  const inherited = inheritedVariables(source, [...config.env, ...config.setupEnv])
  const commands = suites.flatMap(({ config: { setup } }) => setup ?? [])
  return {
    variables: digestVariables(Object.keys(inherited).toSorted(), inherited),
    programs: identifyPrograms(commands, inherited['PATH'] ?? ''),
  }
}

/** Chooses the place of the result: apart from the checkout where a sandbox can mount it, otherwise in the checkout. */
function createSetup(suites: readonly Suite[], context: SetupContext): Setup {
  return context.sandbox.isolation === 'namespaces' ? setUpApart(suites, context) : setUpInPlace(suites, context)
}
