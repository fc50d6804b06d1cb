import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '../api/database/embedded.ts'
import type { Binaries } from '../api/database/embeddedBinaries.ts'
import { readOrCreatePassword } from '../api/database/embeddedFolder.ts'
import { findFreePort } from '../api/database/embeddedServer.ts'
import { ownerRoles } from '../api/database/roles.ts'
import { Refused } from '../api/domain/errors.ts'
import { addNodes } from '../api/lifecycle/clusterNodes.ts'
import { distribute, isDistributed } from '../api/lifecycle/distribute.ts'
import { migrate } from '../api/lifecycle/migrate.ts'

/** The nodes of a Citus cluster on this machine, with a distributed database of Porchlight. */
export interface CitusNodes {
  /** Connects to the database on the coordinator as its owner, a superuser. */
  url: string
  coordinator: EmbeddedDatabase
  workers: EmbeddedDatabase[]
  stop(): Promise<void>
}

export interface CitusNodesOptions {
  /** The folder of all nodes. It is created if it does not exist. */
  dataDir: string
  /** What {@link findCitus} returns. */
  binaries: Binaries
  /** Called with each step and message. */
  print: (line: string) => void
}

const minimumVersion = 15

/**
 * The programs of the PostgreSQL on this machine that has the citus extension: that of PG_CONFIG if it is set, otherwise the newest.
 * Throws `Refused`, which says what is missing, where there is none.
 */
export function findCitus(pgConfig = process.env.PG_CONFIG): Binaries {
  const found = (pgConfig ? [pgConfig] : listPgConfigs()).map(readInstallation)
  const usable = found.find((installation) => typeof installation !== 'string')
  if (usable) return usable
  const reasons = found.filter((installation) => typeof installation === 'string').join('; ')
  throw new Refused(
    `The citus extension is not on this machine (${reasons}). Install Citus 13 for PostgreSQL ${minimumVersion} or later, ` +
      'and if its pg_config is not found, name it in PG_CONFIG.',
  )
}

/** The newest version of Debian's first, whose `pg_config` in PATH need not be that of the server. */
function listPgConfigs(folder = '/usr/lib/postgresql'): string[] {
  const versions = existsSync(folder) ? readdirSync(folder).filter((name) => Number(name) >= minimumVersion) : []
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(folder, version, 'bin/pg_config'))
  return [...installed.filter((file) => existsSync(file)), 'pg_config']
}

/** The programs, or why they cannot be used. */
function readInstallation(pgConfig: string): Binaries | string {
  const { status, stdout } = spawnSync(pgConfig, ['--version', '--bindir', '--sharedir'], { encoding: 'utf8' })
  const [version, bin, share] = (stdout ?? '').trim().split('\n')
  if (status !== 0 || !version || !bin || !share) return `${pgConfig} cannot be run`
  const [, majorVersion = ''] = /^PostgreSQL (\d{1,3})/.exec(version) ?? []
  if (!(Number(majorVersion) >= minimumVersion)) return `${pgConfig} is of ${version}`
  const binaries = { majorVersion, initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
  if (!existsSync(binaries.initdb) || !existsSync(binaries.postgres)) return `${bin} has no server`
  const control = path.join(share, 'extension/citus.control')
  return existsSync(control) ? binaries : `${control} does not exist`
}

const names = ['coordinator', 'worker1', 'worker2'] as const

/**
 * Starts a coordinator and two workers, makes them one cluster, migrates its database and distributes it. A folder that has the nodes of an
 * earlier start is used again, with the same ports. Whoever can connect to this machine's loopback address can read the tables.
 */
export async function startCitusNodes({ dataDir, binaries, print }: CitusNodesOptions): Promise<CitusNodes> {
  mkdirSync(dataDir, { recursive: true })
  const password = readOrCreatePassword(path.join(dataDir, 'password'))
  // The nodes, which get the environment of this process, sign in to each other as the superuser.
  process.env.PGPASSWORD = password
  const ports = await readOrChoosePorts(path.join(dataDir, 'ports'))
  const hbaFile = path.join(dataDir, 'pg_hba.conf')
  writeFileSync(hbaFile, hba)
  const nodes: EmbeddedDatabase[] = []
  const stop = async () => {
    for (const node of nodes.splice(0).reverse()) await node.stop()
  }
  try {
    for (const [n, name] of names.entries()) {
      const folder = path.join(dataDir, name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, 'postgres.password'), password, { mode: 0o600 })
      nodes.push(
        await startEmbedded({
          dataDir: folder,
          binaries,
          port: ports[n]!,
          settings: { ...settings, hba_file: path.resolve(hbaFile) },
          log: (message) => print(`${name}: ${message}`),
        }),
      )
      print(`${name}: PostgreSQL ${binaries.majorVersion}, pid ${nodes[n]!.pid}, port ${ports[n]}`)
    }
    const [coordinator, ...workers] = nodes as [EmbeddedDatabase, ...EmbeddedDatabase[]]
    await distributeOver(coordinator.url, ports, print)
    return { url: coordinator.url, coordinator, workers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function distributeOver(url: string, ports: number[], print: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const options = { isPlan: false, print }
    // Before the migrations, because the engine copies each function to the other nodes when it is created.
    await addNodes(
      client,
      ports.map((port) => ({ host: '127.0.0.1', port })),
      options,
    )
    await migrate(url)
    if (!(await isDistributed(client))) print('Distributing the tables, which takes about a minute …')
    await distribute(client, options)
  } finally {
    await client.end()
  }
}

/** Roles of transactions have no password. */
const hba = `host porchlight ${ownerRoles.join(',')} 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`

const settings: Record<string, string> = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  max_prepared_transactions: '600',
  max_locks_per_transaction: '256',
  shared_buffers: '128MB',
  wal_level: 'logical',
  max_wal_senders: '10',
  // The nodes have no certificates. All connections stay on this machine.
  'citus.node_conninfo': 'sslmode=prefer',
}

/** The nodes know each other by their ports, so these are kept. */
async function readOrChoosePorts(file: string): Promise<number[]> {
  if (existsSync(file)) return readFileSync(file, 'utf8').split(' ').map(Number)
  const ports: number[] = []
  while (ports.length < names.length) {
    const port = await findFreePort()
    if (!ports.includes(port)) ports.push(port)
  }
  writeFileSync(file, ports.join(' '))
  return ports
}
