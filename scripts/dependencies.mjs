// Checks of the packages that a release contains. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectEnvironment, root } from './install.mjs'

/** Licenses that allow use in a product without publishing its source. */
const allowedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages that are allowed although their license is not in the list, and why. */
const licenseExceptions = [
  [/^(busboy|streamsearch)$/, 'MIT by its LICENSE file; package.json has the old field `licenses`'],
  [/^duck$/, 'BSD-2-Clause by its LICENSE file; package.json says BSD'],
  [/^png-js$/, 'MIT by its LICENSE file; package.json names none'],
  [/^suncalc$/, 'BSD-2-Clause by its LICENSE file; package.json names none'],
  [/^mapbox-gl$/, "Mapbox's terms; browsers load it only if MAPBOX_TOKEN is set"],
  [/^lightningcss/, 'MPL-2.0; writes the styles when the client is built, unchanged, and is no part of it'],
  [/^@img\/sharp-/, 'libvips is LGPL-3.0-or-later and used as an unchanged shared library'],
]

/** Advisories of high or critical severity that do not apply, by their id, and why. */
const ignoredAdvisories = {}

/** Throws an error that names every package of a release whose license is not allowed, by the lock file. */
export function checkLicenses(packages = readLock()) {
  const refused = Object.entries(packages)
    // Without the package.json files of the project.
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { license }]) => ({ name: place.replace(/^.*node_modules\//, ''), license: license ?? 'none' }))
    .filter(({ name, license }) => !isAllowed(license) && !licenseExceptions.some(([pattern]) => pattern.test(name)))
  if (refused.length === 0) return
  const list = [...new Set(refused.map(({ name, license }) => `${name} (${license})`))].join(', ')
  throw new Error(`The licenses of these packages are not allowed: ${list}. The list is in scripts/dependencies.mjs.`)
}

/** An SPDX expression is allowed if one alternative has allowed licenses only. */
function isAllowed(expression) {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((name) => allowedLicenses.has(name)))
}

function readLock() {
  return JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
}

/**
 * Throws an error that lists the known vulnerabilities of high or critical severity in the packages of a release. Calls `skip`
 * with the reason if the registry does not answer with a report within 30 seconds.
 */
export async function checkAdvisories(skip, runAudit = runNpmAudit) {
  const report = parseReport(await runAudit())
  if (!report.vulnerabilities) {
    // The address of a private registry may contain a password.
    const reason = report.message?.replace(/( - [A-Z]+)? \w+:\/\/\S+/g, '')
    return skip(`not checked: ${reason ?? 'the registry sent no report'}`)
  }
  const found = findAdvisories(report.vulnerabilities)
  if (found.length > 0)
    throw new Error(
      `Packages have known vulnerabilities. Update them, or say in scripts/dependencies.mjs why not:\n${found.join('\n')}`,
    )
}

function findAdvisories(vulnerabilities) {
  const advisories = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    // A string is the name of another package in the report, whose advisory it is.
    via.filter((item) => typeof item !== 'string').map((item) => ({ name, id: item.url.split('/').at(-1), ...item })),
  )
  return advisories
    .filter(({ severity, id }) => ['high', 'critical'].includes(severity) && !(id in ignoredAdvisories))
    .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`)
}

function parseReport(output) {
  try {
    return JSON.parse(output)
  } catch {
    return { message: output.trim().split('\n').at(-1) || undefined }
  }
}

/** Returns what `npm audit` printed, or why it could not run. */
function runNpmAudit() {
  return new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
      cwd: root,
      env: projectEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
      timeout: 30_000,
    })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (_code, signal) => resolve(signal ? 'The registry did not answer within 30 seconds.' : output))
  })
}
