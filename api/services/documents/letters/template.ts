import { isMergeField } from '../../../domain/mergeFields.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, type PackedEntry } from '../package/writeZip.ts'
import { render, tagsOf } from './render.ts'
import type { Marker, Values } from './segments.ts'

/** A rendering of the template for all letters that have the same fields empty. */
export interface Shape {
  parts: Map<string, string>
  marker: Marker
}

/**
 * More combinations of empty fields than real templates have. Beyond this, the least recently used one is rendered
 * again when needed.
 */
const maxShapes = 64

/** A template during printing. Unchanged parts are compressed once, and each shape is rendered when it first occurs. */
export class Template<Made> {
  readonly parts: Parts
  /** The fields whose sections decide which text is in a letter. */
  private readonly deciding: string[]
  private readonly make: (shape: Shape) => Made | Promise<Made>
  private readonly shapes = new Map<string, Made | Promise<Made>>()
  private readonly packed = new Map<string, PackedEntry>()

  constructor(parts: Parts, make: (shape: Shape) => Made | Promise<Made>) {
    this.parts = parts
    this.make = make
    const sections = tagsOf(parts).filter(({ name, kind }) => kind === 'section' && isMergeField(name))
    this.deciding = [...new Set(sections.map(({ name }) => name))]
  }

  get variesInShape(): boolean {
    return this.deciding.length > 0
  }

  shapeFor(values: Values): Made | Promise<Made> {
    const key = this.deciding.map((field) => (values[field] ? '1' : '0')).join('')
    const known = this.shapes.get(key)
    if (known !== undefined) return known
    const empty = new Set(this.deciding.filter((field) => !values[field]))
    if (this.shapes.size >= maxShapes) this.shapes.delete(this.shapes.keys().next().value!)
    const made = this.make(render(this.parts, (field) => empty.has(field)))
    this.shapes.set(key, made)
    return made
  }

  /** The compressed part of the original template. Each part is compressed once. */
  packedPart(name: string): PackedEntry {
    const known = this.packed.get(name)
    if (known) return known
    const packed = pack(this.parts.get(name)!)
    this.packed.set(name, packed)
    return packed
  }
}

/**
 * Compression level for parts that differ by letter. A higher level takes twice the time and saves a tenth of the size.
 */
export const letterCompressionLevel = 3

export const contentTypesPart = '[Content_Types].xml'

/** The name of the main document part, found through the package relationships as Word does. */
export function findMainPart(parts: Parts): string {
  const relations = parts.get('_rels/.rels')?.toString('utf8') ?? ''
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g))
    if (/Type="[^"]*\/officeDocument"/.test(relation)) return /Target="\/?([^"]+)"/.exec(relation)?.[1] ?? ''
  return ''
}

/** The name of a part's relationships part: 'word/_rels/document.xml.rels' for 'word/document.xml'. */
export function relationshipsPartOf(part: string): string {
  const slash = part.lastIndexOf('/')
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`
}
