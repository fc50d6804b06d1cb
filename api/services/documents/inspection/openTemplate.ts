import { cutPieces, findPieces } from '../package/cutMarkup.ts'
import { readContentTypes } from '../package/readPackage.ts'
import { readZip, type Parts } from '../package/readZip.ts'
import { isOfficeNamespace } from '../package/walkMarkup.ts'
import { dropOptionalParts } from './dropOptionalParts.ts'
import { dataType } from './partTypes.ts'

/**
 * Unpacks an uploaded document without what a letter does not need and Word does not miss: pictures beside which there is another, the
 * settings of a printer, and the connection of content controls to data. Letters are printed from these parts, and the file stays as it
 * was uploaded. Throws `DocumentRefused` as `readZip` does, and if the parts are damaged.
 */
export function openTemplate(file: Buffer): Parts {
  const parts = readZip(file)
  // Without it, this is no document, which `checkContents` says better.
  if (!parts.has('[Content_Types].xml')) return parts
  return unbindControls(dropOptionalParts(parts))
}

/** Word would show the data in place of a value when it opens a letter. The text of a control stays. */
function unbindControls(parts: Parts): Parts {
  const types = readContentTypes(parts)
  return new Map(
    [...parts].map(([name, content]) => {
      const isText = name.toLowerCase().endsWith('.xml') && types.typeOf(name) !== dataType
      if (!isText || !content.includes('dataBinding')) return [name, content]
      const pieces = findPieces(name, content, (open) => {
        const { local, uri } = open.element
        return local === 'dataBinding' && isOfficeNamespace(uri) ? [{ of: open, what: null }] : []
      })
      return [name, cutPieces(name, content, pieces)]
    }),
  )
}
