import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Letter } from '../documents.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, ZipWriter } from '../package/writeZip.ts'
import { assertValid } from '../documentRefused.ts'
import { HeaderVariants } from './headerVariants.ts'
import type { LetterWriter } from './createLetterWriter.ts'
import { splitBody } from './splitBody.ts'
import { splitAtMarkers, addPlaceholders, fill, type Placeholder, type Segments } from './segments.ts'
import { contentTypesPart, letterCompressionLevel, findMainPart, Template, type Shape } from './template.ts'

/** A rendered template, split for merging. */
interface PreparedShape {
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
  private readonly template: Template<PreparedShape>
  private readonly main: string
  private readonly archive: ZipWriter
  private readonly headers: HeaderVariants
  private readonly count: number
  private readonly counted = { crc: 0, size: 0, packedSize: 0 }
  private waiting: Letter | null = null
  private made = 0

  constructor(parts: Parts, at: Date, count: number) {
    this.count = count
    this.main = findMainPart(parts)
    this.archive = new ZipWriter(at)
    this.headers = new HeaderVariants(parts, this.main)
    this.template = new Template(parts, (shape) => this.ready(shape))
  }

  async add(letters: Letter[]): Promise<Buffer[]> {
    const pieces: Buffer[] = []
    let markup = ''
    for (const letter of letters) {
      if (this.made === 0 && !this.waiting) {
        const { before, sharedParts: once } = await this.template.shapeFor(letter.values)
        pieces.push(...this.begin(once))
        markup = before
      }
      // A letter is written when the next one arrives, because the last letter ends differently.
      if (this.waiting) markup += await this.body(this.waiting, 'nonFinal')
      this.waiting = letter
    }
    pieces.push(...this.deflate(markup, false))
    // Estimates the total size from the first letters, so that the job fails before the first bytes are sent.
    assertValid((this.counted.size / Math.max(1, this.made)) * this.count < maxMarkupBytes, tooLargeMessage)
    return pieces
  }

  async finish(): Promise<Buffer[]> {
    assertValid(this.waiting, 'There is nothing to print.')
    const { after } = await this.template.shapeFor(this.waiting.values)
    const pieces = this.deflate((await this.body(this.waiting, 'final')) + after, true)
    pieces.push(this.archive.endEntry(this.main, this.counted))
    for (const [name, packed] of this.headers.deferredParts()) pieces.push(...this.archive.addEntry(name, packed))
    return [...pieces, ...this.archive.finish()]
  }

  /** Writes all parts that do not depend on the letters, then opens the document part. */
  private begin(sharedParts: Map<string, string>): Buffer[] {
    const late = new Set([this.main, ...this.headers.deferredPartNames()])
    const names = [...this.template.parts.keys()].filter((name) => !late.has(name) && name !== contentTypesPart)
    const first = late.has(contentTypesPart) ? [] : [contentTypesPart]
    return [
      ...[...first, ...names].flatMap((name) => {
        const text = sharedParts.get(name)
        return this.archive.addEntry(
          name,
          text === undefined ? this.template.packedPart(name) : pack(Buffer.from(text)),
        )
      }),
      this.archive.beginEntry(this.main),
    ]
  }

  private async body({ values }: Letter, place: 'nonFinal' | 'final'): Promise<string> {
    const shape = await this.template.shapeFor(values)
    const number = this.made
    this.made += 1
    return fill(shape[place], values, (gap) => {
      if (gap.kind === 'number') return String(gap.number + number * idsPerLetter)
      if (gap.kind === 'suffix') return number === 0 ? '' : `_${number}`
      return gap.kind === 'relation'
        ? this.headers.relationshipFor(gap.id, (part) => renderHeader(shape, part, values))
        : ''
    })
  }

  /**
   * Compresses a piece of the document part. The flush ends each piece at a byte boundary, so pieces can be
   * concatenated.
   */
  private deflate(markup: string, isLast: boolean): Buffer[] {
    if (markup === '' && !isLast) return []
    const bytes = Buffer.from(markup)
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    const data = deflateRawSync(bytes, { level: letterCompressionLevel, finishFlush })
    this.counted.crc = crc32(bytes, this.counted.crc)
    this.counted.size += bytes.length
    this.counted.packedSize += data.length
    return [data]
  }

  private ready({ parts, marker }: Shape): PreparedShape {
    const document = this.headers.countPagesBySection(this.main, parts.get(this.main)!)
    const { before, nonFinal, final, after } = splitBody(document, (kind, type) =>
      this.headers.emptyReference(kind, type),
    )
    const segmentsOf = (markup: string) => this.repeatable(splitAtMarkers(markup, marker))
    const headers = [...parts].filter(([name]) => this.headers.isHeader(name))
    const sharedParts = [...parts].filter(([name]) => name !== this.main && !this.headers.isHeader(name))
    return {
      before,
      nonFinal: segmentsOf(nonFinal),
      final: segmentsOf(final),
      after,
      headers: new Map(
        headers.map(([name, text]) => [
          name,
          splitAtMarkers(this.headers.countPagesBySection(this.main, text), marker),
        ]),
      ),
      sharedParts: new Map(sharedParts.map(([name, text]) => [name, text.replaceAll(marker.pattern, '')])),
    }
  }

  /** Replaces ids and names that must be unique in a document, and references to headers that vary, by placeholders. */
  private repeatable(segments: Segments): Segments {
    const number = (text: string): Placeholder => ({ kind: 'number', number: Number(text) % idsPerLetter })
    let result = addPlaceholders(
      segments,
      /(<w:bookmark(?:Start|End)\b[^>]*?\sw:id=")(\d+)(")/g,
      ([, before, id, after]) => [before!, number(id!), after!],
    )
    result = addPlaceholders(result, /(<wp:docPr\b[^>]*?\sid=")(\d+)(")/g, ([, before, id, after]) => [
      before!,
      number(id!),
      after!,
    ])
    result = addPlaceholders(
      result,
      /(<w:bookmarkStart\b[^>]*?\sw:name="[^"]*|<w:hyperlink\b[^>]*?\sw:anchor="[^"]*)(")/g,
      ([, before, after]) => [before!, { kind: 'suffix' }, after!],
    )
    return addPlaceholders(
      result,
      /(<w:(?:header|footer)Reference\b[^>]*?\sr:id=")([^"]+)(")/g,
      ([, before, id, after]) => (this.headers.canVary(id!) ? [before!, { kind: 'relation', id: id! }, after!] : null),
    )
  }
}

function renderHeader(shape: PreparedShape, part: string, values: Letter['values']): string {
  const segments = shape.headers.get(part)
  return segments ? fill(segments, values) : ''
}
