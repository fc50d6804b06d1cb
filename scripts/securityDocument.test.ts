import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { settings } from '../api/config.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const text = read('docs/security.md')

/** By chapter of ASVS 5.0: for each section the levels of its requirements, one digit for each. */
const levels = JSON.parse(read('scripts/asvsLevels.json')) as Record<string, string>

/** The requirements of levels 1 and 2, as '6.2.1', with their levels, in the order of the standard. */
const requirements = Object.entries(levels).flatMap(([chapter, sections]) =>
  sections
    .split(' ')
    .flatMap((section, at) => Array.from(section, (level, n) => [`${chapter}.${at + 1}.${n + 1}`, level] as const))
    .filter(([, level]) => level !== '3'),
)

interface Row {
  id: string
  level: string
  result: string
  evidence: string
}

const rows = text.split('\n').flatMap((line): Row[] => {
  if (!/^\| \d+\.\d+\.\d+ /.test(line)) return []
  const [id, level, , result, evidence] = line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
  return [{ id: id!, level: level!, result: result!, evidence: evidence! }]
})

const quotedIn = (part: string) => [...part.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted!)
/** The files among the quoted texts; routes begin with a slash. */
const filesIn = (part: string) =>
  quotedIn(part).filter(
    (quoted) =>
      /^[\w.][\w./-]*\.(?:tsx?|mjs|md|json|graphql|yml)$/.test(quoted) || /^\.?[\w]+(?:file|ignore)$/.test(quoted),
  )
const isFile = (file: string) => existsSync(path.join(root, file))

describe('the table of ASVS', () => {
  it('has each requirement of levels 1 and 2 exactly once, in order', () => {
    expect(requirements).toHaveLength(253)
    expect(rows.map(({ id, level }) => [id, level])).toEqual(requirements)
  })

  it('says of each whether it passes, and is counted', () => {
    const count = (wanted: string) => rows.filter(({ result }) => result === wanted).length
    const [passed, notMet, notApplicable] = ['pass', 'not met', 'does not apply'].map(count)
    expect(passed! + notMet! + notApplicable!).toBe(rows.length)
    expect(text).toContain(`${passed} pass, ${notMet} are not met, and ${notApplicable} do not apply`)
  })

  it('names a file for each that passes, and a reason for each other', () => {
    const withoutFile = rows.filter(({ result, evidence }) => result === 'pass' && filesIn(evidence).length === 0)
    expect(withoutFile).toEqual([])
    expect(rows.filter(({ evidence }) => !/\w/.test(evidence))).toEqual([])
  })
})

describe('the document', () => {
  it('names only files that exist', () => {
    const files = filesIn(text)
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => !isFile(file))).toEqual([])
    // A path that is no file, because it has a typing error at its end.
    const paths = quotedIn(text).filter((quoted) => /^(api|web|tests|scripts|docs|docker|migrations)\//.test(quoted))
    expect(paths.filter((quoted) => !files.includes(quoted))).toEqual([])
  })

  it('names only settings that docs/configuration.md describes', () => {
    const named = quotedIn(text).flatMap((quoted) => /^([A-Z]+(?:_[A-Z]+)*)(?:=\S+)?$/.exec(quoted)?.[1] ?? [])
    const reference = read('docs/configuration.md')
    expect(new Set(named).size).toBeGreaterThan(20)
    expect(named.filter((name) => !(name in settings) || !reference.includes(`| \`${name}\``))).toEqual([])
  })

  it('has links to headings that exist', () => {
    const slugs = (file: string) =>
      [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
    const links = [...text.matchAll(/\]\((?!https:)([^)#]*)#?([^)]*)\)/g)]
    expect(links.length).toBeGreaterThan(20)
    for (const [link, file, anchor] of links) {
      const target = file ? `docs/${file}` : 'docs/security.md'
      expect([link, isFile(target)]).toEqual([link, true])
      if (anchor) expect([link, slugs(target).includes(anchor)]).toEqual([link, true])
    }
  })

  it('is linked from the README and from the description of operations', () => {
    expect(read('README.md')).toContain('docs/security.md')
    expect(read('docs/operations.md')).toContain('(security.md#what-the-operator-must-do)')
  })
})
