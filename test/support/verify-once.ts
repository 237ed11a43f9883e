/** Program for a test that kills it: one verification, as the command line makes it. */
import { verify } from '../../src/operations/verify/verify.ts'

const [repo = '', cacheDir = ''] = process.argv.slice(2)
const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
await verify({ repo, cacheDir, base: 'main' }, hooks)
