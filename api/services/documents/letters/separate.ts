import type { Letter } from '../documents.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, store, zipOf, type Packed, ZipWriter } from '../package/writeZip.ts'
import type { LetterMaker } from './make.ts'
import { cut, fill, type Segments } from './segments.ts'
import { contentTypes, letterLevel, Template, type Shape } from './template.ts'

/** A shape with what is the same in all its letters packed. */
interface Ready {
  constant: Map<string, Packed>
  varying: [name: string, segments: Segments][]
}

/** Letters as documents of their own, packed from parts that were deflated once; only what differs is deflated for each. */
export class SeparateLetters {
  private readonly template: Template<Ready>
  private readonly at: Date
  private readonly order: string[]

  constructor(parts: Parts, at: Date) {
    this.template = new Template(parts, ready)
    this.at = at
    const names = [...parts.keys()]
    // Some readers know a document by its first part.
    this.order = [contentTypes, ...names.filter((name) => name !== contentTypes)]
  }

  async make({ values }: Letter): Promise<Buffer[]> {
    const { constant, varying } = await this.template.shapeFor(values)
    const own = new Map(
      varying.map(([name, segments]) => [name, pack(Buffer.from(fill(segments, values)), letterLevel)]),
    )
    return zipOf(
      this.order.map((name) => [name, own.get(name) ?? constant.get(name) ?? this.template.packedPart(name)]),
      this.at,
    )
  }
}

function ready({ parts, marker }: Shape): Ready {
  const constant = new Map<string, Packed>()
  const varying: [string, Segments][] = []
  for (const [name, markup] of parts) {
    const segments = cut(markup, marker)
    if (segments.gaps.length > 0) varying.push([name, segments])
    else constant.set(name, pack(Buffer.from(markup)))
  }
  return { constant, varying }
}

/** An archive with a file for each letter, each named as the letter is. */
export function archiveOf(make: (letter: Letter) => Promise<Buffer[]>, ending: 'docx' | 'html', at: Date): LetterMaker {
  const archive = new ZipWriter(at)
  return {
    async add(letters) {
      const pieces: Buffer[] = []
      for (const letter of letters) {
        const content = await make(letter)
        // Documents are compressed by themselves, pages are not.
        const packed = ending === 'docx' ? store(content) : pack(Buffer.concat(content), letterLevel)
        pieces.push(...archive.entry(`${letter.name}.${ending}`, packed))
      }
      return pieces
    },
    finish: async () => archive.end(),
  }
}

/** The only letter as it is. */
export function singleOf(make: (letter: Letter) => Promise<Buffer[]>): LetterMaker {
  return {
    add: async ([letter]) => (letter ? make(letter) : []),
    finish: async () => [],
  }
}
