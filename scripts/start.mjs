// `npm start`: installs missing packages, builds if necessary, and runs the server. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, node, projectEnvironment, root, serverFlags } from './install.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or later is required. This is Node ${major}.${minor}.`)

const builds = new AbortController()
const build = (key, print) => ensureBuilt(print, [key], builds.signal)
let web
try {
  ensureInstalled()
  web = build('web')
  await Promise.race([build('server'), web.then(() => new Promise(() => undefined))])
} catch (error) {
  builds.abort()
  fail(error.message)
}

// The server creates its database while the web client is built, and listens after the 'listen' message.
const script = path.join('dist/server/api/main.js')
const args = [...serverFlags, '--import', './scripts/endWithParent.mjs', script, '--listen-on-message']
const server = spawn(node, args, {
  cwd: root,
  env: projectEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  // Use a separate process group: otherwise Ctrl-C reaches the server twice, from the terminal and from the handler
  // below.
  detached: process.platform !== 'win32',
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
server.on('error', (error) => fail(`The server could not be started: ${error.message}`))
server.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)))
// The server can be used before the explorer is built.
server.on('message', () => build('explorer', () => undefined).catch(report))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
web.then(
  () => server.connected && server.send('listen'),
  (error) => {
    if (builds.signal.aborted) return
    report(error)
    // Ask the server to exit after it has created its database. A signal during the creation would leave PostgreSQL running.
    if (server.connected) server.send('end')
  },
)

// When npm or its shell is killed, this process receives no signal, only a new parent process. Check for that.
const initialAncestors = ancestors()
setInterval(() => ancestors() !== initialAncestors && stop('SIGTERM'), 250).unref()

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

function stop(signal) {
  builds.abort()
  server.kill(signal)
}

/** Prints why a build failed, unless it was stopped. */
function report(error) {
  if (!builds.signal.aborted) console.error(error.message)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
