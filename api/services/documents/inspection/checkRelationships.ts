import type { Parts } from '../package/readZip.ts'
import { walkMarkup } from './checkMarkup.ts'
import { toDisplayText } from './tagErrors.ts'

const forbiddenTypes: Record<string, string> = {
  oleObject: 'The document holds an embedded object: put it in as a picture instead.',
  package: 'The document holds an embedded document or workbook: put it in as a picture or table instead.',
  control: 'The document holds ActiveX controls, which run programs: delete them.',
  activeXControlBinary: 'The document holds ActiveX controls, which run programs: delete them.',
  vbaProject: 'The document holds macros: save it as a plain Word document (.docx) and upload that.',
  aFChunk: 'The document holds another document that is put in when it is opened (altChunk): paste its text instead.',
  subDocument: 'The document is put together from several files (subdocuments): put them into one.',
  attachedTemplate: 'The document asks for a template from elsewhere: detach it (Developer, Document Template).',
  frame: 'The document shows other files in frames: remove them.',
  mailMergeSource: 'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
  mailMergeHeaderSource:
    'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
  recipientData: 'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
}

/** Reasons against what the parts of a document point at: nothing outside the file, nothing that runs. */
export function checkRelationships(parts: Parts): string[] {
  const reasons: string[] = []
  for (const [name, content] of parts) {
    if (!name.toLowerCase().endsWith('.rels')) continue
    walkMarkup(name, content, {
      open: (tag, attributes) => {
        if (tag.split(':').at(-1) !== 'Relationship') return
        const type = (attributes['Type'] ?? '').split('/').at(-1)!
        const target = toDisplayText(attributes['Target'] ?? '')
        if (Object.hasOwn(forbiddenTypes, type)) reasons.push(forbiddenTypes[type]!)
        else if (isExternal(attributes)) reasons.push(explainExternalTarget(type, target))
        else if ((attributes['Target'] ?? '').split(/[\\/]/).filter((step) => step === '..').length > 4)
          reasons.push(`The document points out of itself: '${target}'.`)
      },
    })
  }
  return reasons
}

function isExternal(attributes: Record<string, string>): boolean {
  return (
    attributes['TargetMode']?.toLowerCase() === 'external' ||
    /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i.test(attributes['Target'] ?? '')
  )
}

function explainExternalTarget(type: string, target: string): string {
  if (type === 'hyperlink')
    return `The document links to ${target}: right-click the link in Word and choose Remove Hyperlink; its text stays.`
  if (type === 'image') return `A picture is fetched from ${target}: put the picture itself into the document.`
  return `The document fetches something from outside: ${target}. Remove it or put it into the document.`
}
