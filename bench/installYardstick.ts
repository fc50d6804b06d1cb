import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { missingPackages } from '../scripts/install.mjs'

/** Installs the packages of a server that the benchmarks compare with in its own folder, as they are not the project's. */
export function installYardstick(name: 'mercurius' | 'postgraphile'): void {
  const folder = fileURLToPath(new URL(name, import.meta.url))
  if (missingPackages(folder, 'yardstick') === null) return
  process.stderr.write(`Installing ${name} in bench/${name} …\n`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-progress', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`Installing the packages of bench/${name} failed. The output above shows the reason.`)
}
