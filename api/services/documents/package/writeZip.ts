import { crc32, deflateRawSync } from 'node:zlib'

/** Compressed content that can be written to any number of archives. */
export interface PackedEntry {
  method: 0 | 8
  crc: number
  size: number
  packedSize: number
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

  addEntry(name: string, { method, crc, size, packedSize, data }: PackedEntry): Buffer[] {
    const raw = Buffer.from(name)
    const header = this.header(raw, utf8NamesFlag, method, crc, packedSize, size)
    this.addToDirectory(raw, utf8NamesFlag, method, crc, packedSize, size)
    this.offset += header.length + packedSize
    return [header, ...data]
  }

  /** Starts an entry of unknown size. The caller writes its deflated bytes, then `endEntry`. */
  beginEntry(name: string): Buffer {
    return this.header(Buffer.from(name), utf8NamesFlag | dataDescriptorFlag, 8, 0, 0, 0)
  }

  endEntry(name: string, { crc, size, packedSize }: { crc: number; size: number; packedSize: number }): Buffer {
    const raw = Buffer.from(name)
    this.addToDirectory(raw, utf8NamesFlag | dataDescriptorFlag, 8, crc, packedSize, size)
    const after = Buffer.alloc(16)
    after.writeUInt32LE(0x08074b50, 0)
    after.writeUInt32LE(crc, 4)
    after.writeUInt32LE(packedSize, 8)
    after.writeUInt32LE(size, 12)
    this.offset += 30 + raw.length + packedSize + after.length
    return after
  }

  /** Ends the archive with its central directory. */
  finish(): Buffer[] {
    const size = this.directory.reduce((sum, one) => sum + one.length, 0)
    const isZip64 = this.offset >= zip64Marker || size >= zip64Marker
    const finish = Buffer.alloc(22)
    finish.writeUInt32LE(0x06054b50, 0)
    finish.writeUInt16LE(this.directory.length, 8)
    finish.writeUInt16LE(this.directory.length, 10)
    finish.writeUInt32LE(isZip64 ? zip64Marker : size, 12)
    finish.writeUInt32LE(isZip64 ? zip64Marker : this.offset, 16)
    return [...this.directory, ...(isZip64 ? [this.zip64End(size)] : []), finish]
  }

  /** The Zip64 end record with the directory's offset and size, and its locator. */
  private zip64End(size: number): Buffer {
    const finish = Buffer.alloc(56 + 20)
    finish.writeUInt32LE(0x06064b50, 0)
    finish.writeBigUInt64LE(44n, 4)
    finish.writeUInt16LE(45, 12)
    finish.writeUInt16LE(45, 14)
    finish.writeBigUInt64LE(BigInt(this.directory.length), 24)
    finish.writeBigUInt64LE(BigInt(this.directory.length), 32)
    finish.writeBigUInt64LE(BigInt(size), 40)
    finish.writeBigUInt64LE(BigInt(this.offset), 48)
    finish.writeUInt32LE(0x07064b50, 56)
    finish.writeBigUInt64LE(BigInt(this.offset + size), 64)
    finish.writeUInt32LE(1, 72)
    return finish
  }

  private header(name: Buffer, flags: number, method: number, crc: number, packed: number, size: number): Buffer {
    const header = Buffer.allocUnsafe(30 + name.length)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    this.writeEntryFields(header, 6, flags, method, crc, packed, size)
    header.writeUInt16LE(name.length, 26)
    header.writeUInt16LE(0, 28)
    name.copy(header, 30)
    return header
  }

  private addToDirectory(name: Buffer, flags: number, method: number, crc: number, packed: number, size: number): void {
    const isZip64 = this.offset >= zip64Marker
    const line = Buffer.alloc(46 + name.length + (isZip64 ? 12 : 0))
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(isZip64 ? 45 : 20, 4)
    line.writeUInt16LE(isZip64 ? 45 : 20, 6)
    this.writeEntryFields(line, 8, flags, method, crc, packed, size)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt16LE(isZip64 ? 12 : 0, 30)
    line.writeUInt32LE(isZip64 ? zip64Marker : this.offset, 42)
    name.copy(line, 46)
    if (isZip64) {
      line.writeUInt16LE(1, 46 + name.length)
      line.writeUInt16LE(8, 48 + name.length)
      line.writeBigUInt64LE(BigInt(this.offset), 50 + name.length)
    }
    this.directory.push(line)
  }

  private writeEntryFields(
    into: Buffer,
    modifiedAt: number,
    flags: number,
    method: number,
    crc: number,
    packed: number,
    size: number,
  ) {
    into.writeUInt16LE(flags, modifiedAt)
    into.writeUInt16LE(method, modifiedAt + 2)
    into.writeUInt16LE(this.time, modifiedAt + 4)
    into.writeUInt16LE(this.date, modifiedAt + 6)
    into.writeUInt32LE(crc, modifiedAt + 8)
    into.writeUInt32LE(packed, modifiedAt + 12)
    into.writeUInt32LE(size, modifiedAt + 16)
  }
}

/** Returns a complete archive of compressed parts as a list of buffers. */
export function createZip(parts: Iterable<[name: string, packed: PackedEntry]>, modifiedAt: Date): Buffer[] {
  const writer = new ZipWriter(modifiedAt)
  const pieces: Buffer[] = []
  for (const [name, packed] of parts) pieces.push(...writer.addEntry(name, packed))
  return [...pieces, ...writer.finish()]
}
