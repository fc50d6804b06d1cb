import { toDisplayText } from '../documentRefused.ts'

/** An error of docxtemplater, which may wrap several errors. */
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

/** Describes errors in a template's tags, each in a sentence that says what to fix. */
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
      return `A '}' has no matching '{', near '${tag}'.`
    case 'unclosed_tag':
      return `The field '{${tag}' is not closed: add '}' after its name.`
    case 'duplicate_open_tag':
    case 'duplicate_close_tag':
      return `Use single braces for fields, such as {owner_name}: there are double braces near '${tag}'.`
    case 'unclosed_loop':
      return `The section {#${tag}} is not closed: add {/${tag}} at its end.`
    case 'unopened_loop':
      return `{/${tag}} closes a section that is not open.`
    case 'closing_tag_does_not_match_opening_tag':
      return `The section {#${toDisplayText(properties.openingtag ?? '')}} is closed by {/${toDisplayText(properties.closingtag ?? '')}}.`
    case 'raw_xml_tag_not_in_paragraph':
    case 'raw_tag_outerxml_invalid':
    case 'invalid_raw_xml_value':
      return rawXmlReason(tag)
    case 'unbalanced_loop_tags':
    case 'loop_position_invalid':
      return 'A section starts in one table cell or row and ends in another.'
    default:
      return `A field cannot be read${tag ? ` near '${tag}'` : ''}: ${toDisplayText(message) || 'its braces are split'}.`
  }
}

export function rawXmlReason(tag: string): string {
  return `{@${tag}} would insert markup, which is not allowed: use {${tag}}.`
}
