/** Builds a view with bubblewrap, the fastest tool: https://github.com/containers/bubblewrap */
import { lstatSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { quote } from '../runners/runner.ts'
import { type MountedView, mountOverlays } from './overlay.ts'
import { type Privilege, setPrivileges, startAs, type UserIds } from './privilege.ts'
import { INSIDE, isBelow, type Launcher, toPrlimit, type View } from './view.ts'

/** Bytes of a hidden folder, which contains at most mount points. */
const HIDDEN_BYTES = 65_536
/** Graphics processors and virtual machines, for tests that use them. */
const DEVICE = /^(?:nvidia.*|dri|kfd|kvm|dxg)$/

/** @param executor an empty folder of this machine, for mount points */
export function bubblewrap(command: string, view: View, executor: string, identity: UserIds): Launcher {
  const { privilege } = identity
  const { script, mounts } = mountOverlays(view, executor, privilege)
  const argv = ['bwrap', ...namespaces(privilege, identity), ...places(view, mounts)]
  const inner = [
    ...toPrlimit(view.limits),
    ...setPrivileges(identity, 'bubblewrap'),
    ...INSIDE,
    view.directory,
    command,
  ]
  const whole = [...argv, '--chdir', '/', '--', ...inner]
  if (script.length === 0) return startAs(identity, whole, view, executor)
  // bubblewrap refuses capabilities unless it got them by being setuid.
  const drop = privilege === 'user' ? ['setpriv', '--inh-caps=-all', '--ambient-caps=-all', '--'] : []
  const text = [...script, 'cd /', `exec ${[...drop, ...whole].map(quote).join(' ')}`].join('\n')
  const own = privilege === 'user' ? ['--user', '--map-current-user', '--keep-caps', '--mount'] : ['--mount']
  return startAs(identity, ['unshare', ...own, '--', '/bin/sh', '-c', text], view, executor)
}

function namespaces(privilege: Privilege, { uid, gid }: UserIds): readonly string[] {
  const own = ['--die-with-parent', '--as-pid-1', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
  // Without a user namespace the program inside still has to become the user.
  const become = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])
  if (privilege === 'sudo') return [...own, '--cap-drop', 'ALL', ...become]
  return [...own, '--unshare-user', '--uid', `${uid}`, '--gid', `${gid}`, '--cap-drop', 'ALL']
}

function places({ hidden, network, limits }: View, mounts: MountedView['mounts']): readonly string[] {
  const isFolder = (path: string) => lstatSync(path).isDirectory()
  return [
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...['--ro-bind', '/', '/', '--dev', '/dev', ...devices()],
    // Inside, root may write what the kernel lets root write: process settings stay read-only.
    ...['--proc', '/proc', '--ro-bind', '/proc/sys', '/proc/sys'],
    ...['--size', `${limits.sharedBytes}`, '--perms', '1777', '--tmpfs', '/dev/shm'],
    ...hidden.flatMap((path) =>
      isFolder(path)
        ? ['--size', `${HIDDEN_BYTES}`, '--perms', '0755', '--tmpfs', path]
        : ['--ro-bind', '/dev/null', path],
    ),
    ...foldersAbove(
      mounts.map(({ at }) => at),
      [...hidden, '/dev/shm'],
    ).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...mounts.flatMap(({ kind, from, at }) => [kind === 'read' ? '--ro-bind' : '--bind', from, at]),
    ...hidden
      .filter(isFolder)
      .filter((path) => !mounts.some(({ at }) => at === path))
      .flatMap((path) => ['--remount-ro', path]),
  ]
}

const devices = () =>
  readdirSync('/dev')
    .filter((name) => DEVICE.test(name))
    .flatMap((name) => ['--dev-bind-try', `/dev/${name}`, `/dev/${name}`])

/** Creates mount points within hidden folders. Ours, because only root could enter those that bubblewrap creates. */
function foldersAbove(places: readonly string[], empty: readonly string[]): readonly string[] {
  const above = new Set<string>()
  for (const place of places) {
    for (let folder = dirname(place); empty.some((root) => isBelow(folder, root)); folder = dirname(folder))
      above.add(folder)
  }
  return [...above].toSorted()
}
