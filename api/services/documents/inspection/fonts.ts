import type { ContentTypes } from '../package/readPackage.ts'
import { createTargetFinder, readRelationships, relationshipsPartOf, sourceFolderOf } from '../package/readPackage.ts'
import type { Parts } from '../package/readZip.ts'
import { attributesOf, walkMarkup } from '../package/walkMarkup.ts'
import { fontTableType } from './partTypes.ts'

/** The keys with which Word obfuscates the fonts that it embeds, by part name. */
export type FontKeys = Map<string, string[]>

/** Word obfuscates the first bytes only. */
const obfuscatedBytes = 32
const signatures = ['\0\x01\0\0', 'OTTO', 'true']
const maxTables = 64
/** Fonts may share a part, each with a key of its own. */
const maxKeys = 16

/** Reads the keys from the font tables of a document. */
export function readFontKeys(parts: Parts, types: ContentTypes): FontKeys {
  const keys: FontKeys = new Map()
  const findTarget = createTargetFinder(parts)
  for (const [name, content] of parts) {
    if (types.typeOf(name) !== fontTableType) continue
    const relationshipsPart = relationshipsPartOf(name)
    const targets = new Map(readRelationships(parts, relationshipsPart).map(({ id, target }) => [id, target]))
    walkMarkup(name, content, {
      open(element) {
        if (!element.local.startsWith('embed')) return
        for (const id of attributesOf(element, 'id')) {
          const part = findTarget(sourceFolderOf(relationshipsPart), targets.get(id) ?? '')
          if (part) keys.set(part, [...(keys.get(part) ?? []), ...attributesOf(element, 'fontKey')].slice(0, maxKeys))
        }
      },
    })
  }
  return keys
}

/** Whether a part is a TrueType or OpenType font, as it is or with one of the keys: its signature, and tables inside the part. */
export function isFont(content: Buffer, keys: string[] = []): boolean {
  return hasTables(content) || keys.some((key) => hasTables(deobfuscate(content, key)))
}

/** Undoes the obfuscation of ECMA-376 part 4, 2.8.1: the first bytes are XORed with the key, whose bytes are in reverse order. */
function deobfuscate(content: Buffer, key: string): Buffer {
  const bytes = Buffer.from(key.replaceAll(/[^0-9a-f]/gi, ''), 'hex').toReversed()
  if (bytes.length !== 16) return content
  const plain = Buffer.from(content)
  for (let at = 0; at < Math.min(obfuscatedBytes, plain.length); at += 1) plain[at] = plain[at]! ^ bytes[at % 16]!
  return plain
}

function hasTables(content: Buffer): boolean {
  if (content.length < 12 || !signatures.includes(content.toString('latin1', 0, 4))) return false
  const tables = content.readUInt16BE(4)
  if (tables === 0 || tables > maxTables || content.length < 12 + 16 * tables) return false
  for (let at = 12; at < 12 + 16 * tables; at += 16) {
    const isName = /^[\x20-\x7e]{4}$/.test(content.toString('latin1', at, at + 4))
    if (!isName || content.readUInt32BE(at + 8) + content.readUInt32BE(at + 12) > content.length) return false
  }
  return true
}
