/** The little of WordprocessingML that the starter templates are made of. Sizes are points, lengths twentieths of a point. */

export const ink = '1D1B16'
export const mute = '6B655A'
export const amber = 'FFA726'
export const amberDark = '9A5B00'
export const amberWash = 'FFF4E0'
export const teal = '0F6B66'
export const tealWash = 'E6F3F1'

interface RunLook {
  size?: number
  bold?: boolean
  italic?: boolean
  color?: string
  font?: 'Georgia' | 'Calibri'
  caps?: boolean
}

interface ParagraphLook {
  before?: number
  after?: number
  align?: 'left' | 'center' | 'right'
  line?: number
  keepNext?: boolean
}

export function run(text: string, look: RunLook = {}): string {
  const { size = 11, bold, italic, color = ink, font = 'Calibri', caps } = look
  const properties = [
    `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`,
    bold ? '<w:b/>' : '',
    italic ? '<w:i/>' : '',
    caps ? '<w:caps/>' : '',
    `<w:color w:val="${color}"/>`,
    caps ? '<w:spacing w:val="30"/>' : '',
    `<w:sz w:val="${size * 2}"/><w:szCs w:val="${size * 2}"/>`,
  ]
  return `<w:r><w:rPr>${properties.join('')}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
}

/** 'PAGE' or 'NUMPAGES', counted by Word. */
export function pageField(name: 'PAGE' | 'NUMPAGES', look: RunLook): string {
  return `<w:fldSimple w:instr=" ${name} ">${run('1', look)}</w:fldSimple>`
}

export function paragraph(
  content: string,
  { before = 0, after = 120, align, line = 276, keepNext }: ParagraphLook = {},
) {
  const properties = [
    keepNext ? '<w:keepNext/>' : '',
    `<w:spacing w:before="${before}" w:after="${after}" w:line="${line}" w:lineRule="auto"/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
  ]
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${content}</w:p>`
}

export function text(words: string, look: RunLook & ParagraphLook = {}): string {
  return paragraph(run(words, look), look)
}

interface Cell {
  width: number
  content: string
  fill?: string
  /** A coloured edge on this side. */
  edge?: { side: 'left' | 'top' | 'bottom'; color: string; size?: number }
}

/** A row of cells without lines around them. */
export function row(cells: Cell[], { padding = 140 }: { padding?: number } = {}): string {
  const columns = cells.map(({ width }) => `<w:gridCol w:w="${width}"/>`).join('')
  const total = cells.reduce((sum, { width }) => sum + width, 0)
  const margin = (side: string, by: number) => `<w:${side} w:w="${by}" w:type="dxa"/>`
  return `<w:tbl><w:tblPr><w:tblW w:w="${total}" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblCellMar>${margin('top', padding)}${margin('left', padding + 40)}${margin('bottom', padding)}${margin('right', padding + 40)}</w:tblCellMar></w:tblPr><w:tblGrid>${columns}</w:tblGrid><w:tr>${cells.map(cell).join('')}</w:tr></w:tbl>`
}

function cell({ width, content, fill, edge }: Cell): string {
  const borders = edge
    ? `<w:tcBorders><w:${edge.side} w:val="single" w:sz="${edge.size ?? 24}" w:space="0" w:color="${edge.color}"/></w:tcBorders>`
    : ''
  const shade = fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${borders}${shade}</w:tcPr>${content}</w:tc>`
}

/** Space between two tables, which Word would join otherwise. */
export function gap(after = 120): string {
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="${after}" w:line="120" w:lineRule="exact"/></w:pPr></w:p>`
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
