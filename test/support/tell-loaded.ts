/** For `node --import`: writes the address of every module that node loads to stderr, one a line. */
const CODE = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context) } })`

/** Without a blank, so that it fits into NODE_OPTIONS too. */
export const TELL_LOADED = `data:text/javascript,${encodeURIComponent(CODE)}`
