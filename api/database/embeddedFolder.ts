import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Binaries, chownRecursively, type RunAs } from './embeddedBinaries.ts'
import { readIfExists } from './embeddedLock.ts'

export interface DataFolder {
  data: string
  log: string
  lock: string
  owner: string
  password: string
}

/** Creates the data folder if it does not exist and returns the paths in it. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir)
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    throw new Error(`DATA_DIR ${root} cannot be created: ${(error as Error).message}`, { cause: error })
  }
  return {
    data: path.join(root, 'postgres'),
    log: path.join(root, 'postgres.log'),
    lock: path.join(root, 'postgres.lock'),
    owner: path.join(root, 'postgres.owner'),
    password: path.join(root, 'postgres.password'),
  }
}

/** The superuser's password, from a file that only its owner can read. The first call generates it. */
export function readOrCreatePassword(file: string): string {
  const existing = readIfExists(file)
  if (existing !== null) return existing
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

/** Creates the cluster in a staging folder that is renamed last, so that an interrupted initdb leaves no incomplete cluster. */
export function initializeCluster(folder: DataFolder, binaries: Binaries, runAs: RunAs, password: string): void {
  const staging = `${folder.data}.new`
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  const cluster = path.join(staging, 'postgres')
  const passwordFile = path.join(staging, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownRecursively(runAs.owner, staging)
  const [command, ...args] = runAs.prefix.concat(
    binaries.initdb,
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
  ) as [string, ...string[]]
  const result = spawnSync(command, args, { ...runAs.spawnAs, encoding: 'utf8', cwd: '/' })
  if (result.status !== 0) {
    const reason = result.error?.message ?? (result.stderr || result.stdout).trim()
    throw new Error(`The database folder ${folder.data} could not be created: ${reason}`)
  }
  chmodSync(cluster, 0o700)
  renameSync(cluster, folder.data)
  rmSync(staging, { recursive: true, force: true })
}
