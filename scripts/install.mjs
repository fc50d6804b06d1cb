// Plain JavaScript for Node 20: this runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const binaries = path.join(root, 'node_modules', '.bin')

/** Node 24, which comes with the packages whatever Node the machine has. */
export const node = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment with the project's own programs first, Node 24 among them. */
export function projectEnvironment(more = {}) {
  return { ...process.env, PATH: [binaries, ...pathWithoutBinaries()].join(path.delimiter), ...more }
}

/** After this every package of the lock file is there in its version; throws with what to do when it cannot be. */
export function ensureInstalled(say = console.log) {
  const reason = missingPackages()
  if (reason !== null) {
    say(`Installing packages (${reason}) …`)
    // The Node that is being replaced must not be the one that replaces it.
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

/** Why packages have to be installed, null when they are as the lock file says. */
export function missingPackages(folder = root) {
  const wanted = packagesOf(path.join(folder, 'package-lock.json'))
  const present = packagesOf(path.join(folder, 'node_modules/.package-lock.json'))
  if (wanted === null) throw new Error('package-lock.json is missing: check the project out again.')
  if (present === null) return 'none are there'
  for (const [place, { version, optional, peer }] of Object.entries(wanted)) {
    if (place === '') continue
    // Packages for other platforms are optional and stay away.
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

/** The package `node` fetches its binary in an install script, which some npm settings leave out. */
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
