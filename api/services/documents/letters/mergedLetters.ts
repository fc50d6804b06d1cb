import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Letter } from '../documents.ts'
import { contentTypesPart, findMainPart } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, ZipWriter } from '../package/writeZip.ts'
import { assertValid } from '../documentRefused.ts'
import { HeaderVariants } from './headerVariants.ts'
import type { LetterWriter } from './letterWriter.ts'
import { splitBody } from './splitBody.ts'
import type { RenderedTemplate } from './render.ts'
import { splitAtMarkers, addPlaceholders, fill, type Placeholder, type Segments } from './segments.ts'
import { letterCompressionLevel, Template } from './template.ts'

/** A rendered template, split for merging. */
interface Shape {
  before: string
  nonFinal: Segments
  final: Segments
  after: string
  /** Headers and footers by part name. */
  headers: Map<string, Segments>
  /**
   * Other templated parts, such as the document's properties. They occur once per document, so their fields are left
   * empty.
   */
  sharedParts: Map<string, string>
}

/** The maximum size of a part in a 32-bit archive, less a tenth because letters differ in length. */
const maxMarkupBytes = 0xffffffff * 0.9
const tooLargeMessage =
  'One document with all of these letters would be larger than 4 GB. Print fewer letters, or a zip file.'

/** The offset between the ids of one letter and those of the next. */
const idsPerLetter = 20_000

/**
 * Prints one document with many letters: the template's body repeated, each time with its own sections, headers and
 * footers. The document part is deflated in pieces, so it is never in memory as a whole.
 */
export class MergedLetters implements LetterWriter {
  private readonly template: Template<Shape>
  private readonly mainPart: string
  private readonly archive: ZipWriter
  private readonly headers: HeaderVariants
  private readonly count: number
  private readonly documentPart = { crc: 0, size: 0, packedSize: 0 }
  private pendingLetter: Letter | null = null
  private printedCount = 0

  constructor(parts: Parts, createdAt: Date, count: number) {
    this.count = count
    this.mainPart = findMainPart(parts)!
    this.archive = new ZipWriter(createdAt)
    this.headers = new HeaderVariants(parts, this.mainPart)
    this.template = new Template(parts, (shape) => this.prepareShape(shape))
  }

  async add(letters: Letter[]): Promise<Buffer[]> {
    const pieces: Buffer[] = []
    let markup = ''
    for (const letter of letters) {
      if (this.printedCount === 0 && !this.pendingLetter) {
        const { before, sharedParts } = await this.template.shapeFor(letter.values)
        pieces.push(...this.begin(sharedParts))
        markup = before
      }
      // A letter is written when the next one arrives, because the last letter ends differently.
      if (this.pendingLetter) markup += await this.renderBody(this.pendingLetter, 'nonFinal')
      this.pendingLetter = letter
    }
    pieces.push(...this.compress(markup, false))
    // Estimates the total size from the first letters, so that the job fails before the first bytes are sent.
    assertValid(
      (this.documentPart.size / Math.max(1, this.printedCount)) * this.count < maxMarkupBytes,
      tooLargeMessage,
    )
    return pieces
  }

  async finish(): Promise<Buffer[]> {
    assertValid(this.pendingLetter, 'There is nothing to print.')
    const { after } = await this.template.shapeFor(this.pendingLetter.values)
    const pieces = this.compress((await this.renderBody(this.pendingLetter, 'final')) + after, true)
    pieces.push(this.archive.endEntry(this.mainPart, this.documentPart))
    for (const [name, packed] of this.headers.deferredParts()) pieces.push(...this.archive.addEntry(name, packed))
    return [...pieces, ...this.archive.finish()]
  }

  /** Writes all parts that do not depend on the letters, then opens the document part. */
  private begin(sharedParts: Map<string, string>): Buffer[] {
    const deferred = new Set([this.mainPart, ...this.headers.deferredPartNames()])
    const names = [...this.template.parts.keys()].filter((name) => !deferred.has(name) && name !== contentTypesPart)
    const first = deferred.has(contentTypesPart) ? [] : [contentTypesPart]
    return [
      ...[...first, ...names].flatMap((name) => {
        const text = sharedParts.get(name)
        return this.archive.addEntry(
          name,
          text === undefined ? this.template.packedPart(name) : pack(Buffer.from(text)),
        )
      }),
      this.archive.beginEntry(this.mainPart),
    ]
  }

  private async renderBody({ values }: Letter, place: 'nonFinal' | 'final'): Promise<string> {
    const shape = await this.template.shapeFor(values)
    const number = this.printedCount
    this.printedCount += 1
    return fill(shape[place], values, (placeholder) => {
      if (placeholder.kind === 'number') return String(placeholder.number + number * idsPerLetter)
      if (placeholder.kind === 'suffix') return number === 0 ? '' : `_${number}`
      return placeholder.kind === 'relation'
        ? this.headers.relationshipFor(placeholder.id, (part) => renderHeader(shape, part, values))
        : ''
    })
  }

  /**
   * Compresses a piece of the document part. The flush ends each piece at a byte boundary, so pieces can be
   * concatenated.
   */
  private compress(markup: string, isLast: boolean): Buffer[] {
    if (markup === '' && !isLast) return []
    const bytes = Buffer.from(markup)
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    const data = deflateRawSync(bytes, { level: letterCompressionLevel, finishFlush })
    this.documentPart.crc = crc32(bytes, this.documentPart.crc)
    this.documentPart.size += bytes.length
    this.documentPart.packedSize += data.length
    return [data]
  }

  private prepareShape({ parts, marker }: RenderedTemplate): Shape {
    const document = this.headers.countPagesBySection(this.mainPart, parts.get(this.mainPart)!)
    const { before, nonFinal, final, after } = splitBody(document, (kind, type) =>
      this.headers.emptyReference(kind, type),
    )
    const toSegments = (markup: string) => this.makeRepeatable(splitAtMarkers(markup, marker))
    const headers = [...parts].filter(([name]) => this.headers.isHeader(name))
    const sharedParts = [...parts].filter(([name]) => name !== this.mainPart && !this.headers.isHeader(name))
    return {
      before,
      nonFinal: toSegments(nonFinal),
      final: toSegments(final),
      after,
      headers: new Map(
        headers.map(([name, text]) => [
          name,
          splitAtMarkers(this.headers.countPagesBySection(this.mainPart, text), marker),
        ]),
      ),
      sharedParts: new Map(sharedParts.map(([name, text]) => [name, text.replaceAll(marker.pattern, '')])),
    }
  }

  /** Replaces ids and names that must be unique in a document, and references to headers that vary, by placeholders. */
  private makeRepeatable(segments: Segments): Segments {
    const number = (text: string): Placeholder => ({ kind: 'number', number: Number(text) % idsPerLetter })
    let result = addPlaceholders(
      segments,
      /(<w:bookmark(?:Start|End)\s(?:[^<>]*\s)?w:id=")(\d+)(")/g,
      ([, before, id, after]) => [before!, number(id!), after!],
    )
    result = addPlaceholders(result, /(<wp:docPr\s(?:[^<>]*\s)?id=")(\d+)(")/g, ([, before, id, after]) => [
      before!,
      number(id!),
      after!,
    ])
    result = addPlaceholders(
      result,
      /(<w:bookmarkStart\b[^<>]*?\sw:name="[^"<>]*|<w:hyperlink\b[^<>]*?\sw:anchor="[^"<>]*)(")/g,
      ([, before, after]) => [before!, { kind: 'suffix' }, after!],
    )
    return addPlaceholders(
      result,
      /(<w:(?:header|footer)Reference\s(?:[^<>]*\s)?r:id=")([^"<>]+)(")/g,
      ([, before, id, after]) => (this.headers.canVary(id!) ? [before!, { kind: 'relation', id: id! }, after!] : null),
    )
  }
}

function renderHeader(shape: Shape, part: string, values: Letter['values']): string {
  const segments = shape.headers.get(part)
  return segments ? fill(segments, values) : ''
}
