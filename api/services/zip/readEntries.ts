/** A file in a zip archive that is in memory. */
export interface ZipEntry {
  name: string
  /** 0 is stored, 8 is deflated. */
  method: number
  crc: number
  /** The bytes as they are in the archive. */
  packed: Buffer
}

export interface ZipRules {
  /** The program that writes such archives, for messages. */
  program: string
  maxEntries: number
  /** The error for a reason, which is a sentence for the user. */
  refuse: (reason: string) => Error
}

/**
 * The files of a zip archive, in the order of their bytes, without folders. Nothing is inflated. Throws `rules.refuse` if the archive is
 * damaged, has a forbidden or repeated name, overlapping files, a password, or more files than it may.
 */
export function readEntries(file: Buffer, rules: ZipRules): ZipEntry[] {
  const { program, refuse } = rules
  const entries: ZipEntry[] = []
  const seenNames = new Set<string>()
  let end = 0
  for (const entry of readDirectory(file, rules).toSorted((a, b) => a.offset - b.offset)) {
    const start = findDataStart(file, entry, rules)
    if (entry.offset < end) throw refuse(`The archive contains overlapping files: it was not created by ${program}.`)
    end = start + entry.packedSize
    if (end > file.length) throw refuse(damagedMessage(program))
    const { name, method, crc } = entry
    if (name.endsWith('/')) continue
    if (isForbiddenName(name))
      throw refuse(`The archive contains a file with a forbidden name: '${toDisplayName(name)}'.`)
    if (method !== 0 && method !== 8)
      throw refuse(`'${toDisplayName(name)}' is compressed with a method that ${program} does not use.`)
    const key = name.toLowerCase()
    if (seenNames.has(key)) throw refuse(`The archive contains '${toDisplayName(name)}' twice.`)
    seenNames.add(key)
    entries.push({ name, method, crc, packed: file.subarray(start, end) })
  }
  return entries
}

export function damagedMessage(program: string): string {
  return `The file is damaged: save it again in ${program} and upload that file.`
}

/** A file name of the archive without control characters, for a message. */
export function toDisplayName(name: string): string {
  return name.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, '?').slice(0, 80)
}

interface DirectoryEntry {
  name: string
  method: number
  crc: number
  packedSize: number
  offset: number
}

/** Reads the central directory. */
function readDirectory(file: Buffer, { program, maxEntries, refuse }: ZipRules): DirectoryEntry[] {
  const at = findEndRecord(file)
  if (at === null) throw refuse(`The file is truncated or damaged: save it again in ${program} and upload that file.`)
  const disk = file.readUInt16LE(at + 4)
  const count = file.readUInt16LE(at + 10)
  const size = file.readUInt32LE(at + 12)
  const start = file.readUInt32LE(at + 16)
  if (disk !== 0 || count === 0xffff || start === 0xffffffff)
    throw refuse(`The archive has a format that ${program} does not use (ZIP64 or several disks).`)
  if (count === 0 || start + size > at) throw refuse(damagedMessage(program))
  if (count > maxEntries) throw refuse(`The archive contains ${count} files; at most ${maxEntries} are needed.`)
  const entries: DirectoryEntry[] = []
  let position = start
  for (let n = 0; n < count; n += 1) {
    if (position + 46 > at || file.readUInt32LE(position) !== 0x02014b50) throw refuse(damagedMessage(program))
    const flags = file.readUInt16LE(position + 8)
    const nameLength = file.readUInt16LE(position + 28)
    const skippedLength = file.readUInt16LE(position + 30) + file.readUInt16LE(position + 32)
    if ((flags & 1) !== 0) throw refuse('The file is protected by a password: remove it and upload again.')
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

/** The offset of the end-of-directory record; null if there is none. It is in the last 64 kB, followed only by an optional comment. */
function findEndRecord(file: Buffer): number | null {
  for (let at = file.length - 22; at >= Math.max(0, file.length - 22 - 0xffff); at -= 1)
    if (file.readUInt32LE(at) === 0x06054b50 && at + 22 + file.readUInt16LE(at + 20) === file.length) return at
  return null
}

function findDataStart(file: Buffer, { offset, name }: DirectoryEntry, { program, refuse }: ZipRules): number {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04034b50) throw refuse(damagedMessage(program))
  const nameLength = file.readUInt16LE(offset + 26)
  const localName = file.toString('utf8', offset + 30, offset + 30 + nameLength)
  if (localName !== name)
    throw refuse(`The archive has two different names for one file: it was not created by ${program}.`)
  return offset + 30 + nameLength + file.readUInt16LE(offset + 28)
}

function isForbiddenName(name: string): boolean {
  const isOutside = name.startsWith('/') || name.includes('\\') || name.includes(':') || name.split('/').includes('..')
  return isOutside || /\p{Cc}/u.test(name)
}
