/** Defines how namespaces are created, and how a program starts with that privilege. */
import { writeFileSync } from 'node:fs'
import { quote } from '../runners/runner.ts'
import { isOverlay, type Launcher, type View } from './view.ts'

/** `root`: we are root; `user`: through a user namespace; `sudo`: sudo needs no password, as on hosted runners. */
export type Privilege = 'root' | 'user' | 'sudo'

export interface UserIds {
  readonly privilege: Privilege
  readonly uid: number
  readonly gid: number
}

const NO_CAPABILITIES = ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all']

/** Returns the last step before the command: drops all rights, and blocks new ones. */
export function setPrivileges({ privilege, uid, gid }: UserIds, tool: 'bubblewrap' | 'unshare'): readonly string[] {
  const own = privilege === 'sudo' ? [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'] : []
  // Inside a user namespace bubblewrap has dropped them already.
  const drop = tool === 'unshare' || privilege === 'sudo' ? NO_CAPABILITIES : []
  return ['setpriv', '--no-new-privs', ...own, ...drop, '--']
}

/**
 * We may not signal what root runs: it ends when its standard input closes. The child of the program must be killed
 * itself: the kernel clears the death signal of a process that changes its user.
 */
const SUPERVISE =
  '"$@" </dev/null & p=$!; exec 3<&0; (cat <&3 >/dev/null; kill -KILL $(cat /proc/$p/task/$p/children) $p) & w=$!; wait $p; r=$?; kill $w 2>/dev/null; '

/**
 * Wraps the call.
 * @param executor the call for sudo is written beside it: its variables may be secrets, and every user can read
 * arguments
 */
export function startAs({ privilege }: UserIds, argv: readonly string[], view: View, executor: string): Launcher {
  if (privilege !== 'sudo') return { argv, env: view.env, endsWithInput: false }
  const variables = Object.entries(view.env).map(([name, value]) => `${name}=${value}`)
  const script = `${SUPERVISE}${removeWork(view)}exit $r`
  const call = ['env', '-i', ...variables, '/bin/sh', '-c', script, 'sh', ...argv]
  const file = `${executor}.sh`
  writeFileSync(file, `exec ${call.map(quote).join(' ')}\n`, { mode: 0o600 })
  return { argv: ['sudo', '-n', '--', '/bin/sh', file], env: {}, endsWithInput: true }
}

/** Removes the kernel's work folder beside kept changes: it belongs to root, so another user cannot remove it. */
function removeWork({ mounts }: View): string {
  const kept = mounts.flatMap((mount) => (isOverlay(mount) && mount.changes !== null ? [`${mount.changes}/work`] : []))
  return kept.length === 0 ? '' : `rm -rf ${kept.map(quote).join(' ')}; `
}
