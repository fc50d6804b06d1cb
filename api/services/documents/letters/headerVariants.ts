import type { Parts } from '../package/readZip.ts'
import { pack, type PackedEntry } from '../package/writeZip.ts'
import { assertValid } from '../documentRefused.ts'
import { contentTypesPart, relationshipsPartOf } from './template.ts'
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
  private readonly main: string
  private readonly folder: string
  /** Header and footer parts by relationship id. */
  private readonly byId = new Map<string, { part: string; kind: HeaderKind }>()
  private readonly differing = new Set<string>()
  private readonly copies = new Map<string, string>()
  private readonly made: {
    name: string
    id: string
    kind: HeaderKind
    packed: PackedEntry
    relations: string | null
  }[] = []
  private readonly blanks = new Map<HeaderKind, string>()
  private readonly singleSection: boolean

  constructor(source: Parts, main: string) {
    this.source = source
    this.main = main
    this.folder = main.slice(0, main.lastIndexOf('/') + 1)
    const relations = source.get(relationshipsPartOf(main))?.toString('utf8') ?? ''
    for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
      const kind = /\sType="[^"]*\/(header|footer)"/.exec(relation)?.[1] as HeaderKind | undefined
      const id = /\sId="([^"]+)"/.exec(relation)?.[1]
      const target = /\sTarget="([^"]+)"/.exec(relation)?.[1]
      if (!kind || !id || !target) continue
      const part = target.startsWith('/') ? target.slice(1) : `${this.folder}${target}`
      this.byId.set(id, { part, kind })
      const text =
        source
          .get(part)
          ?.toString('utf8')
          .replaceAll(/<[^>]*>/g, '') ?? ''
      if (text.includes('{')) this.differing.add(id)
    }
    this.singleSection =
      (
        source
          .get(main)!
          .toString('utf8')
          .match(/<w:sectPr[\s/>]/g) ?? []
      ).length <= 1
  }

  isHeader(part: string): boolean {
    return [...this.byId.values()].some((one) => one.part === part)
  }

  canVary(id: string): boolean {
    return this.differing.has(id)
  }

  /** Returns the relationship id of the header with this letter's text, and adds the part if it is new. */
  relationshipFor(id: string, contentOf: (part: string) => string): string {
    const { part, kind } = this.byId.get(id)!
    const content = contentOf(part)
    const key = `${part}\n${content}`
    const known = this.copies.get(key)
    if (known) return known
    const relations = this.source.has(relationshipsPartOf(part)) ? relationshipsPartOf(part) : null
    const copy = this.add(kind, content, relations)
    this.copies.set(key, copy)
    return copy
  }

  /** Returns a reference to an empty header or footer. */
  emptyReference(kind: HeaderKind, type: string): string {
    const tag = kind === 'header' ? 'hdr' : 'ftr'
    const content = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:${tag} xmlns:w="${mainNamespace}"><w:p/></w:${tag}>`
    const id = this.blanks.get(kind) ?? this.add(kind, content, null)
    this.blanks.set(kind, id)
    return `<w:${kind}Reference xmlns:r="${relationshipTypes}" w:type="${type}" r:id="${id}"/>`
  }

  /** Makes 'Page 1 of 2' count the pages of one letter. Word can do this only if a letter is a single section. */
  countPagesBySection(part: string, markup: string): string {
    if (!this.singleSection || (part !== this.main && !this.isHeader(part))) return markup
    return markup.replaceAll(/(<w:instrText[^>]*>|\sw:instr=")(\s*)NUMPAGES\b/g, '$1$2SECTIONPAGES')
  }

  /** Names of the parts that `deferredParts` replaces. */
  deferredPartNames(): string[] {
    if (this.differing.size === 0 && this.singleSection) return []
    const replaced = [...this.differing].map((id) => this.byId.get(id)!.part)
    return [contentTypesPart, relationshipsPartOf(this.main), ...replaced, ...replaced.map(relationshipsPartOf)]
  }

  *deferredParts(): Generator<[name: string, packed: PackedEntry]> {
    if (this.deferredPartNames().length === 0) return
    for (const { name, packed, relations } of this.made) {
      yield [name, packed]
      if (relations) yield [relationshipsPartOf(name), pack(this.source.get(relations)!)]
    }
    yield [relationshipsPartOf(this.main), pack(Buffer.from(this.relations()))]
    yield [contentTypesPart, pack(Buffer.from(this.types()))]
  }

  private add(kind: HeaderKind, content: string, relations: string | null): string {
    const number = this.made.length + 1
    assertValid(
      number <= maxVariants,
      'The headers and footers differ in too many letters for one document: print fewer letters, or a zip file.',
    )
    const id = `rIdLetter${number}`
    const name = `${this.folder}${kind}Letter${number}.xml`
    this.made.push({ name, id, kind, packed: pack(Buffer.from(content)), relations })
    return id
  }

  private relations(): string {
    const own = this.source.get(relationshipsPartOf(this.main))!.toString('utf8')
    const more = this.made.map(
      ({ id, kind, name }) =>
        `<Relationship Id="${id}" Type="${relationshipTypes}/${kind}" Target="${name.slice(this.folder.length)}"/>`,
    )
    return own
      .replaceAll(/<Relationship\s[^>]*?\/>/g, (one) =>
        this.differing.has(/\sId="([^"]+)"/.exec(one)?.[1] ?? '') ? '' : one,
      )
      .replace('</Relationships>', `${more.join('')}</Relationships>`)
  }

  private types(): string {
    const replaced = new Set(this.deferredPartNames().map((name) => `/${name}`))
    const more = this.made.map(
      ({ kind, name }) => `<Override PartName="/${escapeMarkup(name)}" ContentType="${contentTypeOf(kind)}"/>`,
    )
    return this.source
      .get(contentTypesPart)!
      .toString('utf8')
      .replaceAll(/<Override\s[^>]*?\/>/g, (one) =>
        replaced.has(/PartName="([^"]+)"/.exec(one)?.[1] ?? '') ? '' : one,
      )
      .replace('</Types>', `${more.join('')}</Types>`)
  }
}
