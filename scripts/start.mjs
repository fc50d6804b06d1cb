// `npm start`: installs missing packages, builds if necessary, and runs the server. Plain JavaScript for Node 20.
import { readFileSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, node, projectEnvironment } from './install.mjs'
import { superviseServer } from './supervisor.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node 20 or later is required. This is Node ${major}.${minor}.`)

const builds = new AbortController()
const build = (key, print) => ensureBuilt(print, [key], builds.signal)
let web
try {
  await ensureInstalled('run', console.log, builds.signal)
  web = build('web')
  await Promise.race([build('server'), web.then(() => new Promise(() => undefined))])
} catch (error) {
  builds.abort()
  fail(error.message)
}

// The server creates its database while the web client is built, and listens afterwards.
web.catch((error) => report(error))
const supervised = superviseServer({
  node,
  env: projectEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
  mayListen: web,
  // The server can be used before the explorer is installed and built.
  onListening: () => prepareExplorer().catch(report),
  onEnd: (code) => process.exit(code),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))

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

async function prepareExplorer() {
  const quiet = () => undefined
  await ensureInstalled('explorer', quiet, builds.signal)
  await build('explorer', quiet)
}

function stop(signal) {
  builds.abort()
  supervised.stop(signal)
}

/** Prints why a build failed, unless it was stopped. */
function report(error) {
  if (!builds.signal.aborted) console.error(error.message)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
