/** A report of its own for each process: a command may start one script several times, and each gets the same path. */
const { closeSync, openSync } = require('node:fs')

/** Creates an empty file: that of the path, or the first free one of `name-2.ending`, `name-3.ending`, ... */
const ownFile = (path) => (isCreated(path) ? path : numberedFile(path, 2))

/** Creates the first free file of `name-1.ending`, `name-2.ending`, ... beside the path. */
function numberedFile(path, first = 1) {
  const [, name, ending = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(path)
  for (let number = first; ; number += 1) {
    const own = `${name}-${number}${ending}`
    if (isCreated(own)) return own
  }
}

function isCreated(path) {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

module.exports = { numberedFile, ownFile }
