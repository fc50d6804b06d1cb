import { contentTypesPart, createTargetFinder, readRelationships, relationshipsPartOf } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { pack, type PackedEntry } from '../package/writeZip.ts'
import { assertValid } from '../documentRefused.ts'
import { escapeMarkup } from './values.ts'

type HeaderKind = 'header' | 'footer'

const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const mainNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const contentTypeOf = (kind: HeaderKind) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`
/**
 * A zip archive holds at most 65,535 files, and a merged document with different headers in each letter may come close.
 */
const maxVariants = 30_000

/**
 * Headers and footers of a merged document. A header that contains fields is stored once for each distinct text. The
 * list of parts and the relationships are therefore known only at the end and are written last.
 */
export class HeaderVariants {
  private readonly source: Parts
  private readonly mainPart: string
  private readonly folder: string
  /** Header and footer parts by relationship id. */
  private readonly partsById = new Map<string, { part: string; kind: HeaderKind }>()
  private readonly varyingIds = new Set<string>()
  private readonly idsByContent = new Map<string, string>()
  private readonly addedParts: {
    name: string
    id: string
    kind: HeaderKind
    packed: PackedEntry
    relationshipsPart: string | null
  }[] = []
  private readonly emptyPartIds = new Map<HeaderKind, string>()
  private readonly isSingleSection: boolean

  constructor(source: Parts, mainPart: string) {
    this.source = source
    this.mainPart = mainPart
    this.folder = mainPart.slice(0, mainPart.lastIndexOf('/') + 1)
    const findTarget = createTargetFinder(source)
    for (const { id, type, target } of readRelationships(source, relationshipsPartOf(mainPart))) {
      const kind = /\/(header|footer)$/.exec(type)?.[1] as HeaderKind | undefined
      const part = findTarget(this.folder, target)
      if (!kind || part === undefined) continue
      this.partsById.set(id, { part, kind })
      const markup = source.get(part)!.toString('utf8')
      if (markup.replaceAll(/<[^<>]*>/g, '').includes('{')) this.varyingIds.add(id)
    }
    const markup = source.get(mainPart)!.toString('utf8')
    this.isSingleSection = [...markup.matchAll(/<w:sectPr[\s/>]/g)].length <= 1
  }

  isHeader(part: string): boolean {
    return [...this.partsById.values()].some(({ part: name }) => name === part)
  }

  canVary(id: string): boolean {
    return this.varyingIds.has(id)
  }

  /** Returns the relationship id of the header with this letter's text, and adds the part if it is new. */
  relationshipFor(id: string, contentOf: (part: string) => string): string {
    const { part, kind } = this.partsById.get(id)!
    const content = contentOf(part)
    const key = `${part}\n${content}`
    const existingId = this.idsByContent.get(key)
    if (existingId) return existingId
    const relationshipsPart = this.source.has(relationshipsPartOf(part)) ? relationshipsPartOf(part) : null
    const newId = this.addPart(kind, content, relationshipsPart)
    this.idsByContent.set(key, newId)
    return newId
  }

  /** Returns a reference to an empty header or footer. */
  emptyReference(kind: HeaderKind, type: string): string {
    const tag = kind === 'header' ? 'hdr' : 'ftr'
    const content = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:${tag} xmlns:w="${mainNamespace}"><w:p/></w:${tag}>`
    const id = this.emptyPartIds.get(kind) ?? this.addPart(kind, content, null)
    this.emptyPartIds.set(kind, id)
    return `<w:${kind}Reference xmlns:r="${relationshipTypes}" w:type="${type}" r:id="${id}"/>`
  }

  /** Makes 'Page 1 of 2' count the pages of one letter. Word can do this only if a letter is a single section. */
  countPagesBySection(part: string, markup: string): string {
    if (!this.isSingleSection || (part !== this.mainPart && !this.isHeader(part))) return markup
    return markup
      .replaceAll(/(<w:instrText[^<>]*>\s*)NUMPAGES\b/g, '$1SECTIONPAGES')
      .replaceAll(/(\sw:instr="\s*)NUMPAGES\b/g, '$1SECTIONPAGES')
  }

  /** Names of the parts that `deferredParts` replaces. */
  deferredPartNames(): string[] {
    if (this.varyingIds.size === 0 && this.isSingleSection) return []
    const replaced = [...this.varyingIds].map((id) => this.partsById.get(id)!.part)
    return [contentTypesPart, relationshipsPartOf(this.mainPart), ...replaced, ...replaced.map(relationshipsPartOf)]
  }

  *deferredParts(): Generator<[name: string, packed: PackedEntry]> {
    if (this.deferredPartNames().length === 0) return
    for (const { name, packed, relationshipsPart } of this.addedParts) {
      yield [name, packed]
      if (relationshipsPart) yield [relationshipsPartOf(name), pack(this.source.get(relationshipsPart)!)]
    }
    yield [relationshipsPartOf(this.mainPart), pack(Buffer.from(this.createRelationships()))]
    yield [contentTypesPart, pack(Buffer.from(this.createContentTypes()))]
  }

  private addPart(kind: HeaderKind, content: string, relationshipsPart: string | null): string {
    const number = this.addedParts.length + 1
    assertValid(
      number <= maxVariants,
      'The headers and footers differ in too many letters for one document: print fewer letters, or a zip file.',
    )
    const id = `rIdLetter${number}`
    const name = `${this.folder}${kind}Letter${number}.xml`
    this.addedParts.push({ name, id, kind, packed: pack(Buffer.from(content)), relationshipsPart })
    return id
  }

  private createRelationships(): string {
    const original = this.source.get(relationshipsPartOf(this.mainPart))!.toString('utf8')
    const added = this.addedParts.map(
      ({ id, kind, name }) =>
        `<Relationship Id="${id}" Type="${relationshipTypes}/${kind}" Target="${name.slice(this.folder.length)}"/>`,
    )
    return original
      .replaceAll(/<Relationship\s[^<>]*?\/>/g, (element) =>
        this.varyingIds.has(/\sId="([^"]+)"/.exec(element)?.[1] ?? '') ? '' : element,
      )
      .replace('</Relationships>', `${added.join('')}</Relationships>`)
  }

  private createContentTypes(): string {
    const replaced = new Set(this.deferredPartNames().map((name) => `/${name}`))
    const added = this.addedParts.map(
      ({ kind, name }) => `<Override PartName="/${escapeMarkup(name)}" ContentType="${contentTypeOf(kind)}"/>`,
    )
    return this.source
      .get(contentTypesPart)!
      .toString('utf8')
      .replaceAll(/<Override\s[^<>]*?\/>/g, (element) =>
        replaced.has(/PartName="([^"]+)"/.exec(element)?.[1] ?? '') ? '' : element,
      )
      .replace('</Types>', `${added.join('')}</Types>`)
  }
}
