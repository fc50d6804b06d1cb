import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Binaries, chownRecursively, type RunAs } from './embeddedBinaries.ts'
import { readIfExists } from './fileLock.mjs'

export interface DataFolder {
  data: string
  log: string
  lock: string
  owner: string
  password: string
}

/** Creates the data folder if it does not exist and returns the paths in it. Throws an Error that says what to do if this user cannot use it. */
export function prepareDataFolder(dataDir: string): DataFolder {
  const root = path.resolve(dataDir)
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    throw new Error(`DATA_DIR ${root} cannot be created: ${(error as Error).message}`, { cause: error })
  }
  const folder = {
    data: path.join(root, 'postgres'),
    log: path.join(root, 'postgres.log'),
    lock: path.join(root, 'postgres.lock'),
    owner: path.join(root, 'postgres.owner'),
    password: path.join(root, 'postgres.password'),
  }
  for (const file of [root, folder.data, folder.log, folder.password]) if (existsSync(file)) assertUsable(file)
  return folder
}

function assertUsable(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    const { uid, mode } = statSync(file)
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS'
    const reason = isReadOnly
      ? 'it is on a read-only file system'
      : `it belongs to the user ${uid} (mode ${(mode & 0o777).toString(8)}), and this is the user ${process.getuid?.()}`
    throw new Error(
      `The database cannot be used: ${file} cannot be read and written, because ${reason}. ` +
        'Start as its owner, give the whole data folder to this user, or set DATA_DIR to another folder.',
      { cause: error },
    )
  }
}

/** Throws an Error that says what to do if another major version of PostgreSQL made the database, which this one cannot read. */
export function assertSameVersion(folder: DataFolder, { majorVersion }: Binaries): void {
  const existing = readIfExists(path.join(folder.data, 'PG_VERSION'))?.trim()
  if (existing === undefined || existing === majorVersion) return
  throw new Error(
    `The database in ${folder.data} was made by PostgreSQL ${existing}, and this release has PostgreSQL ${majorVersion}. ` +
      'With the release that made it, run `npm run backup -- FILE`; then move the folder away, and with this release run ' +
      '`npm run restore -- FILE` before `npm start`.',
  )
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
    // PostgreSQL has this provider since version 17. Older versions use the locale of the operating system.
    ...(Number(binaries.majorVersion) >= 17 ? ['--locale-provider=builtin'] : []),
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
  ) as [string, ...string[]]
  const result = spawnSync(command, args, { ...runAs.spawnAs, encoding: 'utf8', cwd: '/' })
  if (result.status !== 0) {
    const reason = result.error?.message ?? (result.stderr || result.stdout).trim()
    const advice = reason.includes('could not look up effective user ID')
      ? '. PostgreSQL runs only as a user with a name: add this one to /etc/passwd, start as another, or set DATABASE_URL'
      : ''
    throw new Error(`The database folder ${folder.data} could not be created: ${reason}${advice}`)
  }
  chmodSync(cluster, 0o700)
  renameSync(cluster, folder.data)
  rmSync(staging, { recursive: true, force: true })
}
