/** Builds a view with the tools of every Linux: unshare, mount, setpriv and prlimit of util-linux. */
import { lstatSync } from 'node:fs'
import { quote } from '../runners/runner.ts'
import { type MountedView, mountOverlays } from './overlay.ts'
import { setPrivileges, startAs, type UserIds } from './privilege.ts'
import { INSIDE, type Launcher, toPrlimit, type View } from './view.ts'

const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
/** Settings of the machine that user id 0 could write. */
const PROCESS_SETTINGS = ['sys', 'sysrq-trigger', 'irq', 'bus']

/** @param executor an empty folder of this machine, for mount points */
export function unshare(command: string, view: View, executor: string, identity: UserIds): Launcher {
  const { privilege } = identity
  const overlays = mountOverlays(view, executor, privilege)
  const first = ['set -e', `mount -t tmpfs -o mode=700 tmpfs ${quote(executor)}`]
  const inner = [...toPrlimit(view.limits), ...setPrivileges(identity, 'unshare'), ...INSIDE, view.directory, command]
  const script = [
    ...(overlays.script.length === 0 ? first : overlays.script),
    ...holdOn(overlays.mounts, executor),
    // A later mount may cover the executor's folder.
    `exec 9<${quote(`${executor}/held`)}`,
    ...readOnly(executor),
    ...devices(view, executor),
    ...settings(),
    ...view.hidden.map(hide),
    ...overlays.mounts.flatMap(show),
    'exec 9<&-',
    ...view.hidden
      .filter(isFolder)
      .filter((path) => !overlays.mounts.some(({ at }) => at === path))
      .map((path) => `mount -o remount,ro none ${quote(path)}`),
    ...(view.network === 'none' ? ['ip link set lo up 2>/dev/null || true'] : []),
    `exec ${inner.map(quote).join(' ')}`,
  ].join('\n')
  const user = privilege === 'user' ? ['--user', '--map-current-user', '--keep-caps'] : []
  const network = view.network === 'none' ? ['--net'] : []
  const own = ['--mount', '--pid', '--fork', '--kill-child=KILL', '--mount-proc', '--ipc', '--uts']
  const argv = [
    'setpriv',
    '--pdeathsig',
    'KILL',
    '--',
    'unshare',
    ...user,
    ...own,
    ...network,
    '--',
    '/bin/sh',
    '-c',
    script,
  ]
  return startAs(identity, argv, view, executor)
}

const isFolder = (path: string) => lstatSync(path).isDirectory()

/** Binds the visible paths to the executor's folder first: later mounts cover their own places. */
function holdOn(mounts: MountedView['mounts'], executor: string): readonly string[] {
  const held = `${executor}/held`
  return [
    `mkdir ${quote(held)}`,
    ...mounts.flatMap(({ from }, index) => [
      `if [ -d ${quote(from)} ]; then mkdir ${quote(`${held}/${index}`)}; else : > ${quote(`${held}/${index}`)}; fi`,
      `mount --rbind ${quote(from)} ${quote(`${held}/${index}`)}`,
    ]),
  ]
}

/** util-linux before 2.39 cannot do it in one call; flags that the kernel has locked must be repeated. */
const readOnly = (executor: string) => [
  `while read -r _ _ _ _ at flags _; do at=$(printf %b "$at"); case "$at" in ${quote(executor)}*|/proc|/proc/*|/dev|/dev/*) continue;; esac; case ",$flags," in *,ro,*) continue;; esac; mount -o "remount,bind,ro,$(echo "$flags" | sed 's/^rw,*//')" none "$at" 2>/dev/null || [ ! -e "$at" ] || [ ! -w "$at" ] || { echo "$at cannot be made read-only" >&2; exit 125; }; done < /proc/self/mountinfo`,
]

function devices({ limits }: View, executor: string): readonly string[] {
  const dev = quote(`${executor}/dev`)
  return [
    `mkdir ${dev}; mount -t tmpfs -o mode=755,size=64k tmpfs ${dev}; cd ${dev}`,
    `for d in ${DEVICES.join(' ')}; do : > $d; mount --bind /dev/$d $d; done`,
    'for d in /dev/nvidia* /dev/kfd /dev/kvm /dev/dxg; do [ -c "$d" ] || continue; : > "${d##*/}"; mount --bind "$d" "${d##*/}"; done',
    'if [ -d /dev/dri ]; then mkdir dri; mount --rbind /dev/dri dri; fi',
    'ln -s /proc/self/fd fd; ln -s fd/0 stdin; ln -s fd/1 stdout; ln -s fd/2 stderr; mkdir pts shm',
    'mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts pts; ln -s pts/ptmx ptmx',
    `mount -t tmpfs -o mode=1777,size=${limits.sharedBytes} tmpfs shm; cd /; mount --rbind ${dev} /dev`,
  ]
}

const settings = () => [
  `for d in ${PROCESS_SETTINGS.join(' ')}; do if [ -e /proc/$d ]; then mount --bind /proc/$d /proc/$d; mount -o remount,bind,ro,nosuid,nodev,noexec none /proc/$d; fi; done`,
]

function hide(path: string): string {
  if (!isFolder(path)) return `mount --bind /dev/null ${quote(path)}`
  return `mount -t tmpfs -o mode=755,size=64k tmpfs ${quote(path)}`
}

/** A mount may have covered the executor's folder by now: its descriptor still leads there. */
function show({ kind, at }: MountedView['mounts'][number], index: number): readonly string[] {
  const held = `/proc/self/fd/9/${index}`
  const place = quote(at)
  return [
    `if [ -d ${held} ]; then mkdir -p ${place}; elif [ ! -e ${place} ]; then mkdir -p "$(dirname ${place})"; : > ${place}; fi`,
    `mount --rbind ${held} ${place}`,
    ...(kind === 'read' ? [`mount -o remount,bind,ro none ${place}`] : []),
  ]
}
