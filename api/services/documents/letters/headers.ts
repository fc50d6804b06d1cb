import type { Parts } from '../package/readZip.ts'
import { pack, type Packed } from '../package/writeZip.ts'
import { insist } from '../refusal.ts'
import { contentTypes, relationsOf } from './template.ts'
import { escapeMarkup } from './values.ts'

type Kind = 'header' | 'footer'

const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const mainNamespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const markupType = (kind: Kind) => `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`
/** An archive holds 65,535 files; a document of many letters, each with headers of its own, may come near. */
const mostCopies = 30_000

/**
 * Headers and footers of a merged document. Those that say something else in each letter become a part for each text
 * that occurs; with them, the lists of parts and relationships grow, and are written last.
 */
export class HeaderCopies {
  private readonly source: Parts
  private readonly main: string
  private readonly folder: string
  /** Parts by the relationship that a section names. */
  private readonly byId = new Map<string, { part: string; kind: Kind }>()
  private readonly differing = new Set<string>()
  private readonly copies = new Map<string, string>()
  private readonly made: { name: string; id: string; kind: Kind; packed: Packed; relations: string | null }[] = []
  private readonly blanks = new Map<Kind, string>()
  private readonly singleSection: boolean

  constructor(source: Parts, main: string) {
    this.source = source
    this.main = main
    this.folder = main.slice(0, main.lastIndexOf('/') + 1)
    const relations = source.get(relationsOf(main))?.toString('utf8') ?? ''
    for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
      const kind = /\sType="[^"]*\/(header|footer)"/.exec(relation)?.[1] as Kind | undefined
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

  mayDiffer(id: string): boolean {
    return this.differing.has(id)
  }

  /** The relationship to name in a letter instead of `id`: that of a header with what it says in this letter. */
  relationFor(id: string, contentOf: (part: string) => string): string {
    const { part, kind } = this.byId.get(id)!
    const content = contentOf(part)
    const key = `${part}\n${content}`
    const known = this.copies.get(key)
    if (known) return known
    const relations = this.source.has(relationsOf(part)) ? relationsOf(part) : null
    const copy = this.add(kind, content, relations)
    this.copies.set(key, copy)
    return copy
  }

  /** A reference to an empty header or footer. */
  blank(kind: Kind, type: string): string {
    const tag = kind === 'header' ? 'hdr' : 'ftr'
    const content = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:${tag} xmlns:w="${mainNamespace}"><w:p/></w:${tag}>`
    const id = this.blanks.get(kind) ?? this.add(kind, content, null)
    this.blanks.set(kind, id)
    return `<w:${kind}Reference xmlns:r="${relationTypes}" w:type="${type}" r:id="${id}"/>`
  }

  /** 'Page 1 of 2' means this letter's pages; Word can say so where the letter is one section. */
  countPagesBySection(part: string, markup: string): string {
    if (!this.singleSection || (part !== this.main && !this.isHeader(part))) return markup
    return markup.replaceAll(/(<w:instrText[^>]*>|\sw:instr=")(\s*)NUMPAGES\b/g, '$1$2SECTIONPAGES')
  }

  /** The parts that `parts` will give instead of the template's own. */
  latePartNames(): string[] {
    if (this.differing.size === 0 && this.singleSection) return []
    const replaced = [...this.differing].map((id) => this.byId.get(id)!.part)
    return [contentTypes, relationsOf(this.main), ...replaced, ...replaced.map(relationsOf)]
  }

  *parts(): Generator<[name: string, packed: Packed]> {
    if (this.latePartNames().length === 0) return
    for (const { name, packed, relations } of this.made) {
      yield [name, packed]
      if (relations) yield [relationsOf(name), pack(this.source.get(relations)!)]
    }
    yield [relationsOf(this.main), pack(Buffer.from(this.relations()))]
    yield [contentTypes, pack(Buffer.from(this.types()))]
  }

  private add(kind: Kind, content: string, relations: string | null): string {
    const number = this.made.length + 1
    insist(
      number <= mostCopies,
      'Headers and footers with fields are different in too many letters for one document: print fewer, or as a zip.',
    )
    const id = `rIdLetter${number}`
    const name = `${this.folder}${kind}Letter${number}.xml`
    this.made.push({ name, id, kind, packed: pack(Buffer.from(content)), relations })
    return id
  }

  private relations(): string {
    const own = this.source.get(relationsOf(this.main))!.toString('utf8')
    const more = this.made.map(
      ({ id, kind, name }) =>
        `<Relationship Id="${id}" Type="${relationTypes}/${kind}" Target="${name.slice(this.folder.length)}"/>`,
    )
    return own
      .replaceAll(/<Relationship\s[^>]*?\/>/g, (one) =>
        this.differing.has(/\sId="([^"]+)"/.exec(one)?.[1] ?? '') ? '' : one,
      )
      .replace('</Relationships>', `${more.join('')}</Relationships>`)
  }

  private types(): string {
    const replaced = new Set(this.latePartNames().map((name) => `/${name}`))
    const more = this.made.map(
      ({ kind, name }) => `<Override PartName="/${escapeMarkup(name)}" ContentType="${markupType(kind)}"/>`,
    )
    return this.source
      .get(contentTypes)!
      .toString('utf8')
      .replaceAll(/<Override\s[^>]*?\/>/g, (one) =>
        replaced.has(/PartName="([^"]+)"/.exec(one)?.[1] ?? '') ? '' : one,
      )
      .replace('</Types>', `${more.join('')}</Types>`)
  }
}
