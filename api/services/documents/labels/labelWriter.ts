import PDFDocument from 'pdfkit'
import { placeOf, placesOf, type Box } from '../../../domain/printing/labelSheets.ts'
import { currentResident } from '../../../domain/properties/owner.ts'
import type { Label, LabelJob } from '../documents.ts'
import { hasGlyph, labelFont, printableName } from './labelFont.ts'
import { fitText, lineHeight, toPrintableText } from './labelText.ts'

/** Printers shift a sheet of labels by up to a millimeter or two. */
const labelMargin = { x: 8, y: 5 }
const labelTextSize = 11
const envelopeTextSize = 13
const returnAddressTextSize = 9
/** The height of the letters above the baseline, of text of size 1, and what is left for the part below it. */
const baseline = 0.95

/** Draws addresses on sheets of labels or envelopes. Each call returns the bytes of the pages that are full. */
export class LabelWriter {
  readonly #job: LabelJob
  readonly #document: PDFKit.PDFDocument
  #position: number

  constructor(job: LabelJob) {
    const { sheet, title, createdAt, startPosition } = job
    this.#job = job
    this.#position = startPosition - 1
    this.#document = new PDFDocument({
      size: [sheet.pageWidth, sheet.pageHeight],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: 'en-US',
      // The types of pdfkit do not name fonts that are open already.
      font: labelFont as unknown as string,
      displayTitle: true,
      info: { Title: title, Creator: 'Porchlight', CreationDate: createdAt },
    })
    requestActualSize(this.#document)
  }

  add(labels: readonly Label[]): Buffer[] {
    for (const label of labels) this.#addLabel(label)
    return this.#read()
  }

  finish(): Buffer[] {
    this.#document.end()
    return this.#read()
  }

  #addLabel({ name, address }: Label): void {
    const { sheet, returnAddress } = this.#job
    const isFirstOfPage = this.#position % placesOf(sheet) === 0
    if (isFirstOfPage || !this.#document.page) this.#document.addPage()
    if (sheet.returnAddress && returnAddress.length > 0)
      this.#write(returnAddress.map(toText), sheet.returnAddress, returnAddressTextSize, 'top')
    const place = placeOf(sheet, (this.#position % placesOf(sheet)) + 1)
    const lines = [printableName(name) ?? currentResident, ...address.map(toText)]
    if (sheet.kind === 'envelope') this.#write(lines, place, envelopeTextSize, 'top')
    else this.#write(lines, withMargin(place), labelTextSize, 'middle')
    this.#position += 1
  }

  #write(texts: readonly string[], box: Box, maxSize: number, align: 'top' | 'middle'): void {
    const lines = fitText(texts.filter(Boolean), box, maxSize, (text) => this.#document.fontSize(1).widthOfString(text))
    const height = lines.reduce((sum, { size }) => sum + size * lineHeight, 0)
    let top = align === 'top' ? box.y : box.y + (box.height - height) / 2
    for (const { text, size } of lines) {
      const options = { lineBreak: false, baseline: 'alphabetic' } as const
      this.#document.fontSize(size).text(text, box.x, top + baseline * size, options)
      top += size * lineHeight
    }
  }

  #read(): Buffer[] {
    const bytes = this.#document.read() as Buffer | null
    return bytes ? [bytes] : []
  }
}

const toText = (line: string) => toPrintableText(line, hasGlyph).text

function withMargin({ x, y, width, height }: Box): Box {
  return {
    x: x + labelMargin.x,
    y: y + labelMargin.y,
    width: width - 2 * labelMargin.x,
    height: height - 2 * labelMargin.y,
  }
}

/** Asks the program that prints the file not to scale the pages, which would move the addresses off their labels. */
function requestActualSize(document: PDFKit.PDFDocument): void {
  const { _root: root } = document as unknown as { _root: { data: { ViewerPreferences: { data: object } } } }
  Object.assign(root.data.ViewerPreferences.data, { PrintScaling: 'None' })
}
