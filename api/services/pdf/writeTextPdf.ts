import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { hasGlyph, labelFont } from '../documents/labels/labelFont.ts'
import { toPrintableText } from '../documents/labels/labelText.ts'

/** A short document of plain text. */
export interface TextDocument {
  title: string
  createdAt: Date
  /** Each may have several lines. */
  paragraphs: readonly string[]
}

const margin = 72

/** The document as a PDF in letter format. Letters that the font lacks are question marks. */
export async function writeTextPdf({ title, createdAt, paragraphs }: TextDocument): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    lang: 'en-US',
    // The types of pdfkit do not name fonts that are open already.
    font: labelFont as unknown as string,
    displayTitle: true,
    info: { Title: title, Creator: 'Porchlight', CreationDate: createdAt },
  })
  document.fontSize(20).text(title).moveDown()
  document.fontSize(11)
  for (const paragraph of paragraphs) {
    const lines = paragraph.split('\n').map((line) => toPrintableText(line, hasGlyph).text)
    document.text(lines.join('\n'), { lineGap: 3 }).moveDown()
  }
  document.end()
  return buffer(document)
}
