import { cutPieces, findPieces, type OpenElement } from '../package/cutMarkup.ts'
import {
  contentTypesPart,
  createTargetFinder,
  readContentTypes,
  readRelationships,
  sourceFolderOf,
} from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { attributesOf, isOfficeNamespace } from '../package/walkMarkup.ts'
import { isOptionalType } from './partTypes.ts'

/** Transitional and strict. */
const drawingNamespaces = new Set([
  'http://schemas.openxmlformats.org/drawingml/2006/main',
  'http://purl.oclc.org/ooxml/drawingml/main',
])

const isRelationships = (name: string) => name.toLowerCase().endsWith('.rels')

/**
 * Leaves out parts without which the document looks the same: an SVG picture or an HD photo of which Word keeps a PNG, pictures that
 * nothing shows, and settings of a printer. What names them is left out with them, since Word takes a document for damaged otherwise. A
 * part that is shown stays, for the checks to decide.
 */
export function dropOptionalParts(parts: Parts): Parts {
  const types = readContentTypes(parts)
  const findTarget = createTargetFinder(parts)
  const result: Parts = new Map(parts)
  const dropped = new Set<string>()
  const kept = new Set<string>()
  for (const name of [...parts.keys()].filter(isRelationships)) {
    const optional = new Map<string, string>()
    for (const { id, target, mode } of readRelationships(parts, name)) {
      const part = findTarget(sourceFolderOf(name), target)
      if (part === undefined) continue
      if ([null, 'Internal'].includes(mode) && isOptionalType(types.typeOf(part) ?? '')) optional.set(id, part)
      else kept.add(part)
    }
    if (optional.size === 0) continue
    for (const id of dropReferences(result, sourcePartOf(name), new Set(optional.keys()))) {
      kept.add(optional.get(id)!)
      optional.delete(id)
    }
    removeElements(result, name, 'Relationship', (attribute) => optional.has(attribute('Id')))
    for (const part of optional.values()) dropped.add(part)
  }
  const names = new Set([...dropped].filter((part) => !kept.has(part)).map((part) => part.toLowerCase()))
  if (names.size === 0) return result
  removeElements(result, contentTypesPart, 'Override', (attribute) =>
    names.has(attribute('PartName').slice(1).toLowerCase()),
  )
  return new Map([...result].filter(([name]) => !names.has(name.toLowerCase())))
}

/** The part to which a relationships part belongs: 'word/document.xml' for 'word/_rels/document.xml.rels'. */
function sourcePartOf(relationshipsPart: string): string {
  return (
    sourceFolderOf(relationshipsPart) +
    relationshipsPart
      .split('/')
      .at(-1)!
      .replace(/\.rels$/i, '')
  )
}

/** Removes the elements that name these relationships from a part, unless they show something. Returns the ids that remain in use. */
function dropReferences(parts: Parts, name: string, ids: ReadonlySet<string>): Set<string> {
  const shown = new Set<string>()
  const content = parts.get(name)
  if (!content || !name.toLowerCase().endsWith('.xml')) return shown
  const pieces = findPieces(name, content, (open) => {
    const named = Object.values(open.element.attributes).flatMap(({ uri, value }) =>
      isOfficeNamespace(uri) && ids.has(value) ? value : [],
    )
    if (named.length === 0) return []
    const of = findOptionalElement(open)
    for (const id of of ? [] : named) shown.add(id)
    return of ? named.map((what) => ({ of, what })) : []
  })
  const unused = pieces.filter(({ what }) => !shown.has(what))
  parts.set(name, cutPieces(name, content, unused))
  return shown
}

/** The element to remove: settings of a printer, or what Word keeps of a picture beside the PNG or JPEG that it shows. */
function findOptionalElement(open: OpenElement): OpenElement | null {
  if (open.element.local === 'printerSettings' && isOfficeNamespace(open.element.uri)) return open
  for (let at: OpenElement | null = open; at; at = at.parent)
    if (isDrawing(at, 'ext') && at.parent && isDrawing(at.parent, 'extLst')) {
      const picture = at.parent.parent
      return picture && isDrawing(picture, 'blip') && attributesOf(picture.element, 'embed').some(Boolean) ? at : null
    }
  return null
}

function isDrawing({ element: { local, uri } }: OpenElement, name: string): boolean {
  return local === name && drawingNamespaces.has(uri)
}

function removeElements(
  parts: Parts,
  name: string,
  local: string,
  isRemoved: (attribute: (name: string) => string) => boolean,
): void {
  const content = parts.get(name)!
  const pieces = findPieces(name, content, (open) => {
    const { element } = open
    return element.local === local && isRemoved((attribute) => element.attributes[attribute]?.value ?? '')
      ? [{ of: open, what: null }]
      : []
  })
  parts.set(name, cutPieces(name, content, pieces))
}
