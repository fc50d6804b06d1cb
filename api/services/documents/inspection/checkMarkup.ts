import { SaxesParser } from 'saxes'
import { limits } from '../limits.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused, assertValid } from '../documentRefused.ts'
import { createFieldCodeCollector } from './fieldCodes.ts'
import { toDisplayText } from '../letters/tagErrors.ts'

interface Visitor {
  open?(tag: string, attributes: Record<string, string>): void
  close?(tag: string): void
  text?(text: string): void
}

/**
 * Parses a part and calls the visitor. Throws `DocumentRefused` if it is not well-formed, declares entities or exceeds
 * the limits.
 */
export function walkMarkup(name: string, content: Buffer, visitor: Visitor): void {
  const markup = decode(name, content)
  const parser = new SaxesParser({ xmlns: false })
  let depth = 0
  let elements = 0
  parser.on('error', (error) => {
    throw new DocumentRefused(
      `'${toDisplayText(name)}' inside the document is damaged: ${toDisplayText(error.message.split('\n')[0]!)}.`,
    )
  })
  parser.on('doctype', () => {
    throw new DocumentRefused(`'${toDisplayText(name)}' inside the document declares entities, which Word never does.`)
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    assertValid(depth <= limits.depth, `'${toDisplayText(name)}' inside the document is nested too deeply.`)
    assertValid(elements <= limits.elements, `'${toDisplayText(name)}' inside the document has too many elements.`)
    visitor.open?.(tag.name, tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    visitor.close?.(tag.name)
  })
  if (visitor.text) parser.on('text', (text) => visitor.text!(text))
  parser.write(markup).close()
}

/** Returns reasons to refuse the XML parts: embedded objects, embedded documents, and fields that fetch data. */
export function checkMarkup(parts: Parts): string[] {
  const reasons: string[] = []
  for (const [name, content] of parts) {
    if (!name.toLowerCase().endsWith('.xml')) continue
    const codes = createFieldCodeCollector()
    let text = ''
    walkMarkup(name, content, {
      open: (tag, attributes) => {
        if (Object.hasOwn(forbiddenElements, tag)) reasons.push(forbiddenElements[tag]!)
        codes.open(tag, attributes)
      },
      close: (tag) => {
        codes.close(tag)
        if (tag === 'w:p') text += '\n'
      },
      text: (piece) => {
        codes.text(piece)
        text += piece
      },
    })
    reasons.push(...codes.reasons())
    assertFieldLimits(text)
    if (/^word\/(?:footnotes|endnotes|comments)\.xml$/i.test(name) && /\{[#^/@]?\s*\w+\s*\}/.test(text))
      reasons.push('Fields in footnotes, endnotes and comments are not filled: move them into the text.')
    if (name === 'word/document.xml')
      assertValid(/<w:body[\s>]/.test(content.toString('utf8')), 'The document has no text (no body).')
  }
  return reasons
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

const embeddedObjectMessage = 'The document contains an embedded object: insert it as a picture instead.'
const forbiddenElements: Record<string, string> = {
  'o:OLEObject': embeddedObjectMessage,
  'w:object': embeddedObjectMessage,
  'w:objectEmbed': embeddedObjectMessage,
  'w:objectLink': embeddedObjectMessage,
  'w:control': 'The document contains ActiveX controls: delete them.',
  'w:altChunk':
    'The document inserts another document when it is opened (altChunk): paste the text of that document instead.',
  'w:subDoc': 'The document consists of several files (subdocuments): merge them into one.',
  'w:mailMerge': 'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
  'w:frameset': 'The document contains frames with other files: remove them.',
}

function decode(name: string, content: Buffer): string {
  const [first, second] = content
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  // docxtemplater reads only UTF-8, so another encoding would bypass these checks.
  assertValid(!isUtf16, `'${toDisplayText(name)}' inside the document is in UTF-16: save the document again in Word.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new DocumentRefused(
      `'${toDisplayText(name)}' inside the document is not in UTF-8: save the document again in Word.`,
    )
  }
}
