import type { Parts } from '../package/readZip.ts'
import { walkMarkup } from './checkMarkup.ts'
import { toDisplayText } from '../letters/tagErrors.ts'

const forbiddenTypes: Record<string, string> = {
  oleObject: 'The document contains an embedded object: insert it as a picture instead.',
  package: 'The document contains an embedded document or workbook: insert it as a picture or table instead.',
  control: 'The document contains ActiveX controls: delete them.',
  activeXControlBinary: 'The document contains ActiveX controls: delete them.',
  vbaProject: 'The document contains macros: save it as a Word document without macros (.docx) and upload that file.',
  aFChunk:
    'The document inserts another document when it is opened (altChunk): paste the text of that document instead.',
  subDocument: 'The document consists of several files (subdocuments): merge them into one.',
  attachedTemplate: 'The document is attached to a template: detach it (Developer, Document Template).',
  frame: 'The document contains frames with other files: remove them.',
  mailMergeSource: 'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
  mailMergeHeaderSource:
    'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
  recipientData: 'The document is connected to a mail merge: remove the connection (Mailings, Normal Word Document).',
}

/** Returns reasons to refuse the relationships of the parts: external targets and types that run programs. */
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
          reasons.push(`The document references a file outside itself: '${target}'.`)
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
    return `The document links to ${target}: right-click the link in Word and choose Remove Hyperlink; the text stays.`
  if (type === 'image') return `The document fetches a picture from ${target}: insert the picture itself.`
  return `The document fetches ${target}: remove it or insert it into the document.`
}
