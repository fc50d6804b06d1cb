import { findMainPart } from '../letters/template.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../documentRefused.ts'
import { toDisplayText } from '../letters/tagErrors.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macrosMessage =
  'The document contains macros: save it as a Word document without macros (.docx) and upload that file.'

/**
 * Returns reasons to refuse a package by its part names and content types. Throws `DocumentRefused` if it is not a Word
 * document.
 */
export function checkContents(parts: Parts): string[] {
  const types = parts.get('[Content_Types].xml')?.toString('utf8')
  if (types === undefined) throw new DocumentRefused('This is a zip archive, not a Word document (.docx).')
  if (/macroEnabled|vbaProject|vbaData/i.test(types)) return [macrosMessage]
  const main = findMainPart(parts)
  const overrides = [...types.matchAll(/<(?:\w+:)?Override\s[^>]*>/g)].map(([element]) => element)
  const override = overrides.find((element) => element.includes(`PartName="/${main}"`))
  if (!main || !parts.has(main) || !override?.includes(`"${wordDocument}"`))
    throw new DocumentRefused(explainOtherOfficeFile(types) ?? 'This is a zip archive, not a Word document (.docx).')
  return [...parts].flatMap(([name, content]) => checkPart(name, content))
}

function explainOtherOfficeFile(types: string): string | null {
  if (types.includes('spreadsheetml')) return 'This is an Excel workbook, not a Word document.'
  if (types.includes('presentationml')) return 'This is a PowerPoint presentation, not a Word document.'
  if (types.includes('wordprocessingml.template.main'))
    return 'This is a Word template file (.dotx): save it as a Word document (.docx) and upload that file.'
  return null
}

function checkPart(name: string, content: Buffer): string[] {
  if (/vbaProject|vbaData/i.test(name)) return [macrosMessage]
  if (/(^|\/)customUI\//i.test(name))
    return ['The document customizes the menus of Word (custom UI), which a letter does not need.']
  if (/(^|\/)activeX\//i.test(name)) return ['The document contains ActiveX controls: delete them.']
  if (/(^|\/)(embeddings|oleObjects)\//i.test(name))
    return [`The document contains an embedded object ('${toDisplayText(name)}'): insert it as a picture instead.`]
  const extension = name.split('.').at(-1)!.toLowerCase()
  if (['xml', 'rels', 'odttf', 'ttf', 'otf'].includes(extension)) return []
  if (!(extension in pictureSignatures))
    return [`The document contains a file that a letter does not need: '${toDisplayText(name)}'.`]
  return isPicture(content) ? [] : [`'${toDisplayText(name)}' is not a picture, although its name says so.`]
}

/** First bytes of the image formats that Word stores. A part's extension may belong to another format. */
const pictureSignatures: Record<string, string[]> = {
  png: ['\x89PNG'],
  jpg: ['\xff\xd8\xff'],
  jpeg: ['\xff\xd8\xff'],
  gif: ['GIF8'],
  bmp: ['BM'],
  tif: ['II*\0', 'MM\0*'],
  tiff: ['II*\0', 'MM\0*'],
  emf: ['\x01\0\0\0'],
  wmf: ['\xd7\xcd\xc6\x9a', '\x01\0\x09\0'],
}

function isPicture(content: Buffer): boolean {
  const start = content.subarray(0, 8).toString('latin1')
  return Object.values(pictureSignatures)
    .flat()
    .some((signature) => start.startsWith(signature))
}
