import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, chownRecursively, type RunAs } from './embeddedBinaries.ts'
import type { DataFolder } from './embeddedFolder.ts'
import { processIdentity, readIfExists } from './fileLock.mjs'

/** A database cluster on disk and how to run a server on it. */
export interface Cluster {
  folder: DataFolder
  binaries: Binaries
  runAs: RunAs
  settings: Record<string, string>
}

export interface RunningServer {
  pid: number
  port: number
}

/** The running server of this folder, once it is ready; null if there is none. Removes the pid file of a dead server. */
export async function findRunningServer(folder: DataFolder): Promise<RunningServer | null> {
  const pidFile = path.join(folder.data, 'postmaster.pid')
  const content = readIfExists(pidFile)
  if (content === null) return null
  const pid = Number.parseInt(content, 10)
  if (processIdentity(pid) !== null && commandLine(pid).includes(folder.data)) {
    return { pid, port: await waitUntilReady(folder, pid) }
  }
  await waitUntilDetached(content)
  rmSync(pidFile, { force: true })
  return null
}

/** The command line of a running process; '' if it cannot be read. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const [command, ...args] =
      process.platform === 'win32'
        ? [
            'powershell',
            '-NoProfile',
            '-Command',
            `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`,
          ]
        : ['ps', '-o', 'command=', '-p', `${pid}`]
    return execFileSync(command!, args, { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * Waits until no process uses the shared memory of a killed server. Its backends run on for a moment, and must end before
 * another server opens the same files.
 */
async function waitUntilDetached(pidFileContent: string): Promise<void> {
  const segment = pidFileContent.split('\n')[6]?.trim().split(/\s+/)[1]
  const attached = () =>
    (readIfExists('/proc/sysvipc/shm') ?? '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .some((fields) => fields[1] === segment && Number(fields[6]) > 0)
  for (let tries = 0; segment !== undefined && attached(); tries += 1) {
    if (tries > 500)
      throw new Error('Processes of an earlier database server are still running. End them, then start again.')
    await sleep(20)
  }
}

/** Starts the server on `preferredPort` or a free port, and resolves when it is ready. */
export async function launchServer(
  { folder, binaries, runAs, settings }: Cluster,
  preferredPort?: number,
): Promise<RunningServer> {
  chownRecursively(runAs.owner, folder.data)
  for (let attempt = 1; ; attempt += 1) {
    const port = preferredPort ?? (await findFreePort())
    const logFile = openSync(folder.log, 'a', 0o600)
    if (fstatSync(logFile).size > 10_000_000) ftruncateSync(logFile)
    const logSize = fstatSync(logFile).size
    const options = Object.entries({ ...settings, port: `${port}` }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const [command, ...args] = [...runAs.prefix, binaries.postgres, '-D', folder.data, ...options] as [
      string,
      ...string[],
    ]
    // Detached, because Ctrl-C signals the whole foreground group and the database must run until the last request ends.
    const child = spawn(command, args, {
      ...runAs.spawnAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', logFile, logFile],
    })
    // If spawning fails, the child has no pid, so waitUntilReady throws; only this event has the reason.
    let spawnError = ''
    child.once('error', (error) => (spawnError = error.message))
    const pid = child.pid ?? 0
    child.unref()
    closeSync(logFile)
    try {
      return { pid, port: await waitUntilReady(folder, pid) }
    } catch (error) {
      const output = readFileSync(folder.log).subarray(logSize).toString('utf8').trim()
      if (output.includes('could not bind') && preferredPort === undefined && attempt < 5) continue
      const reason = output.split('\n').slice(-4).join(' ') || spawnError || (error as Error).message
      throw new Error(`The database did not start: ${reason}`, { cause: error })
    }
  }
}

/** Waits until the pid file reports that the server with this pid is ready, and returns its port. */
async function waitUntilReady(folder: DataFolder, pid: number): Promise<number> {
  const deadline = Date.now() + 120_000
  while (Date.now() < deadline) {
    const lines = (readIfExists(path.join(folder.data, 'postmaster.pid')) ?? '').split('\n')
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return Number(lines[3])
    if (processIdentity(pid) === null) throw new Error('the server process ended')
    await sleep(10)
  }
  throw new Error(`The database server (process ${pid}) was not ready within two minutes; its log is ${folder.log}.`)
}

/**
 * A loopback port that is not in use. It is below the range for outgoing connections, so that a server that restarts can
 * bind the same port again.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      ['EADDRINUSE', 'EACCES'].includes(error.code ?? '') ? resolve(false) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Stops the server with a fast shutdown, or by force if that takes too long; then the next start recovers from the WAL. */
export async function stopServer(pid: number): Promise<void> {
  for (const [name, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    sendSignal(pid, name)
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(10)) {
      if (processIdentity(pid) === null) return
    }
  }
}

/** Sends a signal to a process that may have ended already. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended already.
  }
}
