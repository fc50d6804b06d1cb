import { htmlValue, plainValue, wordValue } from './values.ts'

/** What goes into a gap: a value as a run of text, a value as plain text, a value in HTML, or what the merging needs. */
export type Gap =
  | { kind: 'word'; field: string; runProperties: string }
  | { kind: 'plain' | 'html'; field: string }
  /** A number that no other letter of the document has. */
  | { kind: 'number'; number: number }
  /** What makes a name one that no other letter has. */
  | { kind: 'suffix' }
  /** The relationship of a header or footer, which may differ from letter to letter. */
  | { kind: 'relation'; id: string }

/** Markup with gaps: `texts` has one more than `gaps`. */
export interface Segments {
  texts: string[]
  gaps: Gap[]
}

export type Values = Record<string, string>

/** What stands for a field while a template is rendered: nothing that a text or a value could hold by chance. */
export interface Marker {
  of(field: string): string
  /** Finds them, with the field as the first group. */
  pattern: RegExp
}

export function makeMarker(): Marker {
  const token = `x${crypto.randomUUID().replaceAll('-', '')}`
  return { of: (field) => `${token}.${field}.`, pattern: new RegExp(`${token}\\.([a-z0-9_]+)\\.`, 'g') }
}

/** Cuts rendered markup where markers stand. */
export function cut(markup: string, marker: Marker, html = false): Segments {
  const texts: string[] = []
  const gaps: Gap[] = []
  let from = 0
  for (const found of markup.matchAll(marker.pattern)) {
    texts.push(markup.slice(from, found.index))
    gaps.push(html ? { kind: 'html', field: found[1]! } : gapAt(markup, found.index, found[1]!))
    from = found.index + found[0].length
  }
  return { texts: [...texts, markup.slice(from)], gaps }
}

function gapAt(markup: string, at: number, field: string): Gap {
  const tag = markup.lastIndexOf('<', at)
  const run = Math.max(markup.lastIndexOf('<w:r>', at), markup.lastIndexOf('<w:r ', at))
  if (!/^<w:t[\s>]/.test(markup.slice(tag, tag + 5)) || run === -1) return { kind: 'plain', field }
  const properties = /^<w:r(?:\s[^>]*)?>\s*(<w:rPr>[\s\S]*?<\/w:rPr>)/.exec(markup.slice(run, tag))
  return { kind: 'word', field, runProperties: properties?.[1] ?? '' }
}

/** Replaces each match of `pattern` in the texts by a text with gaps: 'before', gap, 'after'. */
export function cutFurther(
  { texts, gaps }: Segments,
  pattern: RegExp,
  into: (match: RegExpExecArray) => [before: string, gap: Gap, after: string] | null,
): Segments {
  const result: Segments = { texts: [], gaps: [] }
  texts.forEach((text, n) => {
    let from = 0
    let pending = ''
    for (const match of text.matchAll(pattern)) {
      const parts = into(match)
      if (!parts) continue
      const [before, gap, after] = parts
      result.texts.push(pending + text.slice(from, match.index) + before)
      result.gaps.push(gap)
      pending = after
      from = match.index + match[0].length
    }
    result.texts.push(pending + text.slice(from))
    if (n < gaps.length) result.gaps.push(gaps[n]!)
  })
  return result
}

/** The markup with its gaps filled; `merging` answers for those that are no values. */
export function fill({ texts, gaps }: Segments, values: Values, merging: (gap: Gap) => string = asItWas): string {
  let markup = texts[0]!
  for (let n = 0; n < gaps.length; n += 1) markup += filled(gaps[n]!, values, merging) + texts[n + 1]!
  return markup
}

function filled(gap: Gap, values: Values, merging: (gap: Gap) => string): string {
  switch (gap.kind) {
    case 'word':
      return wordValue(values[gap.field] ?? '', gap.runProperties)
    case 'plain':
      return plainValue(values[gap.field] ?? '')
    case 'html':
      return htmlValue(values[gap.field] ?? '')
    default:
      return merging(gap)
  }
}

function asItWas(gap: Gap): string {
  if (gap.kind === 'number') return String(gap.number)
  return gap.kind === 'relation' ? gap.id : ''
}
