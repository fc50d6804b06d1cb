import { toDisplayText } from '../documentRefused.ts'
import { createTargetFinder, readContentTypes, readRelationships, sourceFolderOf } from '../package/readPackage.ts'
import type { Relationship } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { isAllowedType, reasonByName, typesOfRelationship } from './partTypes.ts'

/**
 * Returns reasons to refuse the relationships of the parts. Each must be of a kind that a letter needs, and name a part of the same
 * document with the content type of that kind, so that no spelling of another target has to be known.
 */
export function checkRelationships(parts: Parts): string[] {
  const types = readContentTypes(parts)
  const findTarget = createTargetFinder(parts)
  return [...parts.keys()]
    .filter((name) => name.toLowerCase().endsWith('.rels'))
    .flatMap((name) =>
      readRelationships(parts, name).flatMap((relationship) => {
        const kind = relationship.type.split('/').at(-1)!
        const reason = reasonByName(kind)
        if (reason) return reason
        const part = findTarget(sourceFolderOf(name), relationship.target)
        const isInside = part !== undefined && [null, 'Internal'].includes(relationship.mode)
        if (!isInside || kind.toLowerCase() === 'hyperlink') return explainTarget(kind, relationship)
        const partType = types.typeOf(part) ?? ''
        // `checkContents` has refused a part of another type already.
        return !isAllowedType(partType) || typesOfRelationship(relationship.type)?.includes(partType)
          ? []
          : `The document uses '${toDisplayText(part)}' in a way that a letter does not need (${toDisplayText(kind)}): save the document again in Word and upload that file.`
      }),
    )
}

function explainTarget(kind: string, { target, mode }: Relationship): string {
  const shown = toDisplayText(target).trim()
  if (!/^external$/i.test(mode ?? '') && !isExternalTarget(target) && kind.toLowerCase() !== 'hyperlink')
    return `The document refers to a file that is not in it: '${shown}'.`
  switch (kind.toLowerCase()) {
    case 'hyperlink':
      return `The document links to ${shown}: right-click the link in Word and choose Remove Hyperlink; the text stays.`
    case 'image':
      return `The document fetches a picture from ${shown}: insert the picture itself.`
    default:
      return `The document fetches ${shown}: remove it or insert it into the document.`
  }
}

/** Whether a target names something outside of the document in any of the spellings that Word understands: for the message only. */
function isExternalTarget(target: string): boolean {
  const plain = decodePercents(target)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]/gu, '')
    .replaceAll('\\', '/')
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)
}

function decodePercents(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
