/** A document part split for merging. */
export interface BodyParts {
  /** Everything up to and including `<w:body>`. */
  before: string
  /**
   * The content for every letter but the last. Its final section properties are in the last paragraph, so that another
   * letter can follow.
   */
  nonFinal: string
  /** The content for the last letter. Its final section properties are at the end of the body. */
  final: string
  /** Everything from `</w:body>` on. */
  after: string
}

const sectionPattern = /<w:sectPr(?:\s[^<>]*)?(?:\/>|>(?:[^<]|<(?!w:sectPr[\s/>]))*?<\/w:sectPr>)/g
/** The schema requires these elements after the page number settings. */
const afterPageNumbers =
  /<w:(?:cols|formProt|vAlign|noEndnote|titlePg|textDirection|bidi|rtlGutter|docGrid|printerSettings)[\s/>]/

/**
 * Splits a document part for merging. Each letter starts on a new page with page number 1. `emptyReference` returns a
 * reference to an empty header or footer; it is used where the first section has none and would inherit the previous
 * letter's.
 */
export function splitBody(
  document: string,
  emptyReference: (kind: 'header' | 'footer', type: string) => string,
): BodyParts {
  const cleaned = removeComments(document)
  const start = /<w:body(?:\s[^<>]*)?>/.exec(cleaned)!
  const end = cleaned.lastIndexOf('</w:body>')
  const inner = cleaned.slice(start.index + start[0].length, end)
  const { content, properties } = splitLastSection(inner)
  const isolated = isolateFirstSection(content + properties, emptyReference)
  const { content: bodyContent, properties: finalProperties } = splitLastSection(isolated)
  return {
    before: cleaned.slice(0, start.index + start[0].length),
    nonFinal: endSection(bodyContent, finalProperties),
    final: bodyContent + finalProperties,
    after: cleaned.slice(end),
  }
}

/** Removes comments and tracked section changes. Their ids would repeat in every letter. */
function removeComments(document: string): string {
  return document
    .replaceAll(/<w:sectPrChange(?:[^<]|<(?!w:sectPrChange))*?<\/w:sectPrChange>/g, '')
    .replaceAll(/<w:commentR[^<>]*\/>/g, '')
    .replaceAll(/\sw14:(?:paraId|textId)="[^"]*"/g, '')
}

function splitLastSection(inner: string): { content: string; properties: string } {
  const at = inner.lastIndexOf('<w:sectPr')
  const [properties] = at === -1 ? [] : (inner.slice(at).match(sectionPattern) ?? [])
  // Section properties inside a paragraph end an earlier section; the body then has none of its own.
  if (!properties || inner.slice(at + properties.length).trim() !== '')
    return { content: inner, properties: '<w:sectPr/>' }
  return { content: inner.slice(0, at), properties }
}

/**
 * Changes the first section so that it starts on a new page with page number 1 and references every header and footer
 * type that any section uses.
 */
function isolateFirstSection(
  content: string,
  emptyReference: (kind: 'header' | 'footer', type: string) => string,
): string {
  const sections = content.match(sectionPattern)!
  const first = sections[0]!
  const missing = new Set(sections.flatMap(referencesOf))
  for (const reference of referencesOf(first)) missing.delete(reference)
  const references = [...missing].map((reference) => {
    const [kind, type] = reference.split(' ') as ['header' | 'footer', string]
    return emptyReference(kind, type)
  })
  const changed = restartPageNumbers(startOnNewPage(expandSelfClosing(first).replace(/>/, `>${references.join('')}`)))
  return content.replace(first, () => changed)
}

function referencesOf(section: string): string[] {
  return [...section.matchAll(/<w:(header|footer)Reference\s[^<>]*>/g)].map(
    ([reference, kind]) => `${kind} ${/w:type="(\w+)"/.exec(reference)?.[1] ?? 'default'}`,
  )
}

/** Turns `<w:sectPr/>` into `<w:sectPr></w:sectPr>`, so that elements can be inserted. */
function expandSelfClosing(section: string): string {
  return section.replace(/^<w:sectPr((?:\s[^>]*)?)\/>$/, '<w:sectPr$1></w:sectPr>')
}

function startOnNewPage(section: string): string {
  const type = /<w:type\s[^<>]*\/>/.exec(section)?.[0]
  if (!type) {
    const lastReference = [
      ...section.matchAll(/<w:(?:headerReference|footerReference)\s[^<>]*\/>|<\/w:(?:footnotePr|endnotePr)>/g),
    ].at(-1)
    const at = lastReference ? lastReference.index + lastReference[0].length : section.indexOf('>') + 1
    return `${section.slice(0, at)}<w:type w:val="nextPage"/>${section.slice(at)}`
  }
  return /"(?:evenPage|oddPage|nextPage)"/.test(type) ? section : section.replace(type, '<w:type w:val="nextPage"/>')
}

function restartPageNumbers(section: string): string {
  const pageNumbers = /<w:pgNumType\b[^<>]*\/>/.exec(section)?.[0]
  if (pageNumbers)
    return /w:start=/.test(pageNumbers)
      ? section
      : section.replace(pageNumbers, `${pageNumbers.slice(0, -2).trimEnd()} w:start="1"/>`)
  const after = section.search(afterPageNumbers)
  const at = after === -1 ? section.lastIndexOf('</w:sectPr>') : after
  return `${section.slice(0, at)}<w:pgNumType w:start="1"/>${section.slice(at)}`
}

/**
 * Puts section properties into the last paragraph, or into an additional tiny paragraph if the last one cannot take
 * them.
 */
function endSection(content: string, properties: string): string {
  const start = findLastParagraph(content)
  const paragraph = start === -1 ? '' : content.slice(start)
  const emptyParagraph = `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>${properties}</w:pPr></w:p>`
  if (paragraph === '' || paragraph.search(sectionPattern) !== -1) return content + emptyParagraph
  const opening = /^<w:p(?:\s[^>]*?)?(\/?)>/.exec(paragraph)!
  const before = content.slice(0, start)
  if (opening[1] === '/') return `${before}<w:p><w:pPr>${properties}</w:pPr></w:p>`
  const rest = paragraph.slice(opening[0].length)
  const existing = /^\s*<w:pPr(?:\s[^>]*)?(\/>|>)/.exec(rest)
  if (!existing) return `${before}${opening[0]}<w:pPr>${properties}</w:pPr>${rest}`
  if (existing[1] === '/>') return `${before}${opening[0]}<w:pPr>${properties}</w:pPr>${rest.slice(existing[0].length)}`
  // Section properties go before a tracked change of the paragraph properties, otherwise at their end.
  const close = rest.indexOf('</w:pPr>')
  const change = rest.indexOf('<w:pPrChange')
  const at = change !== -1 && change < close ? change : close
  return `${before}${opening[0]}${rest.slice(0, at)}${properties}${rest.slice(at)}`
}

/** Returns the index of the body's last paragraph, or -1 if the body ends with another element. */
function findLastParagraph(content: string): number {
  if (!/(?:<\/w:p>|<w:p(?:\s[^<>]*)?\/>)$/.test(content.slice(-400).trimEnd())) return -1
  let depth = 0
  let start = -1
  // Paragraphs may be nested in text boxes.
  for (const tag of content.matchAll(/<w:p(?:\s[^<>]*?)?(\/?)>|<\/w:p>/g)) {
    if (tag[0].startsWith('</')) depth -= 1
    else {
      if (depth === 0) start = tag.index
      if (tag[1] !== '/') depth += 1
    }
  }
  return start
}
