import type { Letter } from '../documents.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, storeUncompressed, createZip, type PackedEntry, ZipWriter } from '../package/writeZip.ts'
import type { LetterWriter } from './createLetterWriter.ts'
import { splitAtMarkers, fill, type Segments } from './segments.ts'
import { contentTypesPart, letterCompressionLevel, Template, type Shape } from './template.ts'

/** A rendered template whose unchanging parts are compressed already. */
interface PreparedShape {
  constantParts: Map<string, PackedEntry>
  varyingParts: [name: string, segments: Segments][]
}

/**
 * Prints each letter as its own document. Parts without fields are compressed once; the others are compressed for each
 * letter.
 */
export class SeparateLetters {
  private readonly template: Template<PreparedShape>
  private readonly at: Date
  private readonly order: string[]

  constructor(parts: Parts, at: Date) {
    this.template = new Template(parts, prepareShape)
    this.at = at
    const names = [...parts.keys()]
    // Some programs identify a Word document by its first part.
    this.order = [contentTypesPart, ...names.filter((name) => name !== contentTypesPart)]
  }

  async make({ values }: Letter): Promise<Buffer[]> {
    const { constantParts: constant, varyingParts: varying } = await this.template.shapeFor(values)
    const own = new Map(
      varying.map(([name, segments]) => [name, pack(Buffer.from(fill(segments, values)), letterCompressionLevel)]),
    )
    return createZip(
      this.order.map((name) => [name, own.get(name) ?? constant.get(name) ?? this.template.packedPart(name)]),
      this.at,
    )
  }
}

function prepareShape({ parts, marker }: Shape): PreparedShape {
  const constantParts = new Map<string, PackedEntry>()
  const varyingParts: [string, Segments][] = []
  for (const [name, markup] of parts) {
    const segments = splitAtMarkers(markup, marker)
    if (segments.placeholders.length > 0) varyingParts.push([name, segments])
    else constantParts.set(name, pack(Buffer.from(markup)))
  }
  return { constantParts, varyingParts }
}

/** Writes a zip archive with one file per letter. */
export function createArchiveWriter(
  make: (letter: Letter) => Promise<Buffer[]>,
  ending: 'docx' | 'html',
  at: Date,
): LetterWriter {
  const archive = new ZipWriter(at)
  return {
    async add(letters) {
      const pieces: Buffer[] = []
      for (const letter of letters) {
        const content = await make(letter)
        // Word documents are compressed already, HTML pages are not.
        const packed =
          ending === 'docx' ? storeUncompressed(content) : pack(Buffer.concat(content), letterCompressionLevel)
        pieces.push(...archive.addEntry(`${letter.name}.${ending}`, packed))
      }
      return pieces
    },
    finish: async () => archive.finish(),
  }
}

/** Writes a single letter without an archive. */
export function createSingleWriter(make: (letter: Letter) => Promise<Buffer[]>): LetterWriter {
  return {
    add: async ([letter]) => (letter ? make(letter) : []),
    finish: async () => [],
  }
}
