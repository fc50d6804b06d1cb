// `npm start`: installs missing packages, builds if necessary, and runs the server. Plain JavaScript for Node 20.
import { stopWithAncestors } from './ancestors.mjs'
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

stopWithAncestors(() => stop('SIGTERM'))

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
