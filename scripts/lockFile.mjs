// Plain JavaScript for Node 20: the installation reads the lock file before any package is installed.
import { existsSync, readFileSync } from 'node:fs'

/** The packages of a lock file by their place, such as `node_modules/pg`, or null if there is no readable one. */
export function readPackages(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/**
 * The places of the packages that a package.json needs, directly and indirectly: that of the project ('') or of a folder such as
 * `web`. With `names`, only those that these of its dependencies need.
 */
export function listNeeded(packages, folder, names = namesNeeded(packages[folder])) {
  const found = new Set()
  const queue = names.map((name) => find(packages, folder, name))
  while (queue.length > 0) {
    const place = queue.pop()
    if (place === undefined || found.has(place)) continue
    found.add(place)
    queue.push(...namesNeeded(packages[place]).map((name) => find(packages, place, name)))
  }
  return [...found]
}

/** npm installs peers too, except optional ones. */
function namesNeeded({ dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds the package `name` from `place`, or undefined if it is not in the lock file. */
function find(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}
