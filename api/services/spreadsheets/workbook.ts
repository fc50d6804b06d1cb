import { readEntries, type ZipEntry } from '../zip/readEntries.ts'
import { decodeText, numberFormatOf, numberText, plainNumber, type NumberFormat } from './cellText.ts'
import { TextList } from './textList.ts'
import { walkXml, type XmlVisitor } from './walkXml.ts'
import { WorkbookProblem } from './workbookProblem.ts'

const megabyte = 1024 * 1024
const limits = {
  entries: 2_000,
  /** The list of sheets, and relationships. */
  smallPartBytes: 4 * megabyte,
  styleBytes: 16 * megabyte,
  /** Of the texts with their markup, of what is kept of them, and how many. */
  textBytes: 96 * megabyte,
  textLength: 48 * megabyte,
  texts: 1_500_000,
  sheetBytes: 160 * megabyte,
  /** A row of an import has at most as many. */
  columns: 500,
} as const

/** A workbook whose list of sheets was read. */
export interface Workbook {
  /** The names of the sheets with cells that are not hidden, in their order. */
  sheets: string[]
  /**
   * The rows of the sheet with this name, or of the first one, in batches. Those without text are left out, and so are empty cells at
   * the end of a row. Formulas are not evaluated: their cells have the value that was stored with them.
   */
  readRows(sheet?: string): AsyncGenerator<SheetRow[]>
}

export interface SheetRow {
  /** The number that the workbook shows beside the row, from 1. */
  row: number
  cells: string[]
}

/** Opens a workbook (.xlsx or .xlsm). Throws `WorkbookProblem` if the content is none. */
export async function openWorkbook(content: Buffer): Promise<Workbook> {
  const entries = readEntries(content, {
    program: 'a spreadsheet program',
    maxEntries: limits.entries,
    refuse: () => new WorkbookProblem('damaged'),
  })
  const parts = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  const [main] = (await readRelationships(parts, '')).filter(({ kind }) => kind === 'officedocument')
  if (!main?.part) throw new WorkbookProblem('no workbook')
  if (!main.part.name.toLowerCase().endsWith('.xml')) throw new WorkbookProblem('binary')
  const relationships = await readRelationships(parts, main.part.name)
  const { sheets, is1904 } = await readSheetList(main.part, relationships)
  const partOf = (wanted: string) => relationships.find(({ kind }) => kind === wanted)?.part
  return {
    sheets: sheets.map(({ name }) => name),
    async *readRows(wanted) {
      const sheet = wanted === undefined ? sheets[0] : sheets.find(({ name }) => name === wanted)
      if (!sheet) throw new WorkbookProblem('no sheet')
      const formats = await readFormats(partOf('styles'))
      const texts = await readTexts(partOf('sharedstrings'))
      yield* readSheet(sheet.part, { formats, texts, is1904 })
    },
  }
}

interface Relationship {
  id: string
  /** The last segment of its type, in lower case. */
  kind: string
  part: ZipEntry | undefined
}

/** The relationships of a part that name parts of the workbook; those of the workbook file itself for ''. */
async function readRelationships(parts: ReadonlyMap<string, ZipEntry>, source: string): Promise<Relationship[]> {
  const folder = source.slice(0, source.lastIndexOf('/') + 1)
  const entry = parts.get(`${folder}_rels/${source.slice(folder.length)}.rels`.toLowerCase())
  const found: Relationship[] = []
  await walk(entry, limits.smallPartBytes, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return
      const part = parts.get(resolveTarget(folder, attributes['Target'] ?? '').toLowerCase())
      const kind = (attributes['Type'] ?? '').split('/').at(-1)!.toLowerCase()
      found.push({ id: attributes['Id'] ?? '', kind, part })
    },
  })
  return found
}

function resolveTarget(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target.slice(1) : folder + target).split('/'))
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  return steps.join('/')
}

async function readSheetList(main: ZipEntry, relationships: readonly Relationship[]) {
  const sheets: { name: string; part: ZipEntry }[] = []
  let is1904 = false
  await walk(main, limits.smallPartBytes, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (element !== 'sheet' || !['visible', undefined].includes(attributes['state'])) return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
      const sheet = relationships.find((relationship) => relationship.id === id)
      if (sheet?.kind === 'worksheet' && sheet.part) sheets.push({ name: attributes['name'] ?? '', part: sheet.part })
    },
  })
  return { sheets, is1904 }
}

/** The format of each style that a cell can have. */
async function readFormats(entry: ZipEntry | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isCellStyle = false
  await walk(entry, limits.styleBytes, {
    open(name, attributes) {
      if (name === 'cellXfs') isCellStyle = true
      else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (name === 'xf' && isCellStyle) {
        const id = Number(attributes['numFmtId'] ?? 0)
        formats.push(numberFormatOf(id, codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return formats
}

/** The texts that cells refer to by their place. */
async function readTexts(entry: ZipEntry | undefined): Promise<TextList> {
  const texts = new TextList()
  const collector = createTextCollector()
  await walk(entry, limits.textBytes, {
    open(name) {
      if (name === 'si') collector.begin()
      collector.open(name)
    },
    close(name) {
      collector.close(name)
      if (name !== 'si') return
      texts.add(collector.end())
      if (texts.byteLength > limits.textLength || texts.count > limits.texts) throw new WorkbookProblem('too large')
    },
    text: (piece) => collector.text(piece),
  })
  return texts
}

/** Collects the text of a cell, which may consist of several with formats of their own, without its pronunciation. */
function createTextCollector() {
  let text = ''
  let isText = false
  let isPronunciation = false
  return {
    begin() {
      text = ''
    },
    open(name: string) {
      if (name === 'rPh') isPronunciation = true
      isText = name === 't' && !isPronunciation
    },
    close(name: string) {
      if (name === 'rPh') isPronunciation = false
      isText = false
    },
    text(piece: string) {
      if (isText) text += piece
    },
    end: () => decodeText(text),
  }
}

interface CellContext {
  formats: readonly NumberFormat[]
  texts: TextList
  is1904: boolean
}

async function* readSheet(entry: ZipEntry, context: CellContext): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  let isData = false
  let row = 0
  let column = 0
  let cells: string[] = []
  let type = ''
  let style = ''
  let value = ''
  let isValue = false
  const inline = createTextCollector()
  const chunks = walkXml(entry, limits.sheetBytes, {
    open(name, attributes) {
      if (name === 'sheetData') isData = true
      if (!isData) return
      inline.open(name)
      if (name === 'row') {
        const number = attributes['r'] === undefined ? row + 1 : Number(attributes['r'])
        if (!Number.isInteger(number) || number <= row) throw new WorkbookProblem('damaged')
        row = number
        column = 0
        cells = []
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        type = attributes['t'] ?? 'n'
        style = attributes['s'] ?? ''
        value = ''
        inline.begin()
      }
      isValue = name === 'v'
    },
    text(piece) {
      if (isValue) value += piece
      inline.text(piece)
    },
    close(name) {
      isValue = false
      inline.close(name)
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'c') {
        const text = type === 'inlineStr' ? inline.end() : textOf(type, value, style, context)
        if (text.trim() === '') return
        if (column > limits.columns) throw new WorkbookProblem('many columns')
        while (cells.length < column) cells.push('')
        cells[column - 1] = text
      } else if (name === 'row' && cells.length > 0) rows.push({ row, cells })
    },
  })
  for await (const _ of chunks) {
    if (rows.length === 0) continue
    yield rows
    rows = []
  }
}

/** The text of a cell by the type of its value. An error such as #N/A says nothing. */
function textOf(type: string, value: string, style: string, { formats, texts, is1904 }: CellContext): string {
  if (value === '') return ''
  switch (type) {
    case 's':
      return texts.at(Number(value)) ?? ''
    case 'str':
      return decodeText(value)
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case 'd':
      return value.trim().replace(/T00:00:00(?:\.0+)?Z?$/, '')
    default:
      return numberText(value, formats[Number(style)] ?? plainNumber, is1904)
  }
}

/** The number of the column of 'AB12', from 1. Throws `WorkbookProblem` for another text. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  if (column < 1 || column > 16_384) throw new WorkbookProblem('damaged')
  return column
}

/** Reads all of a part, if there is one. */
async function walk(entry: ZipEntry | undefined, maxBytes: number, visitor: XmlVisitor): Promise<void> {
  if (entry) for await (const _ of walkXml(entry, maxBytes, visitor));
}
