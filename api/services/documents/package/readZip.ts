import { crc32, inflateRawSync } from 'node:zlib'
import { damagedMessage, readEntries, toDisplayName, type ZipEntry, type ZipRules } from '../../zip/readEntries.ts'
import { limits } from '../limits.ts'
import { DocumentRefused, assertValid } from '../documentRefused.ts'

/** The parts of a document by name, in archive order. */
export type Parts = Map<string, Buffer>

const rules: ZipRules = {
  program: 'Word',
  maxEntries: limits.entries,
  refuse: (reason) => new DocumentRefused(reason),
}
const tooLargeMessage = `The document is too large: at most ${limits.inflatedBytes / 1024 / 1024} MB when unpacked.`

/**
 * Unpacks a document. Throws `DocumentRefused` if the archive is damaged or exceeds `limits`. Inflation stops at the
 * limit, whatever sizes the archive declares.
 */
export function readZip(file: Buffer): Parts {
  const parts: Parts = new Map()
  let remainingBytes: number = limits.inflatedBytes
  for (const entry of readEntries(file, rules)) {
    const content = unpack(entry, remainingBytes)
    remainingBytes -= content.length
    parts.set(entry.name, content)
  }
  return parts
}

function unpack({ name, method, crc, packed }: ZipEntry, remainingBytes: number): Buffer {
  const maxBytes = Math.min(remainingBytes, /\.(xml|rels)$/i.test(name) ? limits.markupBytes : remainingBytes)
  const content = method === 0 ? packed : inflate(packed, maxBytes, name)
  assertValid(content.length <= maxBytes, maxBytes < remainingBytes ? markupTooLargeMessage(name) : tooLargeMessage)
  assertValid(crc32(content) === crc, damagedMessage(rules.program))
  return content
}

function inflate(packed: Buffer, maxBytes: number, name: string): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE')
      throw new DocumentRefused(damagedMessage(rules.program))
    throw new DocumentRefused(maxBytes === limits.markupBytes ? markupTooLargeMessage(name) : tooLargeMessage)
  }
}

function markupTooLargeMessage(name: string): string {
  return `'${toDisplayName(name)}' is too large: at most ${limits.markupBytes / 1024 / 1024} MB when unpacked.`
}
