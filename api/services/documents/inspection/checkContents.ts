import { DocumentRefused, toDisplayText } from '../documentRefused.ts'
import { contentTypesPart, findMainPart, readContentTypes } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { readFontKeys, isFont, type FontKeys } from './fonts.ts'
import {
  dataType,
  fontTypes,
  isAllowedType,
  isMarkupType,
  isPictureType,
  mainDocumentType,
  pictureTypes,
  reasonByType,
  relationshipsType,
  svgType,
} from './partTypes.ts'
import { isHarmlessSvg } from './svgPictures.ts'

/**
 * Returns reasons to refuse a package by the content types of its parts and by their first bytes. Throws `DocumentRefused` if it is
 * not a Word document.
 */
export function checkContents(parts: Parts): string[] {
  const types = readContentTypes(parts)
  const declared = types.declared.flatMap((type) => reasonByType('', type) ?? [])
  if (types.declared.some((type) => type.includes('macroenabled'))) return declared
  const main = findMainPart(parts)
  if (main === undefined || types.typeOf(main) !== mainDocumentType)
    throw new DocumentRefused(
      explainOtherOfficeFile(types.declared) ?? 'This is a zip archive, not a Word document (.docx).',
    )
  const fontKeys = readFontKeys(parts, types)
  return [
    ...declared,
    ...[...parts].flatMap(([name, content]) =>
      name === contentTypesPart ? [] : checkPart(name, content, types.typeOf(name) ?? '', fontKeys),
    ),
  ]
}

function explainOtherOfficeFile(types: string[]): string | null {
  const declares = (text: string) => types.some((type) => type.includes(text))
  if (declares('spreadsheetml')) return 'This is an Excel workbook, not a Word document.'
  if (declares('presentationml')) return 'This is a PowerPoint presentation, not a Word document.'
  if (declares('wordprocessingml.template.main'))
    return 'This is a Word template file (.dotx): save it as a Word document (.docx) and upload that file.'
  return null
}

function checkPart(name: string, content: Buffer, type: string, fontKeys: FontKeys): string[] {
  const part = `'${toDisplayText(name)}'`
  if (!isAllowedPart(name, type)) return [reasonByType(name, type) ?? explainUnknownPart(name, type)]
  // docxtemplater and `checkMarkup` tell markup by its name.
  if (isMarkupType(type)) return []
  if (type === svgType && !isHarmlessSvg(name, content))
    return [`${part} is a drawing with scripts or links: replace the SVG picture by a PNG.`]
  if (pictureTypes.has(type) && !isPicture(content)) return [`${part} is not a picture, although its name says so.`]
  if (fontTypes.has(type) && !isFont(content, fontKeys.get(name)))
    return [`${part} is not a font, although its name says so: switch off embedded fonts (File, Options, Save).`]
  return []
}

function isAllowedPart(name: string, type: string): boolean {
  const extension = name.split('.').at(-1)!.toLowerCase()
  if (type === relationshipsType) return extension === 'rels'
  if (type === dataType && !/^customxml\//i.test(name)) return false
  return isAllowedType(type) && isMarkupType(type) === (extension === 'xml') && extension !== 'rels'
}

function explainUnknownPart(name: string, type: string): string {
  const part = toDisplayText(name)
  if (isPictureType(type))
    return `'${part}' is a picture that not every version of Word shows: save it as PNG or JPEG and insert it again.`
  return /(?:^|\/)(?:embeddings|oleObjects)\//i.test(name)
    ? `The document contains an embedded object ('${part}'): insert it as a picture instead.`
    : `The document contains a file that a letter does not need: '${part}'.`
}

/** Texts and their places in the image formats that Word stores. A part's content type may name another of them. */
const pictureSignatures: [at: number, text: string][][] = [
  [[0, '\x89PNG\r\n\x1a\n']],
  [[0, '\xff\xd8\xff']],
  [[0, 'GIF87a']],
  [[0, 'GIF89a']],
  [
    [0, 'BM'],
    [6, '\0\0\0\0'],
  ],
  [[0, 'II*\0']],
  [[0, 'MM\0*']],
  [
    [0, '\x01\0\0\0'],
    [40, ' EMF'],
  ],
  [[0, '\xd7\xcd\xc6\x9a']],
  [
    [0, '\x01\0\x09\0'],
    [4, '\0\x03'],
  ],
]

function isPicture(content: Buffer): boolean {
  const start = content.toString('latin1', 0, 44)
  return pictureSignatures.some((signature) => signature.every(([at, text]) => start.startsWith(text, at)))
}
