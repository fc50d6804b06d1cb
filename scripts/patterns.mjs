// The part of `npm run lint` that checks regular expressions: each must need at most linear time, whatever the text.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
// The build without a worker and without the native programs that the package offers.
import recheck from 'recheck/lib/browser.js'
import { parseSync } from 'vite'

const sources = '{api,demo,scripts,web}/**/*.{ts,tsx,mjs}'
const isLeftOut = (file) => /(^|\/)(node_modules|dist|gql)$|\.(test|d)\.m?tsx?$|\.test\.mjs$/.test(file)

/** Where patterns may be made while the program runs, and why. Patterns that are made of a text from outside are never allowed. */
const madePatterns = {
  'api/services/documents/letters/segments.ts':
    'the server makes the token, of hexadecimal digits, and one group follows it',
}

const timeoutMs = 60_000
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version

/** The patterns of a file, and the places at which one is made by `RegExp`. */
export function findPatterns(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const lineAt = (offset) => text.slice(0, offset).split('\n').length
  const patterns = []
  const made = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const place = `${file}:${typeof node.start === 'number' ? lineAt(node.start) : ''}`
    if (node.regex) patterns.push({ place, source: node.regex.pattern, flags: node.regex.flags })
    else if (['NewExpression', 'CallExpression'].includes(node.type) && node.callee.name === 'RegExp') made.push(place)
    else Object.values(node).forEach(visit)
  }
  visit(program)
  return { patterns, made }
}

/** Why a pattern is not allowed; null if it is. */
export function explainPattern({ source, flags }) {
  const { status, complexity, attack, error } = recheck.checkSync(source, flags, { timeout: timeoutMs })
  if (status === 'safe') return null
  const reason =
    status === 'vulnerable'
      ? `takes ${complexity.summary} time, for example for ${attack.pattern}`
      : `could not be checked (${error.kind}): write a simpler one`
  return `/${source}/${flags} ${reason}`
}

/** Returns what is wrong with the patterns under `root`. Patterns that `known` contains are allowed; others are added to it. */
export function findFaults(root, known) {
  const found = globSync(sources, { cwd: root, exclude: isLeftOut }).map((file) => {
    const name = file.split(path.sep).join('/')
    return { name, ...findPatterns(name, readFileSync(path.join(root, file), 'utf8')) }
  })
  const constructed = found.flatMap(({ name, made }) => (name in madePatterns ? [] : made))
  const slow = found
    .flatMap(({ patterns }) => patterns)
    .flatMap((pattern) => {
      const key = `${pattern.flags} ${pattern.source}`
      const reason = known.has(key) ? null : explainPattern(pattern)
      if (reason === null) known.add(key)
      return reason === null ? [] : `${pattern.place}: ${reason}`
    })
  return [...constructed.map((place) => `${place}: write the pattern as a literal, without RegExp()`), ...slow]
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  // A check takes up to some seconds for each pattern, so those that passed are kept with the installed packages.
  const store = `node_modules/.cache/patterns-${versionOf('recheck')}.json`
  let known = new Set()
  try {
    known = new Set(JSON.parse(readFileSync(store, 'utf8')))
  } catch {
    console.log('Checking all patterns, which takes a minute or two the first time …')
  }
  const faults = findFaults(process.cwd(), known)
  mkdirSync(path.dirname(store), { recursive: true })
  writeFileSync(store, JSON.stringify([...known]))
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'All patterns are linear.' : `${faults.length} patterns are not allowed.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
