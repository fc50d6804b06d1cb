import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, chooseRunAs, findBinaries, giveTo, type RunAs } from './embeddedBinaries.ts'
import { type Folder, initialise, openFolder, readOrMakePassword } from './embeddedFolder.ts'
import { commandLine, processIdentity, readIfThere, stillRuns, withLock } from './embeddedLock.ts'

export interface EmbeddedOptions {
  /** Folder for everything the database keeps; made when it is not there. */
  dataDir: string
  log?: (message: string) => void
  /** PostgreSQL settings over the usual ones, such as `{ fsync: 'off' }` for a throw-away database. */
  settings?: Record<string, string>
  /** Replaces the ways of running PostgreSQL that are tried. */
  ways?: RunAs[]
}

export interface EmbeddedDatabase {
  /** Connects as the superuser to the database `porchlight`. */
  url: string
  port: number
  pid: number
  /** False where a live server of another process is shared: `stop` then leaves it running. */
  startedHere: boolean
  stop(): Promise<void>
}

interface Running {
  pid: number
  port: number
  child: ChildProcess | null
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Nobody replicates from the embedded server, and loading a county's parcels writes half the log without it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'on',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
}

/**
 * Starts PostgreSQL on `dataDir`, on a free loopback port, and answers when it accepts connections. A live
 * server on the same folder is shared; one whose starter has ended is taken over. Two starters at once wait
 * for each other. Should the server die it is started again on the same port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {})
  const folder = openFolder(options.dataDir)
  const binaries = findBinaries()
  const runAs = chooseRunAs(binaries, options.ways)
  const settings = { ...SETTINGS, ...options.settings }

  return withLock(folder.lock, 60_000, async () => {
    const password = readOrMakePassword(folder.password)
    if (!existsSync(folder.data)) initialise(folder, binaries, runAs, password)
    giveTo(runAs.owner, folder.data)
    let running = await findLive(folder)
    const owner = readIfThere(folder.owner)
    const startedHere = running === null || owner === null || !stillRuns(owner)
    if (running === null) running = await launch(folder, binaries, runAs, settings)
    else log(startedHere ? 'Took over the database server that was left running' : 'Sharing the running database')
    if (startedHere) writeFileSync(folder.owner, processIdentity(process.pid) ?? `${process.pid}`)
    const url = await ensureDatabase(running.port, password)
    if (!startedHere) return { url, port: running.port, pid: running.pid, startedHere, stop: async () => {} }
    return supervise(running, { folder, binaries, runAs, settings, log, url })
  })
}

/** The live server of this folder, once it is ready; what a dead one left in the way is removed. */
async function findLive(folder: Folder): Promise<Running | null> {
  const pidFile = path.join(folder.data, 'postmaster.pid')
  const left = readIfThere(pidFile)
  if (left === null) return null
  const pid = Number.parseInt(left, 10)
  if (processIdentity(pid) !== null && commandLine(pid).includes(folder.data)) {
    return { pid, port: await untilReady(folder, pid), child: null }
  }
  await untilDetached(left)
  rmSync(pidFile, { force: true })
  return null
}

/** Backends outlive a killed server for a moment, and must be gone before another server opens the same files. */
async function untilDetached(postmasterPid: string): Promise<void> {
  const segment = postmasterPid.split('\n')[6]?.trim().split(/\s+/)[1]
  const attached = () =>
    (readIfThere('/proc/sysvipc/shm') ?? '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .some((fields) => fields[1] === segment && Number(fields[6]) > 0)
  for (let tries = 0; segment !== undefined && attached(); tries += 1) {
    if (tries > 500)
      throw new Error('Processes of an earlier database server are still running: end them, then start again.')
    await sleep(20)
  }
}

async function launch(
  folder: Folder,
  binaries: Binaries,
  runAs: RunAs,
  settings: Record<string, string>,
  wishedPort?: number,
): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wishedPort ?? (await freePort())
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
      return { pid, port: await untilReady(folder, pid), child }
    } catch (error) {
      const said = readFileSync(folder.log).subarray(before).toString('utf8').trim()
      if (said.includes('could not bind') && wishedPort === undefined && attempt < 5) continue
      throw new Error(
        `The database did not start: ${said.split('\n').slice(-4).join(' ') || refusal || (error as Error).message}`,
        {
          cause: error,
        },
      )
    }
  }
}

/** Waits until the server with this pid says in its pid file that it is ready; answers the port it listens on. */
async function untilReady(folder: Folder, pid: number): Promise<number> {
  const giveUp = Date.now() + 120_000
  while (Date.now() < giveUp) {
    const lines = (readIfThere(path.join(folder.data, 'postmaster.pid')) ?? '').split('\n')
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return Number(lines[3])
    if (processIdentity(pid) === null) throw new Error('the server process ended')
    await sleep(10)
  }
  throw new Error(`The database server (process ${pid}) was not ready within two minutes; its log is ${folder.log}.`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function ensureDatabase(port: number, password: string): Promise<string> {
  const base = `postgres://postgres:${password}@127.0.0.1:${port}`
  const client = new pg.Client({ connectionString: `${base}/postgres`, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const known = await client.query("select 1 from pg_database where datname = 'porchlight'")
    if (known.rowCount === 0) await client.query('create database porchlight')
  } finally {
    await client.end()
  }
  return `${base}/porchlight`
}

interface Supervised {
  folder: Folder
  binaries: Binaries
  runAs: RunAs
  settings: Record<string, string>
  log: (message: string) => void
  url: string
}

function supervise(first: Running, how: Supervised): EmbeddedDatabase {
  let current = first
  let stopping: Promise<void> | null = null
  const restarts: number[] = []

  const watch = () => current.child?.once('exit', () => void restart().catch((error: Error) => how.log(error.message)))
  const restart = async () => {
    if (stopping !== null) return
    restarts.push(Date.now())
    if (restarts.filter((at) => at > Date.now() - 60_000).length > 20)
      throw new Error('The database keeps dying; its log is ' + how.folder.log)
    how.log('The database server ended unexpectedly; starting it again')
    await withLock(how.folder.lock, 60_000, async () => {
      const live = await findLive(how.folder)
      if (stopping === null) {
        current = live ?? (await launch(how.folder, how.binaries, how.runAs, how.settings, first.port))
      }
    })
    watch()
  }
  // The last chance when a process ends without a proper stop: a signal can still be sent, nothing awaited.
  const onExit = () => signal(current.pid, 'SIGINT')
  watch()
  process.once('exit', onExit)

  return {
    url: how.url,
    port: first.port,
    get pid() {
      return current.pid
    },
    startedHere: true,
    stop: () =>
      (stopping ??= (async () => {
        process.removeListener('exit', onExit)
        await withLock(how.folder.lock, 60_000, () => endServer(current.pid))
        rmSync(how.folder.owner, { force: true })
      })()),
  }
}

/** A fast shutdown, which writes everything down; one that takes too long is cut short and recovers at the next start. */
async function endServer(pid: number): Promise<void> {
  for (const [name, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name)
    for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp; await sleep(10)) {
      if (processIdentity(pid) === null) return
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended already, which is what was wanted.
  }
}
