import type { Letter, LetterFormat } from '../documents.ts'
import { contentTypesPart } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, storeUncompressed, createZip, type PackedEntry, ZipWriter } from '../package/writeZip.ts'
import type { LetterRenderer, LetterWriter } from './letterWriter.ts'
import type { RenderedTemplate } from './render.ts'
import { splitAtMarkers, fill, type Segments } from './segments.ts'
import { letterCompressionLevel, Template } from './template.ts'

/** A rendered template whose unchanging parts are compressed already. */
interface Shape {
  constantParts: Map<string, PackedEntry>
  varyingParts: [name: string, segments: Segments][]
}

/**
 * Prints each letter as its own document. Parts without fields are compressed once; the others are compressed for each
 * letter.
 */
export class SeparateLetters implements LetterRenderer {
  private readonly template: Template<Shape>
  private readonly createdAt: Date
  private readonly order: string[]

  constructor(parts: Parts, createdAt: Date) {
    this.template = new Template(parts, prepareShape)
    this.createdAt = createdAt
    const names = [...parts.keys()]
    // Some programs identify a Word document by its first part.
    this.order = [contentTypesPart, ...names.filter((name) => name !== contentTypesPart)]
  }

  async render({ values }: Letter): Promise<Buffer[]> {
    const { constantParts, varyingParts } = await this.template.shapeFor(values)
    const letterParts = new Map(
      varyingParts.map(([name, segments]) => [name, pack(Buffer.from(fill(segments, values)), letterCompressionLevel)]),
    )
    return createZip(
      this.order.map((name) => [
        name,
        letterParts.get(name) ?? constantParts.get(name) ?? this.template.packedPart(name),
      ]),
      this.createdAt,
    )
  }
}

function prepareShape({ parts, marker }: RenderedTemplate): Shape {
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
export function createArchiveWriter(renderer: LetterRenderer, format: LetterFormat, createdAt: Date): LetterWriter {
  const archive = new ZipWriter(createdAt)
  return {
    async add(letters) {
      const pieces: Buffer[] = []
      for (const letter of letters) {
        const content = await renderer.render(letter)
        // Word documents are compressed already, HTML pages are not.
        const packed =
          format === 'docx' ? storeUncompressed(content) : pack(Buffer.concat(content), letterCompressionLevel)
        pieces.push(...archive.addEntry(`${letter.name}.${format}`, packed))
      }
      return pieces
    },
    finish: async () => archive.finish(),
  }
}

/** Writes a single letter without an archive. */
export function createSingleWriter(renderer: LetterRenderer): LetterWriter {
  return { add: async ([letter]) => (letter ? renderer.render(letter) : []), finish: async () => [] }
}
