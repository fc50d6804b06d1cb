import { deflateRawSync, crc32 } from 'node:zlib'

/** Word documents built part by part, so that tests can make any part invalid. */
export type DocumentParts = Record<string, string | Buffer | null>

const relationshipsNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordContentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
export const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relationshipsNamespace}" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"`

export function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('')
}

export function documentMarkup(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`
}

export interface DocumentSpec {
  body?: string
  header?: string
  footer?: string
  /** Additional relationships of the document, as markup. */
  relations?: string
  /** Additional entries of [Content_Types].xml, as markup. */
  types?: string
  /** Parts to add or replace; null removes one. */
  parts?: DocumentParts
}

export const plainSection = '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>'
export const headedSection =
  '<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:footerReference w:type="default" r:id="rId8"/><w:pgSz w:w="12240" w:h="15840"/></w:sectPr>'

/** The parts of a document with a header and a footer; valid unless `spec` makes it invalid. */
export function documentParts(spec: DocumentSpec = {}): DocumentParts {
  const {
    body = paragraphs('Dear {owner_name}') + plainSection,
    header = '',
    footer = '',
    relations = '',
    types = '',
  } = spec
  return {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${wordContentType}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${wordContentType}.header+xml"/><Override PartName="/word/footer1.xml" ContentType="${wordContentType}.footer+xml"/>${types}</Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': documentMarkup(body),
    'word/header1.xml': `<?xml version="1.0"?><w:hdr ${namespaces}>${header || '<w:p/>'}</w:hdr>`,
    'word/footer1.xml': `<?xml version="1.0"?><w:ftr ${namespaces}>${footer || '<w:p/>'}</w:ftr>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="${relationshipsNamespace}/header" Target="header1.xml"/><Relationship Id="rId8" Type="${relationshipsNamespace}/footer" Target="footer1.xml"/>${relations}</Relationships>`,
    ...spec.parts,
  }
}

export function createDocument(spec: DocumentSpec = {}): Buffer {
  return zipFile(documentParts(spec))
}

export interface EntryOverrides {
  /** Values to write instead of the correct ones. */
  size?: number
  crc?: number
  method?: number
  flags?: number
  /** The name in the local file header. */
  localName?: string
  /** The offset in the central directory. */
  offset?: number
}

/** Writes a zip archive without a library, so that any field can be wrong. */
export function zipFile(
  parts: DocumentParts | [string, string | Buffer][],
  overridesByEntry: Record<string, EntryOverrides> = {},
): Buffer {
  const entries = Array.isArray(parts) ? parts : Object.entries(parts)
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    if (content === null) continue
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const overrides = overridesByEntry[name] ?? {}
    const writeFields = (into: Buffer, at: number) => {
      into.writeUInt16LE(overrides.flags ?? 0x0800, at)
      into.writeUInt16LE(overrides.method ?? 8, at + 2)
      into.writeUInt32LE(overrides.crc ?? crc32(raw), at + 8)
      into.writeUInt32LE(packed.length, at + 12)
      into.writeUInt32LE(overrides.size ?? raw.length, at + 16)
    }
    const localName = Buffer.from(overrides.localName ?? name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    writeFields(header, 6)
    header.writeUInt16LE(localName.length, 26)
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    writeFields(line, 8)
    line.writeUInt16LE(Buffer.byteLength(name), 28)
    line.writeUInt32LE(overrides.offset ?? offset, 42)
    pieces.push(header, localName, packed)
    list.push(line, Buffer.from(name))
    offset += header.length + localName.length + packed.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(list.length / 2, 8)
  end.writeUInt16LE(list.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, directory, end])
}
