/** Errors of files and disks: too large, in the way, or not writable. */
import { GateError } from '../model/errors.ts'
import { advise } from '../model/suggestion.ts'

const FREE_SPACE = 'Free some space, or set TDD_GATE_CACHE to a folder'

export function noSpaceLeft(message: string, cause?: unknown): GateError {
  return new GateError('disk-full', message, `${FREE_SPACE} with more.`, cause)
}

export function gitCannotWrite(message: string): GateError {
  return new GateError('disk-full', message, `${FREE_SPACE} on another disk.`)
}

export function scratchNotWritable(path: string, cause: unknown): GateError {
  const message = `Cannot write the scratch folder ${path}: ${(cause as Error).message}`
  return new GateError('disk-full', message, 'Set TDD_GATE_CACHE to a writable folder with free space.', cause)
}

export function cacheInsideRepository(cache: string, repository: string): GateError {
  return new GateError(
    'bad-usage',
    `The cache folder ${cache} is inside the repository ${repository}.`,
    'Set TDD_GATE_CACHE to a folder outside of it: tests must not find the working tree.',
  )
}

export function fileTooLarge(path: string, maxBytes: number, advice = 'Make it smaller.'): GateError {
  return new GateError('limit-exceeded', `${path} is larger than ${maxBytes} bytes.`, advice)
}

export function tooManyFiles(count: number, max: number): GateError {
  return new GateError('limit-exceeded', `${count} files, more than the limit of ${max}`, 'Name fewer.')
}

export function pipeTooLong(maxBytes: number): GateError {
  return new GateError('limit-exceeded', `more than ${maxBytes} bytes on stdin`, 'Name a file.')
}

export function fileExists(path: string, advice: string): GateError {
  return new GateError('file-exists', `${path} exists, and tdd-gate does not overwrite it.`, advice)
}

/** A list or plan that a person keeps under the name of ours. */
export function documentOfOthers(path: string): GateError {
  const advice = advise('Keep yours under another name, then repeat', `mv ${path} ${path.replace('.md', '.old.md')}`)
  return new GateError('file-exists', `tdd-gate did not write ${path}, so it does not overwrite it.`, advice)
}

/** A script of another language, or JSON with comments. */
export function cannotExtend(path: string): GateError {
  return new GateError(
    'file-exists',
    `${path} has a form that init cannot extend.`,
    `Move ${path} aside, call init again, and put its content back.`,
  )
}

export function fileIsLink(path: string): GateError {
  return new GateError(
    'file-exists',
    `${path} is a link; tdd-gate does not write through links.`,
    `Replace ${path} with a regular file.`,
  )
}

export function endlessBlock(path: string): GateError {
  return new GateError(
    'file-exists',
    `${path} has a tdd-gate block without an end.`,
    `Remove the line \`<!-- tdd-gate -->\` from ${path}.`,
  )
}
