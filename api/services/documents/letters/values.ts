/** Texts of people as markup: what is not allowed in XML is dropped, the rest escaped. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control characters, halves of surrogate pairs and the two non-characters cannot stand in XML at all.
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export function escapeMarkup(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)
}

/** A value where lines and tabs mean nothing, such as a title. */
export function toPlainMarkup(value: string): string {
  return escapeMarkup(value.replaceAll(/\s+/g, ' '))
}

/**
 * A value inside `<w:t xml:space="preserve">` of a run with these properties (`<w:rPr>…</w:rPr>` or ''): lines become breaks,
 * tabs tabs, and right-to-left writing a run of its own that says so, since Word does not find out by itself.
 */
export function toWordMarkup(value: string, runProperties: string): string {
  const text = escapeMarkup(value)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\n', '</w:t><w:br/><w:t xml:space="preserve">')
    .replaceAll('\t', '</w:t><w:tab/><w:t xml:space="preserve">')
  if (!rightToLeft.test(value)) return text
  return (
    `</w:t></w:r><w:r>${addRightToLeft(runProperties)}<w:t xml:space="preserve">${text}</w:t></w:r>` +
    `<w:r>${runProperties}<w:t xml:space="preserve">`
  )
}

/** A value in HTML; `bdi` keeps right-to-left writing from disturbing what stands beside it. */
export function toHtmlMarkup(value: string): string {
  const text = escapeMarkup(value).replaceAll(/\r\n?|\n/g, '<br>')
  return rightToLeft.test(value) ? `<bdi>${text}</bdi>` : text
}

/** The schema wants the properties of a run in an order: `rtl` comes before these. */
function addRightToLeft(runProperties: string): string {
  const inner = runProperties
    .replace(/^<w:rPr>/, '')
    .replace(/<\/w:rPr>$/, '')
    .replaceAll(/<w:rtl(?:\s[^>]*)?\/>/g, '')
  const after = inner.search(/<w:(?:cs|em|lang|eastAsianLayout|specVanish|oMath)[\s/>]/)
  const at = after === -1 ? inner.length : after
  return `<w:rPr>${inner.slice(0, at)}<w:rtl/>${inner.slice(at)}</w:rPr>`
}
