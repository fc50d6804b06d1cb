import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, chooseRunAs, findBinaries, type RunAs } from './embeddedBinaries.ts'
import { assertSameVersion, initializeCluster, prepareDataFolder, readOrCreatePassword } from './embeddedFolder.ts'
import { isStillRunning, processIdentity, readIfExists, withFileLock } from './fileLock.mjs'
import {
  type Cluster,
  findRunningServer,
  launchServer,
  type RunningServer,
  sendSignal,
  stopServer,
} from './embeddedServer.ts'

export interface EmbeddedOptions {
  /** The folder of the database. It is created if it does not exist. */
  dataDir: string
  log?: (message: string) => void
  /** PostgreSQL settings that override the defaults, such as `{ fsync: 'off' }` for a temporary database. */
  settings?: Record<string, string>
  /** Replaces the ways of running PostgreSQL that are tried in order. */
  runAsCandidates?: RunAs[]
  /** The programs of PostgreSQL, by default those of the installed package. */
  binaries?: Binaries
  /** The port, by default a free one. */
  port?: number
}

export interface EmbeddedDatabase {
  /** Connects as the superuser to the database `porchlight`. */
  url: string
  port: number
  /** Changes when the server is restarted. */
  readonly pid: number
  /** Whether `stop` stops the server. False while another running process owns it. */
  readonly ownsServer: boolean
  stop(): Promise<void>
}

const defaultSettings: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // There are no replicas, and the minimal level halves the WAL of an import of a county's parcels.
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'on',
  jit: 'off',
  // Until a new table is analyzed, queries on it are planned as if it were empty. The default interval is a minute.
  autovacuum_naptime: '5s',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
}

// The Linux kernel prefetches pages. On two cores, reading from disk takes about 30% less time than with I/O worker processes.
const settingsOf = ({ majorVersion }: Binaries): Record<string, string> =>
  process.platform === 'linux' && Number(majorVersion) >= 18
    ? { ...defaultSettings, io_method: 'sync' }
    : defaultSettings

const watchIntervalMs = 100
const lockOptions = { timeoutMs: 60_000 }

/**
 * Starts PostgreSQL on `dataDir`, on a free loopback port, and resolves when it accepts connections. A server that already
 * runs on the same folder is shared, or taken over if the process that owned it has ended. Concurrent starts wait for each
 * other. If the server ends before `stop`, it is restarted on the same port.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => {})
  const folder = prepareDataFolder(options.dataDir)
  const binaries = options.binaries ?? findBinaries()
  assertSameVersion(folder, binaries)
  const runAs = chooseRunAs(binaries, options.runAsCandidates)
  const cluster: Cluster = { folder, binaries, runAs, settings: { ...settingsOf(binaries), ...options.settings } }

  return withFileLock(
    folder.lock,
    async () => {
      const password = readOrCreatePassword(folder.password)
      if (!existsSync(folder.data)) initializeCluster(folder, binaries, runAs, password)
      const existing = await findRunningServer(folder)
      const server = existing ?? (await launchServer(cluster, options.port))
      const ownsServer = claimServer(cluster, existing !== null)
      if (existing)
        log(ownsServer ? 'Took over a database server that was left running' : 'Sharing the running database')
      const url = await ensureDatabase(server.port, password)
      return superviseServer(cluster, server, ownsServer, url, log)
    },
    lockOptions,
  )
}

/** Makes this process the owner of the server, and returns true, unless another running process owns it. */
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
    const databases = await client.query("select 1 from pg_database where datname = 'porchlight'")
    if (databases.rowCount === 0) await client.query('create database porchlight')
  } finally {
    await client.end()
  }
  return `${base}/porchlight`
}

/**
 * Restarts the server when it ends, because it was killed or its owner stopped it. The process that restarts it becomes its
 * owner.
 */
function superviseServer(
  cluster: Cluster,
  first: RunningServer,
  initiallyOwned: boolean,
  url: string,
  log: (message: string) => void,
): EmbeddedDatabase {
  const { lock, owner } = cluster.folder
  let current = first
  let owned = initiallyOwned
  let checking = false
  let stopping: Promise<void> | null = null

  const checkServer = async () => {
    if (checking || stopping !== null || processIdentity(current.pid) !== null) return
    checking = true
    try {
      await withFileLock(
        lock,
        async () => {
          const existing = await findRunningServer(cluster.folder)
          if (stopping !== null) return
          if (existing === null) log('The database server has ended; restarting it')
          current = existing ?? (await launchServer(cluster, first.port))
          owned = claimServer(cluster, existing !== null)
        },
        lockOptions,
      )
    } catch (error) {
      log((error as Error).message)
      await sleep(1_000)
    } finally {
      checking = false
    }
  }
  const watch = setInterval(() => void checkServer(), watchIntervalMs).unref()
  // If the process exits without `stop`, this handler can still send a signal but cannot wait.
  const onExit = () => owned && sendSignal(current.pid, 'SIGINT')
  process.once('exit', onExit)

  const stop = async () => {
    clearInterval(watch)
    process.removeListener('exit', onExit)
    await withFileLock(
      lock,
      async () => {
        if (!owned) return
        await stopServer(current.pid)
        rmSync(owner, { force: true })
      },
      lockOptions,
    )
  }
  return {
    url,
    port: first.port,
    get pid() {
      return current.pid
    },
    get ownsServer() {
      return owned
    },
    stop: () => (stopping ??= stop()),
  }
}
