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

/** The paths under a data folder; the folder itself is there afterwards. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir)
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    throw new Error(`DATA_DIR ${root} cannot be made: ${(error as Error).message}`, { cause: error })
  }
  return {
    data: path.join(root, 'postgres'),
    log: path.join(root, 'postgres.log'),
    lock: path.join(root, 'postgres.lock'),
    owner: path.join(root, 'postgres.owner'),
    password: path.join(root, 'postgres.password'),
  }
}

/** The superuser's password: made once, kept beside the cluster, readable by its owner alone. */
export function readOrCreatePassword(file: string): string {
  const known = readIfExists(file)
  if (known !== null) return known
  const password = randomBytes(24).toString('base64url')
  writeFileSync(file, password, { mode: 0o600 })
  return password
}

/**
 * Makes the cluster. An interrupted initdb leaves nothing behind that could be taken for a database, because
 * the folder gets its name last.
 */
export function initializeCluster(folder: DataFolder, binaries: Binaries, runAs: RunAs, password: string): void {
  const staging = `${folder.data}.new`
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  const cluster = path.join(staging, 'postgres')
  const passwordFile = path.join(staging, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownRecursively(runAs.owner, staging)
  const [command, ...args] = [
    ...[...runAs.prefix, binaries.initdb, '-D', cluster, '-U', 'postgres', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--auth=scram-sha-256'],
  ] as [string, ...string[]]
  const made = spawnSync(command, args, { ...runAs.spawnAs, encoding: 'utf8', cwd: '/' })
  if (made.status !== 0) {
    const reason = made.error?.message ?? (made.stderr || made.stdout).trim()
    throw new Error(`The database folder ${folder.data} could not be made: ${reason}`)
  }
  chmodSync(cluster, 0o700)
  renameSync(cluster, folder.data)
  rmSync(staging, { recursive: true, force: true })
}
