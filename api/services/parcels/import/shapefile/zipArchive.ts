import { crc32 } from 'node:zlib'
import { Refused } from '../../../../domain/errors.ts'
import { parcelPartBytes } from '../../../../domain/parcelImports/parcelFiles.ts'
import {
  findEndRecord,
  maxEndRecordBytes,
  parseDirectory,
  parseLocalHeader,
  type DirectoryEntry,
} from '../../../zip/centralDirectory.ts'
import { isForbiddenName, toDisplayName } from '../../../zip/readEntries.ts'
import { unpack } from '../../../zip/unpack.ts'
import type { FileParts } from '../fileParts.ts'

const maxEntries = 1_000
const maxDirectoryBytes = 1024 * 1024
/** No file of a shapefile is larger: its format counts in 2-byte words with 31 bits. */
const maxUnpackedBytes = 4 * 1024 * 1024 * 1024
/** A file that is packed better than this is a bomb, unless it is small: small files that are nearly empty pack as well. */
const maxRatio = { ratio: 300, fromBytes: 64 * 1024 * 1024 }

const damaged = (): Refused => new Refused('The zip file is truncated or damaged. Download it again.')

/** The files of an uploaded zip archive. Nothing is unpacked. Throws `Refused` for an archive that is damaged or larger than a county's. */
export async function readDirectory(parts: FileParts): Promise<DirectoryEntry[]> {
  const tailBytes = Math.min(maxEndRecordBytes, parts.totalBytes)
  const tailStart = parts.totalBytes - tailBytes
  const end = findEndRecord(await readBytes(parts, tailStart, tailBytes))
  if (end === null) throw damaged()
  const { disk, count, size, start } = end
  if (disk !== 0 || count === 0xffff || start === 0xffffffff)
    throw new Refused('The zip file is in a format that is not read here (ZIP64). Pack the shapefile again.')
  if (count > maxEntries)
    throw new Refused(`The zip file has ${count} files. Leave only those of the shapefile with the parcels in it.`)
  if (size > maxDirectoryBytes || start + size > tailStart + end.at) throw damaged()
  const entries = parseDirectory(await readBytes(parts, start, size), count)
  if (entries === null) throw damaged()
  const forbidden = entries.find(({ name }) => isForbiddenName(name))
  if (forbidden) throw new Refused(`The zip file has a file with a forbidden name: '${toDisplayName(forbidden.name)}'.`)
  return entries
}

/**
 * The unpacked bytes of a file in the archive, in memory for a few pieces. Throws `Refused` if the archive is damaged, if it has more
 * bytes than its directory says, or far more than a county's has.
 */
export async function* readEntry(parts: FileParts, entry: DirectoryEntry): AsyncGenerator<Buffer> {
  const { method, packedSize, size } = entry
  const name = toDisplayName(entry.name)
  if (entry.isEncrypted) throw new Refused(`'${name}' is protected by a password. Upload it without one.`)
  if (method !== 0 && method !== 8)
    throw new Refused(`'${name}' is packed with a method that is not read here. Pack the shapefile again.`)
  const isBomb = size > maxRatio.fromBytes && size > maxRatio.ratio * packedSize
  if (size >= maxUnpackedBytes || isBomb)
    throw new Refused(`'${name}' is larger than a county's parcels can be when it is unpacked.`)
  const start = await findDataStart(parts, entry)
  let bytes = 0
  let crc = 0
  for await (const chunk of unpack(method, readRange(parts, start, packedSize), damaged)) {
    bytes += chunk.length
    if (bytes > size) throw damaged()
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (bytes !== size || crc !== entry.crc) throw damaged()
}

/** A file of the archive as text. Throws `Refused` if it has more than `maxBytes`. */
export async function readText(parts: FileParts, entry: DirectoryEntry, maxBytes: number): Promise<string> {
  if (entry.size > maxBytes)
    throw new Refused(`'${toDisplayName(entry.name)}' is larger than such a file can be. Download the county again.`)
  const pieces: Buffer[] = []
  for await (const chunk of readEntry(parts, entry)) pieces.push(chunk)
  return Buffer.concat(pieces).toString()
}

async function findDataStart(parts: FileParts, { offset, name }: DirectoryEntry): Promise<number> {
  const bytes = await readBytes(parts, offset, 30 + Buffer.byteLength(name))
  const header = parseLocalHeader(bytes)
  if (header === null || bytes.toString('utf8', 30, 30 + header.nameLength) !== name) throw damaged()
  return offset + header.length
}

async function readBytes(parts: FileParts, start: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readRange(parts, start, length)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* readRange(parts: FileParts, start: number, length: number): AsyncGenerator<Buffer> {
  const end = start + length
  if (length < 0 || end > parts.totalBytes) throw damaged()
  for (let at = start; at < end;) {
    const part = Math.floor(at / parcelPartBytes)
    const from = at - part * parcelPartBytes
    const piece = (await parts.read(part)).subarray(from, from + end - at)
    if (piece.length === 0) throw damaged()
    yield piece
    at += piece.length
  }
}
