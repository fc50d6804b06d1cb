/** The record at the end of a zip archive, which says where its directory is. */
export interface EndRecord {
  /** Where the record begins in the bytes that were searched. */
  at: number
  disk: number
  count: number
  size: number
  start: number
}

/** The end record is followed only by a comment. */
export const maxEndRecordBytes = 22 + 0xffff

/** The end record in the last bytes of an archive; null if there is none. */
export function findEndRecord(tail: Buffer): EndRecord | null {
  for (let at = tail.length - 22; at >= Math.max(0, tail.length - maxEndRecordBytes); at -= 1)
    if (tail.readUInt32LE(at) === 0x06054b50 && at + 22 + tail.readUInt16LE(at + 20) === tail.length)
      return {
        at,
        disk: tail.readUInt16LE(at + 4),
        count: tail.readUInt16LE(at + 10),
        size: tail.readUInt32LE(at + 12),
        start: tail.readUInt32LE(at + 16),
      }
  return null
}

/** A file of the archive as its directory describes it, which may be wrong. */
export interface DirectoryEntry {
  name: string
  /** 0 is stored, 8 is deflated. */
  method: number
  isEncrypted: boolean
  crc: number
  packedSize: number
  size: number
  offset: number
}

/** The first `count` files of a directory, or all up to its end; null if it is damaged. */
export function parseDirectory(directory: Buffer, count: number): DirectoryEntry[] | null {
  const entries: DirectoryEntry[] = []
  for (let position = 0; entries.length < count;) {
    if (position + 46 > directory.length || directory.readUInt32LE(position) !== 0x02014b50) return null
    const nameEnd = position + 46 + directory.readUInt16LE(position + 28)
    entries.push({
      name: directory.toString('utf8', position + 46, nameEnd),
      method: directory.readUInt16LE(position + 10),
      isEncrypted: (directory.readUInt16LE(position + 8) & 1) !== 0,
      crc: directory.readUInt32LE(position + 16),
      packedSize: directory.readUInt32LE(position + 20),
      size: directory.readUInt32LE(position + 24),
      offset: directory.readUInt32LE(position + 42),
    })
    position = nameEnd + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  return entries
}

/** Where the bytes of a file begin after the start of its local header, and the name there; null if that is no header. */
export function parseLocalHeader(bytes: Buffer): { nameLength: number; length: number } | null {
  if (bytes.length < 30 || bytes.readUInt32LE(0) !== 0x04034b50) return null
  const nameLength = bytes.readUInt16LE(26)
  return { nameLength, length: 30 + nameLength + bytes.readUInt16LE(28) }
}
