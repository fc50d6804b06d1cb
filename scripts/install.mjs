// Plain JavaScript for Node 20: this runs before any package is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = path.join(root, 'node_modules', '.bin')

/** Node 24, which is installed as a package so that the machine may have another version. */
export const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment with the project's programs, including Node 24, first in PATH. */
export function projectEnvironment(more = {}) {
  return { ...process.env, PATH: [binaries, ...pathWithoutBinaries()].join(path.delimiter), ...more }
}

/** Installs every package of the lock file in its version. Throws with instructions when that fails. */
export function ensureInstalled(say = console.log) {
  const reason = missingPackages()
  if (reason !== null) {
    say(`Installing packages (${reason}) …`)
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
    const still = missingPackages()
    if (still !== null) throw new Error(`npm ci ended without an error, but not everything is there: ${still}.`)
  }
  ensureNode()
}

/** The reason why packages have to be installed; null when node_modules matches the lock file. */
export function missingPackages(folder = root) {
  const wanted = packagesOf(path.join(folder, 'package-lock.json'))
  const present = packagesOf(path.join(folder, 'node_modules/.package-lock.json'))
  if (wanted === null) throw new Error('package-lock.json is missing: check the project out again.')
  if (present === null) return 'none are there'
  for (const [place, { version, optional, peer }] of Object.entries(wanted)) {
    if (place === '') continue
    // Optional packages for other platforms are not installed.
    if (present[place] === undefined && (optional || peer)) continue
    if (present[place]?.version !== version) return `${place.replace(/^.*node_modules\//, '')} ${version} is not there`
  }
  return null
}

function packagesOf(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** The package `node` downloads its binary in an install script, which some npm settings disable. */
function ensureNode() {
  if (works()) return
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: path.join(root, 'node_modules/node'),
    env: { ...process.env, PATH: pathWithoutBinaries().join(path.delimiter) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (works()) return
  throw new Error(
    'Node 24 could not be installed from npm (package "node"). ' +
      'Allow its install script (npm config get ignore-scripts), remove node_modules, and run this command again.',
  )
}

function works() {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('v24.') === true
}

function pathWithoutBinaries() {
  return (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.resolve(folder) !== binaries)
}
