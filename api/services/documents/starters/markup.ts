/**
 * A small subset of WordprocessingML for templates that are written in code. Font sizes are in points, lengths in twentieths of a
 * point.
 */

export const ink = '1D1B16'
export const muted = '6B655A'
export const amber = 'FFA726'
export const amberDark = '9A5B00'
export const amberWash = 'FFF4E0'
export const teal = '0F6B66'
export const tealWash = 'E6F3F1'

interface RunStyle {
  size?: number
  bold?: boolean
  italic?: boolean
  color?: string
  font?: 'Georgia' | 'Calibri'
  caps?: boolean
}

interface ParagraphStyle {
  before?: number
  after?: number
  align?: 'left' | 'center' | 'right'
  line?: number
  keepNext?: boolean
}

export function toRun(text: string, style: RunStyle = {}): string {
  const { size = 11, bold, italic, color = ink, font = 'Calibri', caps } = style
  const properties = [
    `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`,
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    caps ? '<w:caps/>' : '',
    `<w:color w:val="${color}"/>`,
    caps ? '<w:spacing w:val="30"/>' : '',
    `<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>`,
  ]
  return `<w:r><w:rPr>${properties.join('')}</w:rPr><w:t xml:space="preserve">${escapeText(text)}</w:t></w:r>`
}

/** A page number field that Word fills in. */
export function toPageField(name: 'PAGE' | 'NUMPAGES', style: RunStyle): string {
  return `<w:fldSimple w:instr=" ${name} ">${toRun('1', style)}</w:fldSimple>`
}

export function toParagraph(
  content: string,
  { before = 0, after = 120, align, line = 276, keepNext }: ParagraphStyle = {},
) {
  const properties = [
    keepNext ? '<w:keepNext/>' : '',
    `<w:spacing w:before="${before}" w:after="${after}" w:line="${line}" w:lineRule="auto"/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
  ]
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${content}</w:p>`
}

export function toTextParagraph(textContent: string, style: RunStyle & ParagraphStyle = {}): string {
  return toParagraph(toRun(textContent, style), style)
}

export function toHeading(text: string, size: number, style: RunStyle & ParagraphStyle): string {
  return toTextParagraph(text, { font: 'Georgia', bold: true, size, ...style })
}

interface Cell {
  width: number
  content: string
  fill?: string
  /** A colored border on one side. */
  border?: { side: 'left' | 'top' | 'bottom'; color: string; size?: number }
}

/** A table of one row without borders. */
export function toRow(cells: Cell[], { padding = 140 }: { padding?: number } = {}): string {
  const columns = cells.map(({ width }) => `<w:gridCol w:w="${width}"/>`).join('')
  const total = cells.reduce((sum, { width }) => sum + width, 0)
  const margin = (side: string, by: number) => `<w:${side} w:w="${by}" w:type="dxa"/>`
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar>${margin('top', padding)}${margin('left', padding + 40)}${margin('bottom', padding)}${margin('right', padding + 40)}</w:tblCellMar></w:tblPr><w:tblGrid>${columns}</w:tblGrid><w:tr>${cells.map(toCell).join('')}</w:tr></w:tbl>`
}

function toCell({ width, content, fill, border }: Cell): string {
  const borders = border
    ? `<w:tcBorders><w:${border.side} w:val="single" w:sz="${border.size ?? 24}" w:space="0" w:color="${border.color}"/></w:tcBorders>`
    : ''
  const shade = fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${borders}${shade}</w:tcPr>${content}</w:tc>`
}

/** Space between two tables. Word joins adjacent tables. */
export function toGap(after = 120): string {
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="${after}" w:line="120" w:lineRule="exact"/></w:pPr></w:p>`
}

function escapeText(textContent: string): string {
  return textContent.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
