/**
 * What a letter may consist of. Word connects each part by a relationship whose type names its kind; the part has one of the content
 * types of that kind. Everything that is not listed is refused.
 */

const office = 'application/vnd.openxmlformats-officedocument.'
const word = `${office}wordprocessingml.`
const drawing = `${office}drawingml.`

export const mainDocumentType = `${word}document.main+xml`
export const relationshipsType = 'application/vnd.openxmlformats-package.relationships+xml'
export const fontTableType = `${word}fonttable+xml`
/** Data of other programs, which Word keeps in `customXml/`. */
export const dataType = 'application/xml'
export const svgType = 'image/svg+xml'
export const pictureTypes = new Set(
  'png jpeg jpg pjpeg gif bmp x-ms-bmp tiff x-emf emf x-wmf wmf'.split(' ').map((name) => `image/${name}`),
)
export const fontTypes = new Set([`${office}obfuscatedfont`, 'application/x-font-ttf', 'font/ttf', 'font/otf'])

const pictures = [...pictureTypes, svgType]
const coreProperties = 'application/vnd.openxmlformats-package.core-properties+xml'

/** Content types by the kind of the relationship, all in lower case. */
const typesByKind: Record<string, readonly string[]> = {
  officedocument: [mainDocumentType],
  glossarydocument: [`${word}document.glossary+xml`],
  ...Object.fromEntries(
    ['header', 'footer', 'footnotes', 'endnotes', 'styles', 'numbering', 'settings', 'websettings', 'people']
      .concat('comments', 'commentsextended', 'commentsids', 'commentsextensible', 'fonttable')
      .map((kind) => [kind, [`${word}${kind}+xml`]]),
  ),
  styleswitheffects: ['application/vnd.ms-word.styleswitheffects+xml'],
  theme: [`${office}theme+xml`],
  themeoverride: [`${office}themeoverride+xml`],
  'core-properties': [coreProperties],
  'extended-properties': [`${office}extended-properties+xml`],
  extendedproperties: [`${office}extended-properties+xml`],
  'custom-properties': [`${office}custom-properties+xml`],
  customproperties: [`${office}custom-properties+xml`],
  customxml: [dataType, 'application/inkml+xml'],
  customxmlprops: [`${office}customxmlproperties+xml`],
  classificationlabels: ['application/vnd.ms-office.classificationlabels+xml'],
  documenttasks: ['application/vnd.ms-office.documenttasks+xml'],
  image: pictures,
  thumbnail: pictures,
  font: [...fontTypes],
  chart: [`${drawing}chart+xml`],
  chartusershapes: [`${drawing}chartshapes+xml`],
  chartstyle: ['application/vnd.ms-office.chartstyle+xml'],
  chartcolorstyle: ['application/vnd.ms-office.chartcolorstyle+xml'],
  diagramdata: [`${drawing}diagramdata+xml`],
  diagramlayout: [`${drawing}diagramlayout+xml`],
  diagramquickstyle: [`${drawing}diagramstyle+xml`],
  diagramcolors: [`${drawing}diagramcolors+xml`],
  diagramdrawing: ['application/vnd.ms-office.drawingml.diagramdrawing+xml'],
}

/** What a printer is told about the paper, as Word for Macintosh and old versions for Windows keep it. */
const printerSettingsType = `${word}printersettings`

/** Whether a letter looks the same without a part of this type, if something else is shown in its place. */
export const isOptionalType = (type: string) =>
  type === svgType || type === printerSettingsType || (isPictureType(type) && !pictureTypes.has(type))

/** Whether a part of this content type is a picture, also of a kind that is not allowed. */
export const isPictureType = (type: string) => type.startsWith('image/')

const filledTypes = new Set([mainDocumentType, `${word}header+xml`, `${word}footer+xml`])

/** Whether the fields in parts of this type are filled. */
export const isFilledType = (type: string) => filledTypes.has(type)

const allowedTypes = new Set([relationshipsType, ...Object.values(typesByKind).flat()])

/** Whether a letter may have parts of this content type. */
export const isAllowedType = (type: string) => allowedTypes.has(type)

/** Whether a part of this content type is markup. */
export const isMarkupType = (type: string) => type.endsWith('xml') && type !== svgType

/** The content types of the parts that a relationship of this type may name; undefined if a letter needs no such relationship. */
export function typesOfRelationship(type: string): readonly string[] | undefined {
  const kind = relationshipType.exec(type.toLowerCase())?.[1]
  return kind !== undefined && Object.hasOwn(typesByKind, kind) ? typesByKind[kind] : undefined
}

/** Transitional, strict, those of packages, and those that Microsoft added since. */
const relationshipType =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officedocument|package)\/2006|purl\.oclc\.org\/ooxml\/officedocument|schemas\.microsoft\.com\/office\/\d{4}(?:\/\d{2})?)\/relationships\/(?:metadata\/)?([a-z-]+)$/

const macrosMessage =
  'The document contains macros: save it as a Word document without macros (.docx) and upload that file.'
const controlsMessage = 'The document contains ActiveX controls: delete them.'
const objectMessage = 'The document contains an embedded object: insert it as a picture instead.'
const packageMessage =
  'The document contains an embedded document or workbook: insert it as a picture or table instead.'
const chunkMessage =
  'The document inserts another document when it is opened (altChunk): paste the text of that document instead.'
const subdocumentMessage = 'The document consists of several files (subdocuments): merge them into one.'
const templateMessage = 'The document is attached to a template: detach it (Developer, Document Template).'
const framesMessage = 'The document contains frames with other files: remove them.'
const mailMergeMessage =
  'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).'
const menusMessage = 'The document customizes the menus of Word (custom UI), which a letter does not need.'
const addInMessage = 'The document contains an Office add-in: remove it (Insert, My Add-ins).'
const printerMessage =
  'The document contains settings of a printer, which a letter does not need: copy the text into a new document.'
const webMessage = 'The document contains a script or a video from the web: delete it.'

/** Why Word would do something with a part, a relationship or an element of this name, in lower case. */
const reasonsByName: Record<string, string> = {
  vbaproject: macrosMessage,
  wordvbadata: macrosMessage,
  entrymacro: macrosMessage,
  exitmacro: macrosMessage,
  control: controlsMessage,
  activexcontrolbinary: controlsMessage,
  ctrlprop: controlsMessage,
  oleobject: objectMessage,
  object: objectMessage,
  objectembed: objectMessage,
  objectlink: objectMessage,
  package: packageMessage,
  afchunk: chunkMessage,
  altchunk: chunkMessage,
  subdocument: subdocumentMessage,
  subdoc: subdocumentMessage,
  attachedtemplate: templateMessage,
  frame: framesMessage,
  frameset: framesMessage,
  mailmerge: mailMergeMessage,
  mailmergesource: mailMergeMessage,
  mailmergeheadersource: mailMergeMessage,
  recipientdata: mailMergeMessage,
  extensibility: menusMessage,
  attachedtoolbars: menusMessage,
  keymapcustomizations: menusMessage,
  webextension: addInMessage,
  webextensiontaskpanes: addInMessage,
  printersettings: printerMessage,
  scriptanchor: webMessage,
  applet: webMessage,
  movie: webMessage,
  bgsound: webMessage,
  webvideopr: webMessage,
}

/** The reason to refuse an element, or a relationship by the last segment of its type; undefined if the name is harmless or unknown. */
export function reasonByName(name: string): string | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(reasonsByName, key) ? reasonsByName[key] : undefined
}

const reasonsByPattern: [RegExp, string][] = [
  [/macroenabled|vbaproject|vbadata/, macrosMessage],
  [/activex|controlproperties/, controlsMessage],
  [/(?:^|\/)customui\/|ui\+xml|toolbar|keymap/, menusMessage],
  [/webextension/, addInMessage],
  [/recipientdata/, mailMergeMessage],
]

/** The reason to refuse a part by its name and content type, if it is more than that a letter does not need it. */
export function reasonByType(name: string, type: string): string | undefined {
  const text = `${name} ${type}`.toLowerCase()
  return reasonsByPattern.find(([pattern]) => pattern.test(text))?.[1]
}
