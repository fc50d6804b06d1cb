import { crc32, inflateRawSync } from 'node:zlib'
import { limits } from '../limits.ts'
import { DocumentRefused, assertValid } from '../documentRefused.ts'

/** The parts of a document by name, in archive order. */
export type Parts = Map<string, Buffer>

interface Entry {
  name: string
  method: number
  crc: number
  packedSize: number
  offset: number
}

const damagedMessage = 'The file is damaged: save it again in Word and upload that file.'
const tooLargeMessage = `The document is too large: at most ${limits.inflatedBytes / 1024 / 1024} MB when unpacked.`

/**
 * Unpacks a document. Throws `DocumentRefused` if the archive is damaged or exceeds `limits`. Inflation stops at the
 * limit, whatever sizes the archive declares.
 */
export function readZip(file: Buffer): Parts {
  const entries = readDirectory(file)
  const parts: Parts = new Map()
  const seenNames = new Set<string>()
  let remainingBytes: number = limits.inflatedBytes
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const start = findDataStart(file, entry)
    assertValid(entry.offset >= end, 'The archive contains overlapping files: it was not created by Word.')
    end = start + entry.packedSize
    assertValid(end <= file.length, damagedMessage)
    if (entry.name.endsWith('/')) continue
    assertSafeName(entry.name)
    const key = entry.name.toLowerCase()
    assertValid(!seenNames.has(key), `The archive contains '${toDisplayName(entry.name)}' twice.`)
    seenNames.add(key)
    const content = unpack(file.subarray(start, end), entry, remainingBytes)
    remainingBytes -= content.length
    parts.set(entry.name, content)
  }
  return parts
}

/** Reads the central directory. */
function readDirectory(file: Buffer): Entry[] {
  const at = findEndRecord(file)
  const disk = file.readUInt16LE(at + 4)
  const count = file.readUInt16LE(at + 10)
  const size = file.readUInt32LE(at + 12)
  const start = file.readUInt32LE(at + 16)
  assertValid(
    disk === 0 && count !== 0xffff && start !== 0xffffffff,
    'The archive has a format that Word does not use (ZIP64 or several disks).',
  )
  assertValid(count > 0 && start + size <= at, damagedMessage)
  assertValid(count <= limits.entries, `The archive contains ${count} files; a letter needs at most ${limits.entries}.`)
  const entries: Entry[] = []
  let position = start
  for (let n = 0; n < count; n += 1) {
    assertValid(position + 46 <= at && file.readUInt32LE(position) === 0x02014b50, damagedMessage)
    const flags = file.readUInt16LE(position + 8)
    const nameLength = file.readUInt16LE(position + 28)
    const skippedLength = file.readUInt16LE(position + 30) + file.readUInt16LE(position + 32)
    assertValid((flags & 1) === 0, 'The file is protected by a password: remove it and upload again.')
    entries.push({
      name: file.toString('utf8', position + 46, position + 46 + nameLength),
      method: file.readUInt16LE(position + 10),
      crc: file.readUInt32LE(position + 16),
      packedSize: file.readUInt32LE(position + 20),
      offset: file.readUInt32LE(position + 42),
    })
    position += 46 + nameLength + skippedLength
  }
  return entries
}

/** Returns the offset of the end-of-directory record. It is in the last 64 kB, followed only by an optional comment. */
function findEndRecord(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at -= 1)
    if (file.readUInt32LE(at) === 0x06054b50 && at + 22 + file.readUInt16LE(at + 20) === file.length) return at
  throw new DocumentRefused('The file is truncated or damaged: save it again in Word and upload that file.')
}

function findDataStart(file: Buffer, { offset, name }: Entry): number {
  assertValid(offset + 30 <= file.length && file.readUInt32LE(offset) === 0x04034b50, damagedMessage)
  const nameLength = file.readUInt16LE(offset + 26)
  const localName = file.toString('utf8', offset + 30, offset + 30 + nameLength)
  assertValid(localName === name, 'The archive has two different names for one file: it was not created by Word.')
  return offset + 30 + nameLength + file.readUInt16LE(offset + 28)
}

function assertSafeName(name: string): void {
  const isOutside = name.startsWith('/') || name.includes('\\') || name.includes(':') || name.split('/').includes('..')
  assertValid(
    !isOutside && !/\p{Cc}/u.test(name),
    `The archive contains a file with a forbidden name: '${toDisplayName(name)}'.`,
  )
}

function unpack(packed: Buffer, { name, method, crc }: Entry, remainingBytes: number): Buffer {
  assertValid(
    method === 0 || method === 8,
    `'${toDisplayName(name)}' is compressed with a method that Word does not use.`,
  )
  const maxBytes = Math.min(remainingBytes, /\.(xml|rels)$/i.test(name) ? limits.markupBytes : remainingBytes)
  const content = method === 0 ? packed : inflate(packed, maxBytes, name)
  assertValid(content.length <= maxBytes, maxBytes < remainingBytes ? markupTooLargeMessage(name) : tooLargeMessage)
  assertValid(crc32(content) === crc, damagedMessage)
  return content
}

function inflate(packed: Buffer, maxBytes: number, name: string): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw new DocumentRefused(damagedMessage)
    throw new DocumentRefused(maxBytes === limits.markupBytes ? markupTooLargeMessage(name) : tooLargeMessage)
  }
}

function markupTooLargeMessage(name: string): string {
  return `'${toDisplayName(name)}' is too large: at most ${limits.markupBytes / 1024 / 1024} MB when unpacked.`
}

/** A file name of the archive without control characters, for a message. */
function toDisplayName(name: string): string {
  return name.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, '?').slice(0, 80)
}
