/** Meson: as CMake, since `meson test` names no source of a test. */
import { posix } from 'node:path'
import { cmake, MESON } from './cmake.ts'
import type { Project, Runner } from './runner.ts'

/** How many files of Meson are searched for tests. */
const MAX_LOOKED_INTO = 50

export const meson: Runner = {
  ...cmake,
  name: 'Meson',
  program: 'meson',
  isCommand: (command) => command.includes(MESON),
  detect,
}

function detect({ files, read }: Project) {
  const builds = files.filter((path) => posix.basename(path) === 'meson.build' && !path.startsWith('subprojects/'))
  const isTested = builds.slice(0, MAX_LOOKED_INTO).some((path) => /^\s*test\s*\(/m.test(read(path) ?? ''))
  if (!files.includes('meson.build') || !isTested || !files.some(cmake.isTestFile)) return null
  return {
    directory: '.',
    command: `node {assets}/${MESON} {reports}/meson.ndjson {timeout} {files}`,
    reports: ['{reports}/meson.ndjson'],
    why: 'Meson, because a meson.build adds tests',
    isNamed: true,
  }
}
