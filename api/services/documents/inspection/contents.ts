import { mainPart } from '../letters/template.ts'
import type { Parts } from '../package/readZip.ts'
import { DocumentRefused } from '../refusal.ts'
import { shown } from './tagErrors.ts'

const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macros = 'The document holds macros: save it as a plain Word document (.docx) and upload that.'

/** Reasons against what an archive holds, going by names and types. Throws `DocumentRefused` when it is no Word document. */
export function contentReasons(parts: Parts): string[] {
  const types = parts.get('[Content_Types].xml')?.toString('utf8')
  if (types === undefined) throw new DocumentRefused('This is an archive, but not a Word document (.docx).')
  if (/macroEnabled|vbaProject|vbaData/i.test(types)) return [macros]
  const main = mainPart(parts)
  const named = new RegExp(`PartName="/${main.replaceAll(/[^\w/]/g, '\\$&')}"`)
  const override = [...types.matchAll(/<(?:\w+:)?Override\s[^>]*>/g)].map(([one]) => one).find((one) => named.test(one))
  if (!main || !parts.has(main) || !override?.includes(`"${wordDocument}"`))
    throw new DocumentRefused(otherKind(types) ?? 'This is an archive, but not a Word document (.docx).')
  return [...parts].flatMap(([name, content]) => reasonAgainst(name, content))
}

function otherKind(types: string): string | null {
  if (types.includes('spreadsheetml')) return 'This is an Excel workbook and not a Word document.'
  if (types.includes('presentationml')) return 'This is a PowerPoint presentation and not a Word document.'
  if (types.includes('wordprocessingml.template.main'))
    return 'This is a Word template file (.dotx): save it as a Word document (.docx) and upload that.'
  return null
}

function reasonAgainst(name: string, content: Buffer): string[] {
  if (/vbaProject|vbaData/i.test(name)) return [macros]
  if (/(^|\/)customUI\//i.test(name))
    return ['The document changes the menus of Word (custom UI), which a letter does not need.']
  if (/(^|\/)activeX\//i.test(name)) return ['The document holds ActiveX controls, which run programs: delete them.']
  if (/(^|\/)(embeddings|oleObjects)\//i.test(name))
    return [`The document holds an embedded object ('${shown(name)}'): put it in as a picture instead.`]
  const ending = name.split('.').at(-1)!.toLowerCase()
  if (['xml', 'rels'].includes(ending)) return []
  if (['odttf', 'ttf', 'otf'].includes(ending)) return []
  if (!(ending in pictures)) return [`The document holds a file that a letter does not need: '${shown(name)}'.`]
  return isPicture(content) ? [] : [`'${shown(name)}' is not the picture that its name says.`]
}

/** The first bytes of the pictures that Word keeps; their endings are often another picture's. */
const pictures: Record<string, string[]> = {
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
  return Object.values(pictures)
    .flat()
    .some((sign) => start.startsWith(sign))
}
