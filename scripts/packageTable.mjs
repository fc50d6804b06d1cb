// Writes docs/packages.md: `npm run packages`.
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'
import { listNeeded, readPackages } from './lockFile.mjs'

export const documentFile = path.join(root, 'docs/packages.md')

/** The package.json files by their folders, and what their packages are for. */
const folders = {
  api: 'server',
  web: 'client',
  'web/explorer': 'explorer',
  '': 'development',
}

/** A package that brings more, itself included, is in the table. */
const maxPackages = 10
const maxMegabytes = 10

/**
 * Returns the document with the table of what is installed now, and the reasons that it has. On a system other than
 * Linux on x64, whose packages have other sizes, they are those that it has. Throws an error that names the packages without a reason.
 */
export function updateTable(document) {
  const written = new Map(
    parseRows(document).map(({ name, use, megabytes, reason }) => [`${use} ${name}`, { megabytes, reason }]),
  )
  const rows = listDirect().flatMap(({ name, use, places }) => {
    const before = written.get(`${use} ${name}`)
    const megabytes = isMeasurable() ? Math.round(sizeOf(places) / 1e6) : Number(before?.megabytes ?? 0)
    const isLarge = places.length > maxPackages || megabytes > maxMegabytes
    return isLarge ? [{ name, use, packages: places.length, megabytes, reason: before?.reason ?? '' }] : []
  })
  const unexplained = rows.filter(({ reason }) => reason === '').map(({ name }) => name)
  if (unexplained.length > 0)
    throw new Error(`Say in the table of docs/packages.md why these packages are needed: ${unexplained.join(', ')}`)
  const head = document.slice(0, document.indexOf('\n| package'))
  return `${head}\n${renderTable(rows)}`
}

function isMeasurable() {
  return process.platform === 'linux' && process.arch === 'x64'
}

/** The direct dependencies of all folders, each with the places of the packages that it brings, itself included. */
function listDirect() {
  const packages = readPackages(path.join(root, 'package-lock.json'))
  // Without those for other systems.
  const installed = readPackages(path.join(root, 'node_modules/.package-lock.json'))
  return Object.entries(folders).flatMap(([folder, use]) => {
    const { dependencies, devDependencies, optionalDependencies } = packages[folder]
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .sort()
      .map((name) => ({
        name,
        use,
        places: listNeeded(packages, folder, [name]).filter((place) => installed[place]),
      }))
  })
}

const sizes = new Map()

/** The bytes of the files of these packages, without those of packages inside them. */
function sizeOf(places) {
  return places.reduce((sum, place) => {
    if (!sizes.has(place)) sizes.set(place, measure(path.join(root, place)))
    return sum + sizes.get(place)
  }, 0)
}

function measure(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const file = path.join(folder, entry.name)
      return sum + (entry.isDirectory() ? measure(file) : lstatSync(file).size)
    }, 0)
}

function parseRows(document) {
  const lines = document.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [, name, use, , megabytes, reason] = line.split('|').map((cell) => cell.trim())
    return { name: name.slice(1, -1), use, megabytes, reason }
  })
}

/** Formatted as prettier does it. */
function renderTable(rows) {
  const cells = rows.map(({ name, use, packages, megabytes, reason }) => [
    `\`${name}\``,
    use,
    `${packages}`,
    `${megabytes}`,
    reason,
  ])
  const header = ['package', 'for', 'packages', 'MB', 'reason']
  const widths = header.map((title, column) =>
    Math.max(...[header, ...cells].map((row) => row[column].length), title.length),
  )
  const isNumber = (column) => column === 2 || column === 3
  const line = (row) =>
    `| ${row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`
  const rule = widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(header), `| ${rule.join(' | ')} |`, ...cells.map(line), ''].join('\n')
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url)
  writeFileSync(documentFile, updateTable(readFileSync(documentFile, 'utf8')))
