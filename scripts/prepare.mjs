// `npm install git+...` and `npm pack` run this: the command is built where what builds it is installed. A production
// installation has no builder, and needs no build to run the App.
import { createRequire } from 'node:module'

if (canBuild()) await import('./build.ts').then(({ buildHere }) => buildHere())

function canBuild() {
  try {
    return createRequire(import.meta.url).resolve('rolldown') !== ''
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return false
    throw error
  }
}
