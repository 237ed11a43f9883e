/** `actions/setup-node`: the Node that is here, which has to be the one asked for. Left out: every other version, caches, registries. */
import { dirname } from 'node:path'
import type { StandIn } from './index.ts'

const MAJOR = /^[v^~>=]*(\d+)/

export const setupNode: StandIn = {
  inputs: {
    'node-version': '',
    'node-version-file': '',
    architecture: '',
    'check-latest': 'false',
    'registry-url': '',
    scope: '',
    token: '',
    cache: '',
    'package-manager-cache': 'false',
    'cache-dependency-path': '',
  },
  run: async ({ state, inputs }) => {
    const [, major] = MAJOR.exec(inputs['node-version'] ?? '') ?? []
    const [here] = process.versions.node.split('.')
    if (major !== undefined && major !== here)
      throw new Error(`Unable to find Node version '${inputs['node-version']}' for platform linux: there is ${here}.`)
    state.path.unshift(dirname(process.execPath))
    return { 'node-version': process.version, 'cache-hit': 'false' }
  },
}
