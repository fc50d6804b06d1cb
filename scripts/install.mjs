// Plain JavaScript for Node 20: this runs before any package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFileLock } from '../api/database/fileLock.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = path.join(root, 'node_modules', '.bin')

/** Node 24, which is installed as a package because the machine may have another version. */
export const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

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
 * Installs the packages of the lock file. Several processes can call it at the same time: one installs. Throws an error with
 * instructions if that fails.
 */
export async function ensureInstalled(print = console.log) {
  if (missingPackages() !== null) await withProjectLock('install', print, async () => install(print))
  ensureNode()
}

function install(print) {
  const reason = missingPackages()
  if (reason !== null) {
    print(`Installing packages (${reason}) …`)
    // npm must not run on the Node inside node_modules, which `npm ci` deletes.
    const env = { ...process.env, PATH: pathWithoutBinaries().join(path.delimiter) }
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const run = spawnSync(npm, ['ci', '--no-progress', '--loglevel=error', '--include=dev'], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    if (run.status !== 0) {
      throw new Error(
        `npm ci failed (${run.error?.message ?? `exit code ${run.status ?? run.signal}`}). ` +
          'Check the network and the npm registry, then run this command again.',
      )
    }
    const missing = missingPackages()
    if (missing !== null) throw new Error(`npm ci reported success, but packages are missing: ${missing}.`)
  }
}

/** Returns the reason why packages must be installed, or null if node_modules matches the lock file. */
export function missingPackages(folder = root) {
  const locked = readPackages(path.join(folder, 'package-lock.json'))
  const installed = readPackages(path.join(folder, 'node_modules/.package-lock.json'))
  if (locked === null) throw new Error('package-lock.json is missing. Check out the project again.')
  if (installed === null) return 'none are installed'
  for (const [place, { version, optional, peer }] of Object.entries(locked)) {
    if (place === '') continue
    // Optional packages for other platforms are not installed.
    if (installed[place] === undefined && (optional || peer)) continue
    if (installed[place]?.version !== version)
      return `${place.replace(/^.*node_modules\//, '')} ${version} is not installed`
  }
  return null
}

function readPackages(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** The package `node` downloads its binary in an install script, which some npm settings disable. */
function ensureNode() {
  if (isNodeUsable()) return
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: path.join(root, 'node_modules/node'),
    env: { ...process.env, PATH: pathWithoutBinaries().join(path.delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (isNodeUsable()) return
  throw new Error(
    'Installing Node 24 from npm (package "node") failed. ' +
      'Allow its install script (npm config get ignore-scripts), remove node_modules, and run this command again.',
  )
}

function isNodeUsable() {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') === true
}

function pathWithoutBinaries() {
  return (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.resolve(folder) !== binaries)
}
