/** Sandboxes for tests: a scratch folder, a working tree, secrets of ours, and every strategy that this machine offers. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../src/git/clean.ts'
import type { ProcessResult } from '../../src/test-runner/process/process.ts'
import { type Strategy, works } from '../../src/test-runner/sandbox/detect.ts'
import {
  type Sandbox,
  type SandboxOptions,
  type SandboxRequest,
  withNamespaces,
  withoutNamespaces,
} from '../../src/test-runner/sandbox/sandbox.ts'

export interface SandboxWorld extends Disposable {
  readonly sandbox: Sandbox
  /** Places of this machine. */
  readonly folder: string
  readonly tree: string
  readonly home: string
  /** The place of the gate's recording. */
  readonly secret: string
  readonly run: (command: string, more?: Partial<SandboxRequest>) => Promise<ProcessResult & { readonly out: string }>
}

/** Null: without namespaces. */
export function createSandboxWorld(strategy: Strategy | null, more: Partial<SandboxOptions> = {}): SandboxWorld {
  const root = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const at = (name: string) => join(root, name)
  for (const name of ['scratch/tree', 'clone', 'secret', 'home/.ssh', 'home/.npm/_cacache', 'home/.config'])
    mkdirSync(at(name), { recursive: true })
  writeFileSync(at('secret/verdict'), 'untouched')
  writeFileSync(at('clone/object'), 'object')
  writeFileSync(at('home/.ssh/id_ed25519'), 'private key')
  writeFileSync(at('home/.netrc'), 'machine example.com password secret')
  writeFileSync(at('home/.npm/_cacache/entry'), 'cached')
  writeFileSync(
    at('home/.npmrc'),
    'registry=https://example.com/\n//example.com/:_authToken=secret\nnode-options=--require=/x\n',
  )
  writeFileSync(at('home/.gitconfig'), '[user]\n\tname = Mona\n[credential]\n\thelper = store\n[alias]\n\tname = !x\n')
  const options: SandboxOptions = {
    folder: at('scratch'),
    tree: at('scratch/tree'),
    top: at('clone'),
    hidden: [at('secret')],
    source: { PATH: process.env['PATH'] ?? '', HOME: at('home') },
    extra: [],
    node: process.execPath,
    policy: 'preferred',
    network: 'host',
    ...more,
  }
  const sandbox = strategy === null ? withoutNamespaces(options) : withNamespaces(options, strategy)
  return {
    sandbox,
    folder: root,
    tree: at('scratch/tree'),
    home: at('home'),
    secret: at('secret'),
    run: async (command, request = {}) => {
      const ending = await sandbox.run({
        command,
        directory: '.',
        prepared: null,
        mounts: [],
        timeoutMs: 20_000,
        signal: undefined,
        ...request,
      })
      return { ...ending, out: ending.stdoutTail + ending.stderrTail }
    },
    // An overlay that keeps its changes leaves a folder that only its owner can open again.
    [Symbol.dispose]: () => removeFolder(root),
  }
}

/** Every strategy by our own right that works here; none on a machine without namespaces. */
export async function strategiesHere(): Promise<readonly Strategy[]> {
  if (process.platform !== 'linux') return []
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const privileges = uid === 0 ? (['root'] as const) : (['user', ...(canSudo() ? (['sudo'] as const) : [])] as const)
  const all = (['bubblewrap', 'unshare'] as const).flatMap((tool) =>
    privileges.map((privilege): Strategy => ({ tool, identity: { privilege, uid, gid } })),
  )
  const found = []
  for (const strategy of all) if (await works(strategy)) found.push(strategy)
  return found
}

const canSudo = () => spawnSync('sudo', ['-n', 'true']).status === 0

export const getName = ({ tool, identity }: Strategy): string => `${tool} as ${identity.privilege}`
