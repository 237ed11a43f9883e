/** Mounts the overlays of a view, by a shell script that runs in a mount namespace of its own. */

import { quote } from '../runners/runner.ts'
import type { Privilege } from './privilege.ts'
import { isOverlay, type Mount, type View } from './view.ts'

/** A view whose overlays are mounted: they appear as plain folders of the namespace. */
export interface MountedView {
  /** Lines of the script; none where there is nothing to mount. */
  readonly script: readonly string[]
  readonly mounts: readonly Exclude<Mount, { readonly kind: 'overlay' }>[]
}

/**
 * Writes the script. Every program that it starts costs a millisecond or two, so it starts few. `unshare` has made all
 * mounts private.
 * @param executor an empty folder of this machine: within the namespace it contains the overlays
 */
export function mountOverlays({ mounts }: View, executor: string, privilege: Privilege): MountedView {
  const overlays = mounts.filter(isOverlay)
  if (overlays.length === 0) return { script: [], mounts: mounts.filter((mount) => mount.kind !== 'overlay') }
  const folders = overlays.map(({ changes }, index) => getFolders(changes, `${executor}/${index}`))
  const script = [
    'set -e',
    `mount -t tmpfs -o mode=700 tmpfs ${quote(executor)}`,
    `mkdir -p ${folders.flatMap(({ all, upper, work }) => [all, upper, work].map(quote)).join(' ')}`,
    ...overlays.flatMap(({ from }, index) => mountOne(from, folders[index] as Folders, privilege)),
  ]
  return { script, mounts: mounts.flatMap((mount) => toPlain(mount, overlays, executor)) }
}

interface Folders {
  readonly all: string
  readonly upper: string
  readonly work: string
}

function getFolders(changes: string | null, at: string): Folders {
  const kept = changes ?? at
  return { all: `${at}/all`, upper: `${kept}/upper`, work: `${kept}/work` }
}

function mountOne(from: readonly string[], { all, upper, work }: Folders, privilege: Privilege): readonly string[] {
  const lower = from.map((path) => escapeOption(path).replaceAll(':', '\\:')).join(':')
  const changes = `upperdir=${escapeOption(upper)},workdir=${escapeOption(work)}`
  const options = `lowerdir=${lower},${changes}${privilege === 'user' ? ',userxattr' : ''}`
  const mount = `mount -t overlay -o ${quote(options)} overlay ${quote(all)}`
  // Root creates the overlay for another user: without this its top would belong to root.
  return privilege === 'sudo' ? [`chown --reference=${quote(from[0] ?? '')} ${quote(upper)}`, mount] : [mount]
}

/** Commas separate the options. Colons separate the lower folders only: anywhere else they stand for themselves. */
const escapeOption = (path: string) => path.replaceAll(/[\\,]/g, '\\$&')

function toPlain(mount: Mount, overlays: readonly Mount[], executor: string): MountedView['mounts'] {
  if (!isOverlay(mount)) return [mount]
  const all = `${executor}/${overlays.indexOf(mount)}/all`
  if (mount.parts === null) return [{ kind: 'write', from: all, at: mount.at }]
  return mount.parts.map((part) => ({ kind: 'write', from: `${all}/${part}`, at: `${mount.at}/${part}` }))
}
