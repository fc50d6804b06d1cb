import { pack, createZip } from '../package/writeZip.ts'

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelation = 'http://schemas.openxmlformats.org/package/2006'
const namespaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${relation}"`
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** A fixed time, so that equal documents have equal bytes. */
const modifiedAt = new Date(2024, 1, 9, 9, 0, 0)

export interface DocumentText {
  title: string
  header: string
  body: string
  footer: string
}

/** A Word document on US Letter paper with one header and one footer. */
export function createWordDocument({ title, header, body, footer }: DocumentText): Buffer {
  const section = `<w:sectPr><w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1700" w:right="1200" w:bottom="1300" w:left="1200" w:header="620" w:footer="560" w:gutter="0"/></w:sectPr>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packageRelation}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
      override('/word/document.xml', `${word}.document.main+xml`),
      override('/word/styles.xml', `${word}.styles+xml`),
      override('/word/header1.xml', `${word}.header+xml`),
      override('/word/footer1.xml', `${word}.footer+xml`),
      override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    ].join('')}</Types>`,
    '_rels/.rels': relations([
      ['rId1', `${relation}/officeDocument`, 'word/document.xml'],
      ['rId2', `${packageRelation}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${packageRelation}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    'word/document.xml': `<w:document ${namespaces}><w:body>${body}${section}</w:body></w:document>`,
    'word/header1.xml': `<w:hdr ${namespaces}>${header}</w:hdr>`,
    'word/footer1.xml': `<w:ftr ${namespaces}>${footer}</w:ftr>`,
    'word/styles.xml': `<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
    'word/_rels/document.xml.rels': relations([
      ['rId1', `${relation}/styles`, 'styles.xml'],
      ['rId2', `${relation}/header`, 'header1.xml'],
      ['rId3', `${relation}/footer`, 'footer1.xml'],
    ]),
  }
  const pieces = createZip(
    Object.entries(parts).map(([name, markup]) => [name, pack(Buffer.from(declaration + markup), 9)]),
    modifiedAt,
  )
  return Buffer.concat(pieces)
}

function override(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${type}"/>`
}

function relations(list: [id: string, type: string, target: string][]): string {
  const each = list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
  return `<Relationships xmlns="${packageRelation}/relationships">${each.join('')}</Relationships>`
}
