import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, chownRecursively, type RunAs } from './embeddedBinaries.ts'
import type { DataFolder } from './embeddedFolder.ts'
import { commandLine, processIdentity, readIfExists } from './embeddedLock.ts'

/** A cluster on disk and how to run a server on it. */
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

/** The live server of this folder, once it is ready; what a dead one left in the way is removed. */
export async function findRunningServer(folder: DataFolder): Promise<RunningServer | null> {
  const pidFile = path.join(folder.data, 'postmaster.pid')
  const left = readIfExists(pidFile)
  if (left === null) return null
  const pid = Number.parseInt(left, 10)
  if (processIdentity(pid) !== null && commandLine(pid).includes(folder.data)) {
    return { pid, port: await waitUntilReady(folder, pid) }
  }
  await waitUntilDetached(left)
  rmSync(pidFile, { force: true })
  return null
}

/** Backends outlive a killed server for a moment, and must be gone before another server opens the same files. */
async function waitUntilDetached(postmasterPid: string): Promise<void> {
  const segment = postmasterPid.split('\n')[6]?.trim().split(/\s+/)[1]
  const attached = () =>
    (readIfExists('/proc/sysvipc/shm') ?? '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .some((fields) => fields[1] === segment && Number(fields[6]) > 0)
  for (let tries = 0; segment !== undefined && attached(); tries += 1) {
    if (tries > 500)
      throw new Error('Processes of an earlier database server are still running: end them, then start again.')
    await sleep(20)
  }
}

/** Starts the server, on `wishedPort` or a free one, and answers when it is ready. */
export async function launchServer(
  { folder, binaries, runAs, settings }: Cluster,
  preferredPort?: number,
): Promise<RunningServer> {
  chownRecursively(runAs.owner, folder.data)
  for (let attempt = 1; ; attempt += 1) {
    const port = preferredPort ?? (await findFreePort())
    const output = openSync(folder.log, 'a', 0o600)
    if (fstatSync(output).size > 10_000_000) ftruncateSync(output)
    const before = fstatSync(output).size
    const options = Object.entries({ ...settings, port: `${port}` }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const [command, ...args] = [...runAs.prefix, binaries.postgres, '-D', folder.data, ...options] as [
      string,
      ...string[],
    ]
    // Detached: Ctrl-C reaches the whole foreground group, and the database must outlive the last request.
    const child = spawn(command, args, {
      ...runAs.spawnAs,
      cwd: '/',
      detached: true,
      stdio: ['ignore', output, output],
    })
    // A process that cannot be made says so by an event and has no pid, which untilReady then finds not running.
    let refusal = ''
    child.once('error', (error) => (refusal = error.message))
    const pid = child.pid ?? 0
    child.unref()
    closeSync(output)
    try {
      return { pid, port: await waitUntilReady(folder, pid) }
    } catch (error) {
      const errorOutput = readFileSync(folder.log).subarray(before).toString('utf8').trim()
      if (errorOutput.includes('could not bind') && preferredPort === undefined && attempt < 5) continue
      throw new Error(
        `The database did not start: ${errorOutput.split('\n').slice(-4).join(' ') || refusal || (error as Error).message}`,
        {
          cause: error,
        },
      )
    }
  }
}

/** Waits until the server with this pid says in its pid file that it is ready; answers the port it listens on. */
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
 * A loopback port that nobody listened on a moment ago. It lies below those that systems give to outgoing
 * connections, so that whoever gives it up for a moment can have it again.
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

/** A fast shutdown, which writes everything down; one that takes too long is cut short and recovers at the next start. */
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
    // It has ended already, which is what was wanted.
  }
}
