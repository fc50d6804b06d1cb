// `npm run backup` and the other commands for an installation: runs dist/server/scripts/NAME.js, which needs only what the server
// needs. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { node, projectEnvironment, root } from './install.mjs'

const [name, ...args] = process.argv.slice(2)
try {
  // Standard output is the command's own: it may be a file.
  await ensureBuilt(console.error, ['server'])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const command = spawn(node, [path.join(root, 'dist/server/scripts', `${name}.js`), ...args], {
  env: projectEnvironment(),
  stdio: 'inherit',
})
// Ctrl-C signals the whole process group, and the command decides how it ends.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
command.on('exit', (code, signal) => (process.exitCode = code ?? 128 + (os.constants.signals[signal] ?? 0)))
