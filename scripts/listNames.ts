// `npm run names`: lists every exported name and every comment with its location, for review.
// `npm run names -- --sample 100` prints 100 random comments; `--seed 2` selects others.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'

export interface Entry {
  file: string
  line: number
  text: string
}

const extensions = /\.(ts|tsx|mts|mjs|js)$/

/** Returns the exported names and the comments of a file, in order. Adjacent line comments are one comment. */
export function listFile(file: string, source: string): { names: Entry[]; comments: Entry[] } {
  const { module, comments, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName, start }) => ({ file, line: lineAt(start), text: exportName.name ?? exportName.kind })),
  )
  const merged: { type: string; start: number; end: number }[] = []
  for (const { type, start, end } of comments) {
    const previous = merged.at(-1)
    const isAdjacent = previous && /^\n[ \t]*$/.test(source.slice(previous.end, start))
    if (isAdjacent && type === 'Line' && previous.type === 'Line') previous.end = end
    else merged.push({ type, start, end })
  }
  return {
    names,
    comments: merged.map(({ start, end }) => ({
      file,
      line: lineAt(start),
      text: plainText(source.slice(start, end)),
    })),
  }
}

/** A comment on one line, without its markers. */
function plainText(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replaceAll(/^[ \t]*(\/\/|\*)/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns `count` random items; the same seed gives the same items. */
export function pickSample<T>(items: readonly T[], count: number, seed: number): T[] {
  let state = seed
  // Linear congruential generator (Numerical Recipes).
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  random()
  const remaining = [...items]
  return Array.from(
    { length: Math.min(count, remaining.length) },
    () => remaining.splice(Math.floor(random() * remaining.length), 1)[0]!,
  )
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } } })
  const exclude = (path: string) => /(^|\/)(node_modules|dist|gql)$|^tests\/clients\//.test(path)
  const files = globSync('{api,bench,demo,migrations,scripts,tests,web}/**/*', { exclude }).concat(globSync('*.ts'))
  const listed = files
    .filter((file) => extensions.test(file))
    .sort()
    .map((file) => listFile(file, readFileSync(file, 'utf8')))
  const comments = listed.flatMap((file) => file.comments)
  const entries = values.sample
    ? pickSample(comments, Number(values.sample), Number(values.seed))
    : [...listed.flatMap(({ names }) => names), ...comments]
  for (const { file, line, text } of entries) console.log(`${file}:${line}  ${text}`)
}
