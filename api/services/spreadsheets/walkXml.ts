import { TextDecoder } from 'node:util'
import { crc32 } from 'node:zlib'
import { SaxesParser } from 'saxes'
import type { ZipEntry } from '../zip/readEntries.ts'
import { unpack } from '../zip/unpack.ts'
import { WorkbookProblem } from './workbookProblem.ts'

/** Elements are named without their prefix: a workbook may write `x:row` for `row`. */
export interface XmlVisitor {
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  text?(text: string): void
}

const maxDepth = 100
/** The parser keeps a text until its end, and a tag with all of its attributes. */
const maxTextLength = 2_000_000

/**
 * Inflates a part of a workbook and calls the visitor, in memory for one chunk. Yields after each chunk, so that what the visitor has
 * collected can be taken; a caller that stops reading ends it. Throws `WorkbookProblem` if the part is damaged, declares entities or has
 * more than `maxBytes`, whatever size it declares.
 */
export async function* walkXml(entry: ZipEntry, maxBytes: number, visitor: XmlVisitor): AsyncGenerator<void> {
  const parser = createParser(visitor)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let crc = 0
  let textLength = 0
  for await (const chunk of unpack(entry.method, chunksOf(entry.packed), () => new WorkbookProblem('damaged'))) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new WorkbookProblem('too large')
    crc = crc32(chunk, crc)
    const text = decode(decoder, chunk)
    const tag = text.lastIndexOf('<')
    textLength = tag < 0 ? textLength + text.length : text.length - tag
    if (textLength > maxTextLength) throw new WorkbookProblem('too large')
    parser.write(text)
    yield
  }
  parser.write(decode(decoder)).close()
  if (crc !== entry.crc) throw new WorkbookProblem('damaged')
  yield
}

function createParser(visitor: XmlVisitor) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const damaged = () => {
    throw new WorkbookProblem('damaged')
  }
  let depth = 0
  parser.on('error', damaged)
  parser.on('doctype', damaged)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > maxDepth) damaged()
    visitor.open?.(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    visitor.close?.(localName(name))
  })
  if (visitor.text) {
    parser.on('text', (text) => visitor.text!(text))
    parser.on('cdata', (text) => visitor.text!(text))
  }
  return parser
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const chunkBytes = 64 * 1024

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch {
    throw new WorkbookProblem('damaged')
  }
}
