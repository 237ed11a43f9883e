/** Detects how to install the dependencies of a JavaScript project: exactly as its lock file demands. */
import type { Project } from './runner.ts'

interface Installer {
  readonly lock: string
  readonly command: (lockText: string) => string
}

const npm = () => 'npm ci --no-audit --no-fund --prefer-offline'

const INSTALLERS: readonly Installer[] = [
  { lock: 'package-lock.json', command: npm },
  { lock: 'npm-shrinkwrap.json', command: npm },
  { lock: 'pnpm-lock.yaml', command: () => 'pnpm install --frozen-lockfile' },
  {
    lock: 'yarn.lock',
    command: (text) => `yarn install ${text.includes('yarn lockfile v1') ? '--frozen-lockfile' : '--immutable'}`,
  },
  { lock: 'bun.lock', command: () => 'bun install --frozen-lockfile' },
  { lock: 'bun.lockb', command: () => 'bun install --frozen-lockfile' },
]

/** Returns the set-up command and its lock file, or null without a lock file. */
export function detectSetup({ files, read }: Project): { readonly command: string; readonly lock: string } | null {
  const installer = INSTALLERS.find(({ lock }) => files.includes(lock))
  if (installer === undefined) return null
  return { command: installer.command(read(installer.lock) ?? ''), lock: installer.lock }
}
