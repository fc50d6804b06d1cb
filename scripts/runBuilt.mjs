// `npm run backup` and the other commands for an installation: runs dist/server/scripts/NAME.js, which needs only what the server
// needs. Plain JavaScript for Node 20.
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, root } from './install.mjs'
import { runProgram } from './runProgram.mjs'

const [name, ...args] = process.argv.slice(2)
try {
  // Standard output is the command's own: it may be a file.
  await ensureInstalled('run', console.error)
  await ensureBuilt(console.error, ['server'])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
runProgram([path.join(root, 'dist/server/scripts', `${name}.js`), ...args])
