import { SaxesParser, type SaxesTagNS } from 'saxes'
import { DocumentRefused, assertValid, toDisplayText } from '../documentRefused.ts'
import { limits } from '../limits.ts'

/** An element with its resolved namespace (`uri`, `local`), and its attributes by the name that the part gives them. */
export type Element = SaxesTagNS

interface Visitor {
  /** `position` is behind the tag, in characters of the decoded part. */
  open?(element: Element, position: number): void
  close?(element: Element, position: number): void
  text?(text: string): void
}

/** The prefix by which docxtemplater and the letter writers find the elements of WordprocessingML. */
const wordPrefix = 'w'

/** Transitional, strict, and the format of Word 2003, which has the same names. */
const wordNamespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
  'http://schemas.microsoft.com/office/word/2003/wordml',
])

const officeNamespaces =
  /^(?:http:\/\/schemas\.openxmlformats\.org\/|http:\/\/purl\.oclc\.org\/ooxml\/|http:\/\/schemas\.microsoft\.com\/|urn:schemas-microsoft-com:)/i

export const isWordNamespace = (uri: string) => wordNamespaces.has(uri)
export const isOfficeNamespace = (uri: string) => officeNamespaces.test(uri)

/** Whether a part has its elements by names that the letter writers do not look for. */
export function hasForeignPrefix({ prefix, uri, attributes }: Element): boolean {
  const isForeign = (name: { prefix: string; uri: string }) =>
    (name.prefix === wordPrefix) !== isWordNamespace(name.uri)
  return isForeign({ prefix, uri }) || Object.values(attributes).some(isForeign)
}

/** The values of the attributes with a local name, in any namespace. */
export function attributesOf({ attributes }: Element, local: string): string[] {
  return Object.values(attributes).flatMap((attribute) => (attribute.local === local ? attribute.value : []))
}

/**
 * Parses a part and calls the visitor. Throws `DocumentRefused` if it is not well-formed UTF-8, declares entities or exceeds the limits,
 * and unless `allowComments`, if it has comments, CDATA sections or processing instructions: Word writes none, and the letter
 * writers would take what is in them for markup.
 */
export function walkMarkup(name: string, content: Buffer, visitor: Visitor, { allowComments = false } = {}): void {
  const part = `'${toDisplayText(name)}' inside the document`
  assertValid(content.length <= limits.markupBytes, `${part} is too large.`)
  const parser = new SaxesParser({ xmlns: true })
  let depth = 0
  let elements = 0
  parser.on('error', (error) => {
    throw new DocumentRefused(`${part} is damaged: ${toDisplayText(error.message.split('\n')[0]!)}.`)
  })
  parser.on('xmldecl', ({ version = '1.0', encoding = 'UTF-8' }) => {
    // Word decodes a part as it declares, which may not be what is read here.
    assertValid(
      version === '1.0' && encoding.toUpperCase() === 'UTF-8',
      `${part} is not declared as UTF-8: save the document again in Word.`,
    )
  })
  parser.on('doctype', () => {
    throw new DocumentRefused(`${part} declares entities, which Word never does.`)
  })
  parser.on('opentag', (element) => {
    depth += 1
    elements += 1
    assertValid(depth <= limits.depth, `${part} is nested too deeply.`)
    assertValid(elements <= limits.elements, `${part} has too many elements.`)
    visitor.open?.(element, parser.position)
  })
  parser.on('closetag', (element) => {
    depth -= 1
    visitor.close?.(element, parser.position)
  })
  const refuseComments = () => {
    assertValid(
      allowComments,
      `${part} has comments or sections that Word does not write: open the document in Word, save it and upload that file.`,
    )
  }
  parser.on('comment', refuseComments)
  parser.on('processinginstruction', refuseComments)
  parser.on('cdata', (text) => {
    refuseComments()
    visitor.text?.(text)
  })
  if (visitor.text) parser.on('text', (text) => visitor.text!(text))
  parser.write(decodeMarkup(name, content)).close()
}

/** The text of a part without a byte order mark. Throws `DocumentRefused` if it is not in UTF-8. */
export function decodeMarkup(name: string, content: Buffer): string {
  const part = `'${toDisplayText(name)}' inside the document`
  const [first, second] = content
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  // docxtemplater reads only UTF-8, so another encoding would bypass these checks.
  assertValid(!isUtf16, `${part} is in UTF-16: save the document again in Word.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new DocumentRefused(`${part} is not in UTF-8: save the document again in Word.`)
  }
}
