import { LRUCache } from 'lru-cache'
import { isMergeField } from '../../../domain/templates/mergeFields.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, type PackedEntry } from '../package/writeZip.ts'
import { findTags, render, type RenderedTemplate } from './render.ts'
import type { Values } from './segments.ts'

/**
 * More combinations of empty fields than real templates have. Beyond this, the least recently used one is rendered
 * again when needed.
 */
const maxShapes = 64

/** A template during printing. Unchanged parts are compressed once, and each shape is rendered when it first occurs. */
export class Template<Shape extends object> {
  readonly parts: Parts
  /** The fields whose sections decide which text is in a letter. */
  private readonly sectionFields: string[]
  private readonly createShape: (rendered: RenderedTemplate) => Shape | Promise<Shape>
  private readonly shapes = new LRUCache<string, Shape | Promise<Shape>>({ max: maxShapes })
  private readonly packed = new Map<string, PackedEntry>()

  constructor(parts: Parts, createShape: (rendered: RenderedTemplate) => Shape | Promise<Shape>) {
    this.parts = parts
    this.createShape = createShape
    const sections = findTags(parts).filter(({ name, kind }) => kind === 'section' && isMergeField(name))
    this.sectionFields = [...new Set(sections.map(({ name }) => name))]
  }

  shapeFor(values: Values): Shape | Promise<Shape> {
    const key = this.sectionFields.map((field) => (values[field] ? '1' : '0')).join('')
    const cached = this.shapes.get(key)
    if (cached) return cached
    const empty = new Set(this.sectionFields.filter((field) => !values[field]))
    const shape = this.createShape(render(this.parts, (field) => empty.has(field)))
    this.shapes.set(key, shape)
    return shape
  }

  /** The compressed part of the original template. Each part is compressed once. */
  packedPart(name: string): PackedEntry {
    const cached = this.packed.get(name)
    if (cached) return cached
    const packed = pack(this.parts.get(name)!)
    this.packed.set(name, packed)
    return packed
  }
}

/**
 * Compression level for parts that differ by letter. A higher level takes twice the time and saves a tenth of the size.
 */
export const letterCompressionLevel = 3
