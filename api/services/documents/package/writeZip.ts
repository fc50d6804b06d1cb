import { crc32, deflateRawSync } from 'node:zlib'

interface EntryFields {
  /** 0 is stored, 8 is deflated. */
  method: number
  crc: number
  size: number
  packedSize: number
}

/** Compressed content that can be written to any number of archives. */
export interface PackedEntry extends EntryFields {
  /** The compressed bytes in order. Archives share these buffers; nothing copies them. */
  data: Buffer[]
}

/** Deflates content, or stores it if deflating does not make it smaller (images). */
export function pack(content: Buffer, level = 6): PackedEntry {
  // The default chunk size would keep 16 kB per result, however small, until garbage collection.
  const chunkSize = Math.min(16_384, Math.max(256, content.length >> 2))
  const data = deflateRawSync(content, { level, chunkSize })
  if (data.length >= content.length) return storeUncompressed([content])
  return { method: 8, crc: crc32(content), size: content.length, packedSize: data.length, data: [data] }
}

/** Wraps content that is compressed already. */
export function storeUncompressed(pieces: Buffer[]): PackedEntry {
  let crc = 0
  let size = 0
  for (const piece of pieces) {
    crc = crc32(piece, crc)
    size += piece.length
  }
  return { method: 0, crc, size, packedSize: size, data: pieces }
}

const utf8NamesFlag = 0x0800
const dataDescriptorFlag = 0x0008

/** The value of a 32-bit field whose real value is in the Zip64 record. */
const zip64Marker = 0xffffffff

/**
 * Writes a zip archive as a stream: each call returns its next bytes. An archive has at most 65,535 entries of less
 * than 4 GB each; the archive itself may be larger.
 */
export class ZipWriter {
  private readonly directory: Buffer[] = []
  private readonly time: number
  private readonly date: number
  private offset = 0

  constructor(modifiedAt: Date) {
    this.time = (modifiedAt.getHours() << 11) | (modifiedAt.getMinutes() << 5) | (modifiedAt.getSeconds() >> 1)
    this.date =
      ((Math.max(1980, modifiedAt.getFullYear()) - 1980) << 9) |
      ((modifiedAt.getMonth() + 1) << 5) |
      modifiedAt.getDate()
  }

  addEntry(name: string, entry: PackedEntry): Buffer[] {
    const nameBytes = Buffer.from(name)
    const header = this.createLocalHeader(nameBytes, utf8NamesFlag, entry)
    this.addToDirectory(nameBytes, utf8NamesFlag, entry)
    this.offset += header.length + entry.packedSize
    return [header, ...entry.data]
  }

  /** Starts an entry of unknown size. The caller writes its deflated bytes, then `endEntry`. */
  beginEntry(name: string): Buffer {
    const entry = { method: 8, crc: 0, packedSize: 0, size: 0 }
    return this.createLocalHeader(Buffer.from(name), utf8NamesFlag | dataDescriptorFlag, entry)
  }

  endEntry(name: string, { crc, size, packedSize }: Omit<EntryFields, 'method'>): Buffer {
    const nameBytes = Buffer.from(name)
    this.addToDirectory(nameBytes, utf8NamesFlag | dataDescriptorFlag, { method: 8, crc, packedSize, size })
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(crc, 4)
    descriptor.writeUInt32LE(packedSize, 8)
    descriptor.writeUInt32LE(size, 12)
    this.offset += 30 + nameBytes.length + packedSize + descriptor.length
    return descriptor
  }

  /** Ends the archive with its central directory. */
  finish(): Buffer[] {
    const size = this.directory.reduce((sum, entry) => sum + entry.length, 0)
    const isZip64 = this.offset >= zip64Marker || size >= zip64Marker
    const record = Buffer.alloc(22)
    record.writeUInt32LE(0x06054b50, 0)
    record.writeUInt16LE(this.directory.length, 8)
    record.writeUInt16LE(this.directory.length, 10)
    record.writeUInt32LE(isZip64 ? zip64Marker : size, 12)
    record.writeUInt32LE(isZip64 ? zip64Marker : this.offset, 16)
    return [...this.directory, ...(isZip64 ? [this.createZip64End(size)] : []), record]
  }

  /** The Zip64 end record with the directory's offset and size, and its locator. */
  private createZip64End(size: number): Buffer {
    const record = Buffer.alloc(56 + 20)
    record.writeUInt32LE(0x06064b50, 0)
    record.writeBigUInt64LE(44n, 4)
    record.writeUInt16LE(45, 12)
    record.writeUInt16LE(45, 14)
    record.writeBigUInt64LE(BigInt(this.directory.length), 24)
    record.writeBigUInt64LE(BigInt(this.directory.length), 32)
    record.writeBigUInt64LE(BigInt(size), 40)
    record.writeBigUInt64LE(BigInt(this.offset), 48)
    record.writeUInt32LE(0x07064b50, 56)
    record.writeBigUInt64LE(BigInt(this.offset + size), 64)
    record.writeUInt32LE(1, 72)
    return record
  }

  private createLocalHeader(name: Buffer, flags: number, entry: EntryFields): Buffer {
    const header = Buffer.allocUnsafe(30 + name.length)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    this.writeEntryFields(header, 6, flags, entry)
    header.writeUInt16LE(name.length, 26)
    header.writeUInt16LE(0, 28)
    name.copy(header, 30)
    return header
  }

  private addToDirectory(name: Buffer, flags: number, entry: EntryFields): void {
    const isZip64 = this.offset >= zip64Marker
    const record = Buffer.alloc(46 + name.length + (isZip64 ? 12 : 0))
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(isZip64 ? 45 : 20, 4)
    record.writeUInt16LE(isZip64 ? 45 : 20, 6)
    this.writeEntryFields(record, 8, flags, entry)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt16LE(isZip64 ? 12 : 0, 30)
    record.writeUInt32LE(isZip64 ? zip64Marker : this.offset, 42)
    name.copy(record, 46)
    if (isZip64) {
      record.writeUInt16LE(1, 46 + name.length)
      record.writeUInt16LE(8, 48 + name.length)
      record.writeBigUInt64LE(BigInt(this.offset), 50 + name.length)
    }
    this.directory.push(record)
  }

  private writeEntryFields(target: Buffer, offset: number, flags: number, entry: EntryFields): void {
    target.writeUInt16LE(flags, offset)
    target.writeUInt16LE(entry.method, offset + 2)
    target.writeUInt16LE(this.time, offset + 4)
    target.writeUInt16LE(this.date, offset + 6)
    target.writeUInt32LE(entry.crc, offset + 8)
    target.writeUInt32LE(entry.packedSize, offset + 12)
    target.writeUInt32LE(entry.size, offset + 16)
  }
}

/** Returns a complete archive of compressed parts as a list of buffers. */
export function createZip(parts: Iterable<[name: string, packed: PackedEntry]>, modifiedAt: Date): Buffer[] {
  const writer = new ZipWriter(modifiedAt)
  const pieces: Buffer[] = []
  for (const [name, packed] of parts) pieces.push(...writer.addEntry(name, packed))
  return [...pieces, ...writer.finish()]
}
