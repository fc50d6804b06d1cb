import { findEndRecord, parseDirectory, parseLocalHeader, type DirectoryEntry } from './centralDirectory.ts'

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

/** Reads the central directory. */
function readDirectory(file: Buffer, { program, maxEntries, refuse }: ZipRules): DirectoryEntry[] {
  const end = findEndRecord(file)
  if (end === null) throw refuse(`The file is truncated or damaged: save it again in ${program} and upload that file.`)
  const { at, disk, count, size, start } = end
  if (disk !== 0 || count === 0xffff || start === 0xffffffff)
    throw refuse(`The archive has a format that ${program} does not use (ZIP64 or several disks).`)
  if (count === 0 || start + size > at) throw refuse(damagedMessage(program))
  if (count > maxEntries) throw refuse(`The archive contains ${count} files; at most ${maxEntries} are needed.`)
  const entries = parseDirectory(file.subarray(start, at), count)
  if (entries === null) throw refuse(damagedMessage(program))
  if (entries.some(({ isEncrypted }) => isEncrypted))
    throw refuse('The file is protected by a password: remove it and upload again.')
  return entries
}

function findDataStart(file: Buffer, { offset, name }: DirectoryEntry, { program, refuse }: ZipRules): number {
  const header = parseLocalHeader(file.subarray(offset))
  if (header === null) throw refuse(damagedMessage(program))
  const localName = file.toString('utf8', offset + 30, offset + 30 + header.nameLength)
  if (localName !== name)
    throw refuse(`The archive has two different names for one file: it was not created by ${program}.`)
  return offset + header.length
}

/** Whether a file name would leave the folder into which an archive is unpacked, or has control characters. */
export function isForbiddenName(name: string): boolean {
  const isOutside = name.startsWith('/') || name.includes('\\') || name.includes(':') || name.split('/').includes('..')
  return isOutside || /\p{Cc}/u.test(name)
}
