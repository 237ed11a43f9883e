/** Runs commands, each in its own sandbox: files and processes of one reach neither the next one nor us. */
import { existsSync, lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noNamespaces } from '../../core/errors/measuring.ts'
import type { GateError } from '../../core/model/errors.ts'
import type { Isolation, IsolationPolicy } from '../../core/model/isolation.ts'
import { readIfThere } from '../../disk.ts'
import { removeFolder } from '../../git/clean.ts'
import { ASSETS } from '../command.ts'
import { withoutSecrets } from '../process/credentials.ts'
import { testEnvironment, testPath } from '../process/environment.ts'
import { type ProcessResult, runProcess } from '../process/process.ts'
import { runTexts } from '../texts.ts'
import { detectStrategy, launch, type Strategy } from './detect.ts'
import { copySettings, linkShown, shownPaths } from './home.ts'
import { type Layout, type LayoutOptions, layOut, makePoints, orderMounts, type Places } from './layout.ts'
import { defaultLimits, isBelow, isOverlay, type Mount, type Overlay } from './view.ts'

export interface SandboxOptions extends Omit<LayoutOptions, 'path' | 'assets'> {
  readonly policy: IsolationPolicy
  readonly network: 'host' | 'none'
  /** Names of variables that the configuration passes on. */
  readonly extra: readonly string[]
  /** The binary that runs this process. */
  readonly node: string
}

export interface SandboxRequest {
  /** For the shell. */
  readonly command: string
  /** Below the checkout. */
  readonly directory: string
  /** The result of the set-up; null: none. */
  readonly prepared: PreparedHome | null
  /** Further mounts, at their paths inside. */
  readonly mounts: readonly Mount[]
  /** Only this execution receives them. */
  readonly variables?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** HOME as the set-up left it. */
export interface PreparedHome {
  /** A folder of ours. */
  readonly folder: string
  /** True for the set-up itself: it may change HOME. */
  readonly isWritable: boolean
}

export interface Sandbox {
  readonly isolation: Isolation
  /** The paths inside the sandbox. */
  readonly places: Places
  /** @throws what `runProcess` throws */
  readonly run: (request: SandboxRequest) => Promise<ProcessResult>
}

/**
 * Opens the sandbox.
 * @throws GateError `isolation-unavailable` when the configuration requires namespaces and the machine has none
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const strategy = options.policy === 'off' ? null : await detectStrategy()
  const isNeeded = options.policy === 'required' || options.network === 'none'
  if (strategy === null && isNeeded) throw unavailable(options)
  return strategy === null ? withoutNamespaces(options) : withNamespaces(options, strategy)
}

function unavailable({ policy }: SandboxOptions): GateError {
  const key = policy === 'required' ? 'policy.isolation: required' : 'test.network: none'
  const why = policy === 'off' ? 'policy.isolation is off' : runTexts.noNamespaces
  return noNamespaces(key, why)
}

export function withNamespaces(options: SandboxOptions, strategy: Strategy): Sandbox {
  const { folder, source, extra, node } = options
  const layout = layOut({ ...options, assets: ASSETS, path: testPath({ source, folder, node }) })
  const { places, hidden, realHome } = layout
  const env = testEnvironment({ source, folder, extra, node, places })
  return {
    isolation: 'namespaces',
    places,
    run: ({ command, directory, prepared, mounts: more, variables, timeoutMs, signal }) => {
      const home = freshFolders(folder, realHome, source)
      if (prepared?.isWritable === true && realHome !== null)
        copySettings(realHome, join(prepared.folder, 'home'), source)
      const own = homeMounts(layout, prepared, home)
      // A set-up installs the packages of the tree anew: our node may be in one of them.
      const kept =
        prepared?.isWritable === true
          ? own.filter(({ at }) => !isBelow(at, places.checkout))
          : [...own, ...maskSecrets(layout, folder)]
      const mounts = orderMounts([...kept, ...more])
      makePoints(mounts)
      const view = { hidden, mounts, env: { ...env, ...variables }, network: options.network, limits: defaultLimits() }
      const launcher = launch(
        strategy,
        command,
        { ...view, directory: join(places.checkout, directory) },
        join(folder, 'stage'),
      )
      return runProcess({
        command: launcher.argv,
        directory: '/',
        env: launcher.env,
        timeoutMs,
        signal,
        endsWithInput: launcher.endsWithInput,
      })
    },
  }
}

/** Covers files with secrets by copies without them. A set-up sees them as they are. */
function maskSecrets({ secretFiles }: Layout, folder: string): readonly Mount[] {
  return secretFiles.map((at, n) => {
    const from = join(folder, 'settings', String(n))
    writeFileSync(from, withoutSecrets(readIfThere(at) ?? '') ?? '')
    return { kind: 'read', from, at }
  })
}

/** Creates fresh folders for each execution, without files of an earlier one. */
function freshFolders(folder: string, realHome: string | null, source: SandboxOptions['source']): string {
  for (const name of ['home', 'tmp', 'var-tmp', 'stage', 'settings']) {
    removeFolder(join(folder, name))
    mkdirSync(join(folder, name))
  }
  mkdirSync(join(folder, 'reports'), { recursive: true })
  const home = join(folder, 'home')
  if (realHome !== null) copySettings(realHome, home, source)
  return home
}

/** Mounts HOME and the shown parts of the real one; a set-up keeps its changes of both. */
function homeMounts(
  { places, mounts, realHome }: Layout,
  prepared: PreparedHome | null,
  fresh: string,
): readonly Mount[] {
  const at = places.home
  if (prepared === null) return [{ kind: 'write', from: fresh, at }, ...mounts]
  const [own, changes] = [join(prepared.folder, 'home'), join(prepared.folder, 'changes')]
  const base: Mount = prepared.isWritable
    ? { kind: 'write', from: own, at }
    : { kind: 'overlay', from: [own], at, parts: null, changes: null }
  const view = (mount: Mount): readonly Mount[] => {
    if (!isOverlay(mount) || mount.from[0] !== realHome) return [mount]
    return prepared.isWritable ? [{ ...mount, changes }] : [mount, ...changedParts(mount, join(changes, 'upper'))]
  }
  return [base, ...mounts.flatMap(view)]
}

/** Splits the overlay by parts: the changes may be within HOME, and no folder of an overlay may contain another one. */
function changedParts({ from, at, parts }: Overlay, changes: string): readonly Mount[] {
  const changed = (parts ?? []).filter((part) => existsSync(join(changes, part)))
  return changed.map((part) => {
    const [upper, place] = [join(changes, part), join(at, part)]
    if (!lstatSync(upper).isDirectory()) return { kind: 'read', from: upper, at: place }
    const below = from.map((folder) => join(folder, part))
    return { kind: 'overlay', from: [upper, ...below], at: place, parts: null, changes: null }
  })
}

/** Without namespaces: fresh folders, and the same user. */
export function withoutNamespaces({ folder, tree, source, extra, node, policy }: SandboxOptions): Sandbox {
  const places: Places = {
    checkout: tree,
    home: join(folder, 'home'),
    temporary: join(folder, 'tmp'),
    reports: join(folder, 'reports'),
    assets: ASSETS,
  }
  const env = testEnvironment({ source, folder, extra, node, places })
  const realHome = source['HOME'] ?? null
  const shown = shownPaths(source, '', realHome)
  return {
    isolation: policy === 'off' ? 'none' : 'user',
    places,
    run: ({ command, directory, variables, timeoutMs, signal }) => {
      const home = freshFolders(folder, realHome, source)
      if (realHome !== null) linkShown(shown, realHome, home)
      const own = { ...env, ...variables }
      return runProcess({ command, directory: join(tree, directory), env: own, timeoutMs, signal })
    },
  }
}
