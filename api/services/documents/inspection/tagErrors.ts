/** What docxtemplater reports: one error, or several as one. */
interface TagError {
  properties?: {
    id?: string
    errors?: TagError[]
    xtag?: string
    openingtag?: string
    closingtag?: string
    context?: string
  }
  message?: string
}

/** Errors in the tags of a template, each as a sentence that says what to mend. */
export function explainTagErrors(error: unknown): string[] {
  const { properties } = error as TagError
  if (!properties) throw error
  const errors = properties.errors ?? [error as TagError]
  return [...new Set(errors.map(explain))].slice(0, 10)
}

function explain({ properties = {}, message = '' }: TagError): string {
  const tag = toDisplayText(properties.xtag ?? properties.context ?? '')
  switch (properties.id) {
    case 'unopened_tag':
      return `There is a '}' without a '{' before it, near '${tag}'.`
    case 'unclosed_tag':
      return `The field '{${tag}' is not closed: write '}' after its name.`
    case 'duplicate_open_tag':
    case 'duplicate_close_tag':
      return `Write fields in single braces, such as {owner_name}: there are two near '${tag}'.`
    case 'unclosed_loop':
      return `The section {#${tag}} is never closed: write {/${tag}} where it ends.`
    case 'unopened_loop':
      return `{/${tag}} ends a section that was never opened.`
    case 'closing_tag_does_not_match_opening_tag':
      return `The section {#${toDisplayText(properties.openingtag ?? '')}} is closed by {/${toDisplayText(properties.closingtag ?? '')}}.`
    case 'raw_xml_tag_not_in_paragraph':
    case 'raw_tag_outerxml_invalid':
    case 'invalid_raw_xml_value':
      return rawXmlReason(tag)
    case 'unbalanced_loop_tags':
    case 'loop_position_invalid':
      return 'A section begins in one cell or row of a table and ends in another.'
    default:
      return `A field cannot be read${tag ? ` near '${tag}'` : ''}: ${toDisplayText(message) || 'its braces are torn apart'}.`
  }
}

export function rawXmlReason(tag: string): string {
  return `{@${tag}} would put markup into the letter, which is not allowed: write {${tag}}.`
}

/** Text of the document, fit to be shown. */
export function toDisplayText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 60)
}
