import PDFDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { makePauses } from '../../domain/pauses.ts'
import { hasGlyph, labelFont } from '../documents/labels/labelFont.ts'
import { toPrintableText } from '../documents/labels/labelText.ts'

/** A document of plain text. */
export interface TextDocument {
  title: string
  createdAt: Date
  /** Each may have several lines. */
  paragraphs: readonly string[]
  table?: TextTable
}

/** A table below the paragraphs, whose headings are repeated on each page. The document is then in landscape. */
export interface TextTable {
  columns: readonly { heading: string; width: number }[]
  rows: readonly (readonly string[])[]
}

const margin = 72
const gap = 8
const cellSize = 9

/** The document as a PDF in letter format. Letters that the font lacks are question marks. Other requests are answered while a long table is written. */
export async function writeTextPdf({ title, createdAt, paragraphs, table }: TextDocument): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'LETTER',
    layout: table ? 'landscape' : 'portrait',
    margin: table ? margin / 2 : margin,
    pdfVersion: '1.7',
    lang: 'en-US',
    // The types of pdfkit do not name fonts that are open already.
    font: labelFont as unknown as string,
    displayTitle: true,
    info: { Title: title, Creator: 'Porchlight', CreationDate: createdAt },
  })
  const written = buffer(document)
  document.fontSize(20).text(title).moveDown()
  document.fontSize(11)
  for (const paragraph of paragraphs) {
    const lines = paragraph.split('\n').map(toPrintable)
    document.text(lines.join('\n'), { lineGap: 3 }).moveDown()
  }
  if (table) await writeTable(document, table)
  document.end()
  return written
}

const toPrintable = (text: string) => toPrintableText(text, hasGlyph).text

async function writeTable(document: PDFKit.PDFDocument, { columns, rows }: TextTable): Promise<void> {
  document.fontSize(cellSize)
  const { margins } = document.page
  const bottom = document.page.height - margins.bottom
  const headings = columns.map(({ heading }) => heading)
  const heightOf = (cells: readonly string[]) =>
    Math.max(...columns.map(({ width }, at) => document.heightOfString(cells[at] ?? '', { width })))
  const write = (cells: readonly string[], top: number, height: number) => {
    let left = margins.left
    for (const [at, { width }] of columns.entries()) {
      // A cell that is longer than a page is cut, because pdfkit would begin a page for each of its lines.
      document.text(cells[at] ?? '', left, top, { width, height: Math.min(height, bottom - top), ellipsis: true })
      left += width + gap
    }
    return top + height + 3
  }
  const headingHeight = heightOf(headings)
  let y = write(headings, document.y, headingHeight)
  const pause = makePauses()
  for (const row of rows) {
    await pause()
    const cells = row.map(toPrintable)
    const height = heightOf(cells)
    if (y + height > bottom) {
      document.addPage()
      y = write(headings, margins.top, headingHeight)
    }
    y = write(cells, y, height)
  }
}
