/** User text as markup: characters that XML does not allow are dropped, the rest is escaped. */

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML does not allow control characters, lone surrogates and the two noncharacters.
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

export function escapeMarkup(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, (sign) => escapes[sign]!)
}

/** A value without line breaks and tabs, for example in a title. */
export function toPlainMarkup(value: string): string {
  return escapeMarkup(value.replaceAll(/\s+/g, ' '))
}

/**
 * A value inside `<w:t xml:space="preserve">` of a run with these properties (`<w:rPr>…</w:rPr>` or ''). Line breaks
 * and tabs become elements. Right-to-left text becomes a run of its own with `<w:rtl/>`, because Word does not detect
 * the direction.
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

/** A value in HTML. `bdi` isolates right-to-left text from the text around it. */
export function toHtmlMarkup(value: string): string {
  const text = escapeMarkup(value).replaceAll(/\r\n?|\n/g, '<br>')
  return rightToLeft.test(value) ? `<bdi>${text}</bdi>` : text
}

/** The schema requires `rtl` before these elements. */
function addRightToLeft(runProperties: string): string {
  const inner = runProperties
    .replace(/^<w:rPr>/, '')
    .replace(/<\/w:rPr>$/, '')
    .replaceAll(/<w:rtl(?:\s[^<>]*)?\/>/g, '')
  const after = inner.search(/<w:(?:cs|em|lang|eastAsianLayout|specVanish|oMath)[\s/>]/)
  const at = after === -1 ? inner.length : after
  return `<w:rPr>${inner.slice(0, at)}<w:rtl/>${inner.slice(at)}</w:rPr>`
}
