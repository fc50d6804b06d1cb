// `npm start`: installs missing packages, builds if necessary, and runs the server. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, node, projectEnvironment, root } from './install.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or later is required. This is Node ${major}.${minor}.`)

try {
  ensureInstalled()
  await ensureBuilt()
} catch (error) {
  fail(error.message)
}

const server = spawn(node, ['--import', './scripts/endWithParent.mjs', path.join('dist/server/api/main.js')], {
  cwd: root,
  env: projectEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  // Use a separate process group: otherwise Ctrl-C reaches the server twice, from the terminal and from the handler
  // below.
  detached: process.platform !== 'win32',
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
server.on('error', (error) => fail(`The server could not be started: ${error.message}`))
server.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))

// When npm or its shell is killed, this process receives no signal, only a new parent process. Check for that.
const initialAncestors = ancestors()
setInterval(() => ancestors() !== initialAncestors && server.kill('SIGTERM'), 250).unref()

/** The ids of the parent and grandparent process: npm runs scripts in a shell in between. */
function ancestors() {
  if (process.env.npm_lifecycle_event === undefined) return ''
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return `${process.ppid}`
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
