import { zipFile, type DocumentParts } from './createDocument.ts'

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export interface WorkbookSpec {
  /** The markup of the rows of each sheet, by its name. */
  sheets?: Record<string, string>
  /** Attributes of a sheet in the list of sheets, by its name. */
  states?: Record<string, string>
  sharedStrings?: string
  styles?: string
  /** Elements before the list of sheets. */
  properties?: string
  /** Parts to add or replace; null removes one. */
  parts?: DocumentParts
}

/** The parts of a workbook, written by hand so that tests can make any part invalid. */
export function workbookParts(spec: WorkbookSpec = {}): DocumentParts {
  const { sheets = { Sheet1: '' }, states = {}, sharedStrings = '', styles = '', properties = '' } = spec
  const names = Object.keys(sheets)
  const relations = names.map(
    (_, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relationships}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}">${properties}<sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" ${states[name] ?? ''} r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}<Relationship Id="rId98" Type="${relationships}/styles" Target="/xl/styles.xml"/><Relationship Id="rId99" Type="${relationships}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${sharedStrings}</sst>`,
    ...Object.fromEntries(names.map((name, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetMarkup(sheets[name]!)])),
    ...spec.parts,
  }
}

export function sheetMarkup(rows: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
}

export function createWorkbook(spec: WorkbookSpec = {}): Buffer {
  return zipFile(workbookParts(spec))
}
