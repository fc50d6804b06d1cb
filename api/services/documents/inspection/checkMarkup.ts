import { assertValid, toDisplayText } from '../documentRefused.ts'
import { limits } from '../limits.ts'
import { contentTypesPart, findMainPart, readContentTypes } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import {
  hasForeignPrefix,
  isOfficeNamespace,
  isWordNamespace,
  walkMarkup,
  type Element,
} from '../package/walkMarkup.ts'
import { createFieldCodeCollector } from './fieldCodes.ts'
import { dataType, reasonByName } from './partTypes.ts'

/** Attributes that name a file or an address without a relationship. */
const addressAttributes = new Set(['src', 'href', 'manifestLocation', 'schemaLocation'])
/** Elements whose text does: the form of a document library, and the base of relative links. */
const addressElements = new Set(['xsnLocation', 'HyperlinkBase'])
const relationshipNamespace = /\/officeDocument\/(?:2006\/)?relationships$/

const mergeField = /\{[#^/@]?\s*\w+\s*\}/

/**
 * Returns reasons to refuse the XML parts: embedded objects, embedded documents, addresses, and fields that fetch data. Names are
 * compared with their namespaces resolved, however a part spells them.
 */
export function checkMarkup(parts: Parts): string[] {
  const types = readContentTypes(parts)
  const main = findMainPart(parts)
  const reasons: string[] = []
  for (const [name, content] of parts) {
    if (name === contentTypesPart || !name.toLowerCase().endsWith('.xml')) continue
    const isData = types.typeOf(name) === dataType
    const codes = createFieldCodeCollector()
    let text = ''
    let hasForeignNames = false
    let hasBody = false
    let isAddress = false
    walkMarkup(
      name,
      content,
      {
        open(element) {
          reasons.push(...checkElement(element))
          hasForeignNames ||= hasForeignPrefix(element)
          isAddress = addressElements.has(element.local) && isOfficeNamespace(element.uri)
          hasBody ||= element.local === 'body' && isWordNamespace(element.uri)
          codes.open(element)
        },
        close(element) {
          isAddress = false
          codes.close(element)
          if (element.local === 'p' && isWordNamespace(element.uri)) text += '\n'
        },
        text(piece) {
          codes.text(piece)
          text += piece
          if (isAddress && piece.trim()) reasons.push(explainAddress(piece))
        },
      },
      { allowComments: isData },
    )
    reasons.push(...codes.reasons())
    if (hasForeignNames && !isData)
      reasons.push(
        `'${toDisplayText(name)}' inside the document names its elements in a way that Word does not: open the document in Word, save it and upload that file.`,
      )
    assertFieldLimits(text)
    if (/^word\/(?:footnotes|endnotes|comments)\.xml$/i.test(name) && mergeField.test(text))
      reasons.push('Fields in footnotes, endnotes and comments are not filled: move them into the text.')
    if (name === main) assertValid(hasBody, 'The document has no text (no body).')
  }
  return reasons
}

function checkElement({ local, uri, attributes }: Element): string[] {
  if (!isOfficeNamespace(uri)) return []
  const reason = reasonByName(local)
  const addresses = Object.values(attributes).filter(
    (attribute) =>
      addressAttributes.has(attribute.local) &&
      (attribute.uri === '' || isOfficeNamespace(attribute.uri)) &&
      !relationshipNamespace.test(attribute.uri) &&
      /^\s*[^\s#]/.test(attribute.value),
  )
  return [...(reason ? [reason] : []), ...addresses.map(({ value }) => explainAddress(value))]
}

function explainAddress(address: string): string {
  return `The document fetches ${toDisplayText(address).trim()}: remove it or insert it into the document.`
}

/** The time to compile nested sections grows exponentially with their depth. */
function assertFieldLimits(text: string): void {
  const fields = text.split('{').length - 1
  assertValid(
    fields <= limits.fields,
    `The document has too many fields: at most ${limits.fields.toLocaleString('en-US')}.`,
  )
  let depth = 0
  for (const [, sign] of text.matchAll(/\{\s*([#^/])/g)) {
    depth = Math.max(0, depth + (sign === '/' ? -1 : 1))
    assertValid(depth <= limits.sections, `Sections are nested too deeply: at most ${limits.sections} levels.`)
  }
}
