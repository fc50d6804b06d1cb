import { assertValid } from '../documentRefused.ts'
import type { Parts } from './readZip.ts'
import { walkMarkup } from './walkMarkup.ts'

/** A connection of a part to another one, or to something outside of the document. */
export interface Relationship {
  id: string
  type: string
  target: string
  /** As the document says it: 'External', 'Internal' or anything else; null if it says nothing. */
  mode: string | null
}

export const contentTypesPart = '[Content_Types].xml'

const notWordMessage = 'This is a zip archive, not a Word document (.docx).'

/** The content types of a document, in lower case. */
export interface ContentTypes {
  /** The type of a part as Word resolves it; undefined if it has none. */
  typeOf(part: string): string | undefined
  /** All types that the document declares, also those that no part has. */
  declared: string[]
}

/** Reads the list of content types. Throws `DocumentRefused` if there is none or if it contradicts itself. */
export function readContentTypes(parts: Parts): ContentTypes {
  const content = parts.get(contentTypesPart)
  assertValid(content, notWordMessage)
  const types = new Map<string, string>()
  walkMarkup(contentTypesPart, content, {
    open({ name, attributes }) {
      if (name !== 'Default' && name !== 'Override') return
      const subject = attributes[name === 'Default' ? 'Extension' : 'PartName']?.value.toLowerCase() ?? ''
      const key = name === 'Default' ? `.${subject}` : subject
      assertValid(!types.has(key), 'The document declares the type of one file twice: it was not created by Word.')
      types.set(key, attributes['ContentType']?.value.trim().toLowerCase() ?? '')
    },
  })
  return {
    typeOf(part) {
      const name = part.toLowerCase()
      return types.get(`/${name}`) ?? types.get(`.${name.split('.').at(-1)!}`)
    },
    declared: [...types.values()],
  }
}

/** Reads a relationships part, in order; empty if there is none. */
export function readRelationships(parts: Parts, relationshipsPart: string): Relationship[] {
  const content = parts.get(relationshipsPart)
  const relationships: Relationship[] = []
  if (!content) return relationships
  walkMarkup(relationshipsPart, content, {
    open({ local, attributes }) {
      if (local !== 'Relationship') return
      const valueOf = (name: string) => attributes[name]?.value
      relationships.push({
        id: valueOf('Id') ?? '',
        type: valueOf('Type') ?? '',
        target: valueOf('Target') ?? '',
        mode: valueOf('TargetMode') ?? null,
      })
    },
  })
  return relationships
}

/** The name of a part's relationships part: 'word/_rels/document.xml.rels' for 'word/document.xml'. */
export function relationshipsPartOf(part: string): string {
  return `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`
}

/** The folder of the part to which a relationships part belongs: 'word/' for 'word/_rels/document.xml.rels'. */
export function sourceFolderOf(relationshipsPart: string): string {
  return folderOf(relationshipsPart).replace(/_rels\/$/i, '')
}

/** Finds the name of the part that a target in a folder names; undefined for everything else that a target can be. */
export type FindTarget = (folder: string, target: string) => string | undefined

export function createTargetFinder(parts: Parts): FindTarget {
  const names = new Map<string, string>()
  for (const name of parts.keys()) for (const key of [encodeURI(name), name]) names.set(key.toLowerCase(), name)
  return (folder, target) => {
    const steps: string[] = []
    for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/'))
      if (step === '..') steps.pop()
      else if (step !== '.') steps.push(step)
    return names.get(steps.join('/').toLowerCase())
  }
}

/** The name of the main document part, found through the package relationships as Word does; undefined if there is not exactly one. */
export function findMainPart(parts: Parts): string | undefined {
  const [main, ...others] = readRelationships(parts, '_rels/.rels').filter(({ type }) =>
    type.toLowerCase().endsWith('/officedocument'),
  )
  return main && others.length === 0 ? createTargetFinder(parts)('', main.target) : undefined
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1)
}
