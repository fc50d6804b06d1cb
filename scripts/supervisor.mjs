// Runs the server and restarts it when it dies. Plain JavaScript for Node 20, because `npm start` begins with it.
import { spawn } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverFlags } from './serverFlags.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const script = path.join('dist', 'server', 'api', 'main.js')

/** Waits between restarts; the last one is repeated. */
const delaysMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
/** Deaths after which it is not restarted any more, unless it ran for `stableMs` in between. */
const maxDeaths = 10
const stableMs = 10 * 60_000

/**
 * Starts the server with the program `node`, and restarts it when it dies after it has listened once: after one second at first,
 * then less and less often. `mayListen` resolves when it may listen, and rejects if it must end. `onListening` is called each
 * time it listens, `onEnd` with the exit code when it has ended for good. Returns how to stop it: with a signal.
 */
export function superviseServer({
  node,
  env,
  mayListen,
  onListening = () => {},
  onEnd,
  print = console.error,
  delays = delaysMs,
}) {
  let deaths = 0
  let hasListened = false
  let isStopping = false
  let timer
  let server
  start()
  return {
    stop(signal) {
      isStopping = true
      if (timer) onEnd(0)
      clearTimeout(timer)
      server.kill(signal)
    },
  }

  function start() {
    timer = undefined
    const startedAt = performance.now()
    const args = [...serverFlags(env, folder), '--import', './scripts/endWithParent.mjs', script, '--listen-on-message']
    server = spawn(node, args, {
      cwd: folder,
      env,
      // Use a separate process group: otherwise Ctrl-C reaches the server twice, from the terminal and from its parent.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const child = server
    mayListen.then(
      () => child.connected && child.send('listen'),
      // It ends after it has created its database. A signal during the creation would leave PostgreSQL running.
      () => child.connected && child.send('end'),
    )
    child.on('message', () => {
      hasListened = true
      onListening()
    })
    child.once('error', (error) => {
      print(`The server could not be started: ${error.message}`)
      onEnd(1)
    })
    child.once('exit', (code, signal) => handleExit(code, signal, performance.now() - startedAt))
  }

  function handleExit(code, signal, ranMs) {
    const exitCode = code ?? 128 + (os.constants.signals[signal] ?? 0)
    if (isStopping || code === 0 || !hasListened) return onEnd(exitCode)
    deaths = ranMs > stableMs ? 1 : deaths + 1
    const reason = `The server ended: ${describeExit(code, signal)}`
    if (deaths > maxDeaths) {
      print(`${reason} It has ended ${deaths} times, so it is not restarted.`)
      return onEnd(exitCode)
    }
    const delayMs = delays[Math.min(deaths, delays.length) - 1]
    print(`${reason} It is restarted in ${delayMs / 1000} s (${deaths} of ${maxDeaths}).`)
    timer = setTimeout(start, delayMs)
  }
}

function describeExit(code, signal) {
  if (signal === 'SIGKILL') return 'it was killed (SIGKILL), perhaps by the system because memory ran out.'
  if (signal === 'SIGABRT' || code === 134)
    return 'Node aborted it; the reason is above, most often the memory (SIGABRT).'
  return signal ? `it was ended by ${signal}.` : `an error, see above (exit code ${code}).`
}

// In the image, this is the program that runs.
if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const supervised = superviseServer({
    node: process.execPath,
    env: process.env,
    mayListen: Promise.resolve(),
    onEnd: (code) => process.exit(code),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => supervised.stop(signal === 'SIGHUP' ? 'SIGTERM' : signal))
}
