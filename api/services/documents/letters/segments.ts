import { toHtmlMarkup, toPlainMarkup, toWordMarkup } from './values.ts'

/** What goes into a gap: a value as a run of text, a value as plain text, a value in HTML, or what the merging needs. */
export type Placeholder =
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
  placeholders: Placeholder[]
}

export type Values = Record<string, string>

/** What stands for a field while a template is rendered: nothing that a text or a value could hold by chance. */
export interface Marker {
  markerFor(field: string): string
  /** Finds them, with the field as the first group. */
  pattern: RegExp
}

export function createMarker(): Marker {
  const token = `x${crypto.randomUUID().replaceAll('-', '')}`
  return { markerFor: (field) => `${token}.${field}.`, pattern: new RegExp(`${token}\\.([a-z0-9_]+)\\.`, 'g') }
}

/** Cuts rendered markup where markers stand. */
export function splitAtMarkers(markup: string, marker: Marker, html = false): Segments {
  const texts: string[] = []
  const placeholders: Placeholder[] = []
  let from = 0
  for (const found of markup.matchAll(marker.pattern)) {
    texts.push(markup.slice(from, found.index))
    placeholders.push(html ? { kind: 'html', field: found[1]! } : placeholderAt(markup, found.index, found[1]!))
    from = found.index + found[0].length
  }
  return { texts: [...texts, markup.slice(from)], placeholders }
}

function placeholderAt(markup: string, at: number, field: string): Placeholder {
  const tag = markup.lastIndexOf('<', at)
  const run = Math.max(markup.lastIndexOf('<w:r>', at), markup.lastIndexOf('<w:r ', at))
  if (!/^<w:t[\s>]/.test(markup.slice(tag, tag + 5)) || run === -1) return { kind: 'plain', field }
  const properties = /^<w:r(?:\s[^>]*)?>\s*(<w:rPr>[\s\S]*?<\/w:rPr>)/.exec(markup.slice(run, tag))
  return { kind: 'word', field, runProperties: properties?.[1] ?? '' }
}

/** Replaces each match of `pattern` in the texts by a text with gaps: 'before', gap, 'after'. */
export function addPlaceholders(
  { texts, placeholders: gaps }: Segments,
  pattern: RegExp,
  toPlaceholder: (match: RegExpExecArray) => [before: string, gap: Placeholder, after: string] | null,
): Segments {
  const result: Segments = { texts: [], placeholders: [] }
  texts.forEach((text, n) => {
    let from = 0
    let pending = ''
    for (const match of text.matchAll(pattern)) {
      const parts = toPlaceholder(match)
      if (!parts) continue
      const [before, placeholder, after] = parts
      result.texts.push(pending + text.slice(from, match.index) + before)
      result.placeholders.push(placeholder)
      pending = after
      from = match.index + match[0].length
    }
    result.texts.push(pending + text.slice(from))
    if (n < gaps.length) result.placeholders.push(gaps[n]!)
  })
  return result
}

/** The markup with its gaps filled; `merging` answers for those that are no values. */
export function fill(
  { texts, placeholders: gaps }: Segments,
  values: Values,
  fillMergePlaceholder: (placeholder: Placeholder) => string = keepOriginal,
): string {
  let markup = texts[0]!
  for (let n = 0; n < gaps.length; n += 1)
    markup += renderPlaceholder(gaps[n]!, values, fillMergePlaceholder) + texts[n + 1]!
  return markup
}

function renderPlaceholder(
  placeholder: Placeholder,
  values: Values,
  fillMergePlaceholder: (placeholder: Placeholder) => string,
): string {
  switch (placeholder.kind) {
    case 'word':
      return toWordMarkup(values[placeholder.field] ?? '', placeholder.runProperties)
    case 'plain':
      return toPlainMarkup(values[placeholder.field] ?? '')
    case 'html':
      return toHtmlMarkup(values[placeholder.field] ?? '')
    default:
      return fillMergePlaceholder(placeholder)
  }
}

function keepOriginal(placeholder: Placeholder): string {
  if (placeholder.kind === 'number') return String(placeholder.number)
  return placeholder.kind === 'relation' ? placeholder.id : ''
}
