import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseRunAs, findBinaries, type RunAs } from './embeddedBinaries.ts'
import { initializeCluster, prepareDataFolder, readOrCreatePassword } from './embeddedFolder.ts'
import { processIdentity, readIfExists, isStillRunning, withLock } from './embeddedLock.ts'
import {
  type Cluster,
  stopServer,
  findRunningServer,
  launchServer,
  type RunningServer,
  sendSignal,
} from './embeddedServer.ts'

export interface EmbeddedOptions {
  /** Folder for everything the database keeps; made when it is not there. */
  dataDir: string
  log?: (message: string) => void
  /** PostgreSQL settings over the usual ones, such as `{ fsync: 'off' }` for a throw-away database. */
  settings?: Record<string, string>
  /** Replaces the ways of running PostgreSQL that are tried. */
  runAsCandidates?: RunAs[]
}

export interface EmbeddedDatabase {
  /** Connects as the superuser to the database `porchlight`. */
  url: string
  port: number
  /** Another one after the server had to be started again. */
  readonly pid: number
  /** False while a live server of another process is shared: `stop` then leaves it running. */
  readonly startedHere: boolean
  stop(): Promise<void>
}

const defaultSettings: Record<string, string> = {
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
  // A new log is planned for as if it were empty until it is first analysed: seconds, not the usual minute.
  autovacuum_naptime: '5s',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
}

/** How often a server is looked after, in milliseconds. */
const watchIntervalMs = 100

/**
 * Starts PostgreSQL on `dataDir`, on a free loopback port, and answers when it accepts connections. A live
 * server on the same folder is shared; one whose starter has ended is taken over. Two starters at once wait
 * for each other. Should the server end before `stop`, it is started again on the same port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {})
  const folder = prepareDataFolder(options.dataDir)
  const binaries = findBinaries()
  const runAs = chooseRunAs(binaries, options.runAsCandidates)
  const cluster: Cluster = { folder, binaries, runAs, settings: { ...defaultSettings, ...options.settings } }

  return withLock(folder.lock, 60_000, async () => {
    const password = readOrCreatePassword(folder.password)
    if (!existsSync(folder.data)) initializeCluster(folder, binaries, runAs, password)
    const live = await findRunningServer(folder)
    const running = live ?? (await launchServer(cluster))
    const startedHere = claimServer(cluster, live !== null)
    if (live) log(startedHere ? 'Took over the database server that was left running' : 'Sharing the running database')
    const url = await ensureDatabase(running.port, password)
    return superviseServer(cluster, running, startedHere, url, log)
  })
}

/** Whether this process is now the one that stops the server: it started it, or whoever did has ended. */
function claimServer({ folder }: Cluster, wasRunning: boolean): boolean {
  const owner = readIfExists(folder.owner)
  if (wasRunning && owner !== null && isStillRunning(owner)) return false
  writeFileSync(folder.owner, processIdentity(process.pid) ?? `${process.pid}`)
  return true
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

/**
 * Starts the server again when it ends: killed, or stopped by the process it was shared with. Whoever
 * starts it again is then the one that stops it.
 */
function superviseServer(
  cluster: Cluster,
  first: RunningServer,
  firstOwned: boolean,
  url: string,
  log: (message: string) => void,
): EmbeddedDatabase {
  const { lock, owner } = cluster.folder
  let current = first
  let owned = firstOwned
  let busy = false
  let stopping: Promise<void> | null = null

  const checkServer = async () => {
    if (busy || stopping !== null || processIdentity(current.pid) !== null) return
    busy = true
    try {
      await withLock(lock, 60_000, async () => {
        const live = await findRunningServer(cluster.folder)
        if (stopping !== null) return
        if (live === null) log('The database server has ended; starting it again')
        current = live ?? (await launchServer(cluster, first.port))
        owned = claimServer(cluster, live !== null)
      })
    } catch (error) {
      log((error as Error).message)
      await sleep(1_000)
    } finally {
      busy = false
    }
  }
  const watch = setInterval(() => void checkServer(), watchIntervalMs).unref()
  // The last chance when a process ends without a proper stop: a signal can still be sent, nothing awaited.
  const onExit = () => owned && sendSignal(current.pid, 'SIGINT')
  process.once('exit', onExit)

  const stop = async () => {
    clearInterval(watch)
    process.removeListener('exit', onExit)
    await withLock(lock, 60_000, async () => {
      if (!owned) return
      await stopServer(current.pid)
      rmSync(owner, { force: true })
    })
  }
  return {
    url,
    port: first.port,
    get pid() {
      return current.pid
    },
    get startedHere() {
      return owned
    },
    stop: () => (stopping ??= stop()),
  }
}
