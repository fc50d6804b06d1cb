import { toHtmlMarkup, toPlainMarkup, toWordMarkup } from './values.ts'

/**
 * What a placeholder stands for: a value inside a text run, a value as plain text, a value in HTML, or an id that
 * depends on the letter.
 */
export type Placeholder =
  | { kind: 'word'; field: string; runProperties: string }
  | { kind: 'plain' | 'html'; field: string }
  /** A number that is unique among the letters of the document. */
  | { kind: 'number'; number: number }
  /** A suffix that makes a name unique among the letters. */
  | { kind: 'suffix' }
  /** The relationship id of a header or footer, which may vary by letter. */
  | { kind: 'relation'; id: string }

/** Markup with placeholders between `texts`. `texts` has one more element than `placeholders`. */
export interface Segments {
  texts: string[]
  placeholders: Placeholder[]
}

export type Values = Record<string, string>

/**
 * The text that represents a field while the template is rendered. It is random, so that no text or value contains it
 * by accident.
 */
export interface Marker {
  markerFor(field: string): string
  /** Matches a marker; the first group is the field. */
  pattern: RegExp
}

export function createMarker(): Marker {
  const token = `x${crypto.randomUUID().replaceAll('-', '')}`
  return { markerFor: (field) => `${token}.${field}.`, pattern: new RegExp(`${token}\\.([a-z0-9_]+)\\.`, 'g') }
}

/** Splits rendered markup at its markers. */
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

/** Replaces each match of `pattern` in the texts by text before, a placeholder, and text after. */
export function addPlaceholders(
  { texts, placeholders }: Segments,
  pattern: RegExp,
  toPlaceholder: (match: RegExpExecArray) => [before: string, placeholder: Placeholder, after: string] | null,
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
    if (n < placeholders.length) result.placeholders.push(placeholders[n]!)
  })
  return result
}

/**
 * Returns the markup with values inserted. `fillIdPlaceholder` returns the text for placeholders that are not
 * values.
 */
export function fill(
  { texts, placeholders }: Segments,
  values: Values,
  fillIdPlaceholder: (placeholder: Placeholder) => string = keepOriginal,
): string {
  let markup = texts[0]!
  for (let n = 0; n < placeholders.length; n += 1)
    markup += renderPlaceholder(placeholders[n]!, values, fillIdPlaceholder) + texts[n + 1]!
  return markup
}

function renderPlaceholder(
  placeholder: Placeholder,
  values: Values,
  fillIdPlaceholder: (placeholder: Placeholder) => string,
): string {
  switch (placeholder.kind) {
    case 'word':
      return toWordMarkup(values[placeholder.field] ?? '', placeholder.runProperties)
    case 'plain':
      return toPlainMarkup(values[placeholder.field] ?? '')
    case 'html':
      return toHtmlMarkup(values[placeholder.field] ?? '')
    default:
      return fillIdPlaceholder(placeholder)
  }
}

function keepOriginal(placeholder: Placeholder): string {
  if (placeholder.kind === 'number') return String(placeholder.number)
  return placeholder.kind === 'relation' ? placeholder.id : ''
}
