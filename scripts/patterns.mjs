// The part of `npm run lint` that checks regular expressions: each must need at most linear time, whatever the text.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
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

/** The patterns that recheck proved to be linear, as "flags source". `npm run patterns` adds new ones. */
const provenFile = 'scripts/linearPatterns.json'

/** Patterns that its proof does not support, because they look around or back, with the reason why they are linear. */
const reviewed = {
  'gi \\ue000(["\']?\\s*[:=]\\s*)(?!["\'[]|bearer|basic)[^\\s"\',;&)}]+':
    'begins with a character that stands once before each value',
  's ^([\'"])(.*)\\1$': 'has one place to begin, and one end for each of its ends',
  'g <w:sectPr(?:\\s[^<>]*)?(?:\\/>|>(?:[^<]|<(?!w:sectPr[\\s/>]))*?<\\/w:sectPr>)':
    'ends before the next of its beginnings',
  'g <w:sectPrChange(?:[^<]|<(?!w:sectPrChange))*?<\\/w:sectPrChange>': 'ends before the next of its beginnings',
  'i ^HYPERLINK(?=\\s)(?:\\s+\\\\(?:[lot]\\s+(?:"[^"]*"|[^\\s"\\\\]+)|[hmn]|\\*\\s*\\w+))+\\s*$':
    'has one place to begin, and each repetition begins with a backslash',
  'i url\\((?!\\s*[\'"]?#)': 'looks at the spaces behind a bracket once',
  ' (?<![. ])[. ]+$': 'begins where a run of its characters begins',
}

/** The patterns of a file, and the places at which one is made by `RegExp`. */
export function findPatterns(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const placeOf = ({ start }) => `${file}:${text.slice(0, start).split('\n').length}`
  const patterns = []
  const made = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if (node.regex) patterns.push({ place: placeOf(node), source: node.regex.pattern, flags: node.regex.flags })
    else if (['NewExpression', 'CallExpression'].includes(node.type) && node.callee.name === 'RegExp')
      made.push(placeOf(node))
    else Object.values(node).forEach(visit)
  }
  visit(program)
  return { patterns, made }
}

/** Why a pattern is not proven to be linear; null if it is. The proof needs the same steps on each machine. */
export function explainPattern({ source, flags }) {
  const { status, complexity, attack, error } = recheck.checkSync(source, flags, {
    checker: 'automaton',
    timeout: null,
  })
  if (status === 'safe') return null
  return status === 'vulnerable'
    ? `takes ${complexity.summary} time, for example for ${attack.pattern}`
    : `cannot be proven to be linear (${error.kind}): write it without looking around`
}

const keyOf = ({ source, flags }) => `${flags} ${source}`

/** Returns what is wrong with the patterns under `root`. Patterns that are not in `proven` are explained by `explain`. */
export function findFaults(root, proven, explain = () => 'is not known to be linear: run npm run patterns') {
  const found = globSync(sources, { cwd: root, exclude: isLeftOut }).map((file) => {
    const name = file.split(path.sep).join('/')
    return { name, ...findPatterns(name, readFileSync(path.join(root, file), 'utf8')) }
  })
  const constructed = found.flatMap(({ name, made }) => (name in madePatterns ? [] : made))
  const patterns = found.flatMap((file) => file.patterns)
  const unknown = patterns.flatMap((pattern) => {
    const key = keyOf(pattern)
    const reason = proven.has(key) || Object.hasOwn(reviewed, key) ? null : explain(pattern)
    if (reason === null) proven.add(key)
    return reason === null ? [] : `${pattern.place}: /${pattern.source}/${pattern.flags} ${reason}`
  })
  const used = new Set(patterns.map(keyOf))
  const unused = [...Object.keys(reviewed), ...proven].filter((key) => !used.has(key))
  return {
    faults: [...constructed.map((place) => `${place}: write the pattern as a literal, without RegExp()`), ...unknown],
    unused,
  }
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const proven = new Set(JSON.parse(readFileSync(provenFile, 'utf8')))
  const isProving = process.argv.includes('--prove')
  const { faults, unused } = isProving
    ? findFaults(process.cwd(), proven, explainPattern)
    : findFaults(process.cwd(), proven)
  if (isProving)
    writeFileSync(
      provenFile,
      `${JSON.stringify(
        [...proven].filter((key) => !unused.includes(key)).toSorted((a, b) => a.localeCompare(b)),
        null,
        2,
      )}\n`,
    )
  else
    faults.push(
      ...unused.map(
        (key) => `${key} is not used any more: run npm run patterns, or remove it from scripts/patterns.mjs`,
      ),
    )
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'All patterns are linear.' : `${faults.length} patterns are not allowed.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
