import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import { isMergeField } from '../../../domain/templates/mergeFields.ts'
import { explainTagErrors } from './tagErrors.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../documentRefused.ts'
import { createMarker, type Marker } from './segments.ts'

/** The XML parts of a template after rendering, with markers in place of values. */
export interface RenderedTemplate {
  /** The parts that docxtemplater processes. */
  parts: Map<string, string>
  marker: Marker
}

/** A tag as docxtemplater parses it. */
export interface Tag {
  name: string
  kind: 'value' | 'section' | 'other'
}

/**
 * Renders a template once for all letters that have the same fields empty. docxtemplater decides which paragraphs
 * remain and where values go; `fill` then inserts the values of each letter. Filling takes microseconds and rendering
 * milliseconds, so this makes a thousand letters cost a few renderings.
 */
export function render(parts: Parts, isEmpty: (field: string) => boolean): RenderedTemplate {
  const marker = createMarker()
  const document = compile(parts, (field) => (isEmpty(field) ? '' : marker.markerFor(field)))
  try {
    document.render({})
  } catch (error) {
    throw new DocumentRefused(explainTagErrors(error).join(' '))
  }
  const zip = document.getZip() as PizZip
  const names = Object.keys(compiledOf(document))
  return { marker, parts: new Map(names.map((name) => [name, zip.file(name)!.asText()])) }
}

/** Returns every tag of a template. Throws `DocumentRefused` that names each malformed tag. */
export function findTags(parts: Parts): Tag[] {
  const tags: Tag[] = []
  const collectTags = (list: readonly TagPart[]) => {
    for (const part of list) {
      if (part.type !== 'placeholder') continue
      tags.push({ name: part.value.trim(), kind: kindOf(part) })
      if (part.subparsed) collectTags(part.subparsed)
    }
  }
  const document = compile(parts, () => '')
  for (const { postparsed } of Object.values(compiledOf(document))) collectTags(postparsed)
  return tags
}

interface TagPart {
  type: string
  value: string
  module?: string
  subparsed?: TagPart[]
}

function kindOf({ module }: TagPart): Tag['kind'] {
  if (module === undefined) return 'value'
  return module === 'loop' ? 'section' : 'other'
}

function compile(parts: Parts, valueOf: (field: string) => string): Docxtemplater {
  const zip = new PizZip()
  for (const [name, content] of parts) if (/\.(xml|rels)$/i.test(name)) zip.file(name, content.toString('utf8'))
  try {
    return new Docxtemplater(zip, {
      paragraphLoop: true,
      // Fields have the same value in every scope; a section does not open a new one.
      parser: (tag) => ({ get: () => (isMergeField(tag.trim()) ? valueOf(tag.trim()) : '') }),
      nullGetter: () => '',
      errorLogging: false,
    })
  } catch (error) {
    throw new DocumentRefused(explainTagErrors(error).join(' '))
  }
}

/** docxtemplater has the compiled parts in a property that its types do not declare. */
function compiledOf(document: Docxtemplater): Record<string, { postparsed: TagPart[] }> {
  return (document as unknown as { compiled: Record<string, { postparsed: TagPart[] }> }).compiled
}
