import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import { isMergeField } from '../../../domain/mergeFields.ts'
import { explainTagErrors } from '../inspection/tagErrors.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../documentRefused.ts'
import { createMarker, type Marker } from './segments.ts'

/** The markup parts of a template as docxtemplater leaves them, with markers where values belong. */
export interface Rendered {
  /** The parts that docxtemplater worked on. */
  parts: Map<string, string>
  marker: Marker
}

/** A tag as docxtemplater read it. */
export interface Tag {
  name: string
  kind: 'value' | 'section' | 'other'
}

/**
 * Renders a template once for all letters in which the same fields are empty. docxtemplater decides what such letters
 * have in common: which paragraphs stand, and where values go. Values themselves are put in by `fill`, which takes
 * microseconds; that is why a thousand letters cost no more than a few renderings.
 */
export function render(parts: Parts, isEmpty: (field: string) => boolean): Rendered {
  const marker = createMarker()
  const { document } = compile(parts, (field) => (isEmpty(field) ? '' : marker.markerFor(field)))
  try {
    document.render({})
  } catch (error) {
    throw new DocumentRefused(explainTagErrors(error).join(' '))
  }
  const zip = document.getZip() as PizZip
  const names = templatedParts(document)
  return { marker, parts: new Map(names.map((name) => [name, zip.file(name)!.asText()])) }
}

/** Every tag of a template. Throws `DocumentRefused` naming each tag that is not closed, not opened or torn. */
export function tagsOf(parts: Parts): Tag[] {
  const tags: Tag[] = []
  const collectTags = (list: readonly TagPart[]) => {
    for (const part of list) {
      if (part.type !== 'placeholder') continue
      tags.push({ name: part.value.trim(), kind: kindOf(part) })
      if (part.subparsed) collectTags(part.subparsed)
    }
  }
  const { document } = compile(parts, () => '')
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

function compile(parts: Parts, valueOf: (field: string) => string) {
  const zip = new PizZip()
  for (const [name, content] of parts) if (/\.(xml|rels)$/i.test(name)) zip.file(name, content.toString('utf8'))
  try {
    const document = new Docxtemplater(zip, {
      paragraphLoop: true,
      // What is known is known everywhere: no field is looked up in what a section opened.
      parser: (tag) => ({ get: () => (isMergeField(tag.trim()) ? valueOf(tag.trim()) : '') }),
      nullGetter: () => '',
      errorLogging: false,
    })
    return { document }
  } catch (error) {
    throw new DocumentRefused(explainTagErrors(error).join(' '))
  }
}

function templatedParts(document: Docxtemplater): string[] {
  return Object.keys(compiledOf(document))
}

/** docxtemplater keeps what it compiled by part; its types do not say so. */
function compiledOf(document: Docxtemplater): Record<string, { postparsed: TagPart[] }> {
  return (document as unknown as { compiled: Record<string, { postparsed: TagPart[] }> }).compiled
}
