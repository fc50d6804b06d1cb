import { isMergeField } from '../../../domain/mergeFields.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, type PackedEntry } from '../package/writeZip.ts'
import { render, tagsOf } from './render.ts'
import type { Marker, Values } from './segments.ts'

/** A template as all letters have it in which the same fields are empty. */
export interface Shape {
  parts: Map<string, string>
  marker: Marker
}

/** More combinations of empty fields than any template of people has; past it the oldest is made again when needed. */
const maxShapes = 64

/** A template that is being filled: parts that never change are packed once, shapes are rendered when they first occur. */
export class Template<Made> {
  readonly parts: Parts
  /** The fields that decide what stands in a letter, and not only what is in it. */
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

  /** Whether letters may differ by more than their values. */
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

  /** A part as it came, packed once however many letters hold it. */
  packedPart(name: string): PackedEntry {
    const known = this.packed.get(name)
    if (known) return known
    const packed = pack(this.parts.get(name)!)
    this.packed.set(name, packed)
    return packed
  }
}

/** How hard markup that differs from letter to letter is pressed: more costs twice the time for a tenth of the size. */
export const letterCompressionLevel = 3

export const contentTypesPart = '[Content_Types].xml'

/** The part that is the document itself, found as Word finds it. */
export function findMainPart(parts: Parts): string {
  const relations = parts.get('_rels/.rels')?.toString('utf8') ?? ''
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g))
    if (/Type="[^"]*\/officeDocument"/.test(relation)) return /Target="\/?([^"]+)"/.exec(relation)?.[1] ?? ''
  return ''
}

/** The relationships of a part: 'word/document.xml' has 'word/_rels/document.xml.rels'. */
export function relationshipsPartOf(part: string): string {
  const slash = part.lastIndexOf('/')
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`
}
