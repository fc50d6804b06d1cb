import { crc32, deflateRawSync } from 'node:zlib'

/** Something that is packed already and can be written into any number of archives. */
export interface Packed {
  method: 0 | 8
  crc: number
  size: number
  packedSize: number
  /** Its bytes one after the other; most are shared with other archives and never copied here. */
  data: Buffer[]
}

/** Deflates once; what would not become smaller (images) is kept as it is. */
export function pack(content: Buffer, level = 6): Packed {
  // Without it every result, however small, keeps 16 kB until it is collected.
  const chunkSize = Math.min(16_384, Math.max(256, content.length >> 2))
  const data = deflateRawSync(content, { level, chunkSize })
  if (data.length >= content.length) return store([content])
  return { method: 8, crc: crc32(content), size: content.length, packedSize: data.length, data: [data] }
}

/** As it is, for what has been compressed by itself. */
export function store(pieces: Buffer[]): Packed {
  let crc = 0
  let size = 0
  for (const piece of pieces) {
    crc = crc32(piece, crc)
    size += piece.length
  }
  return { method: 0, crc, size, packedSize: size, data: pieces }
}

const utf8Names = 0x0800
const sizesFollow = 0x0008

/** What the 32 bits of an archive cannot say stands in its Zip64 fields, and this in its place. */
const inZip64 = 0xffffffff

/**
 * Writes an archive as a stream: each call answers the next bytes of it. At most 65,535 entries, each of less than 4 GB;
 * together they may be larger.
 */
export class ZipWriter {
  private readonly directory: Buffer[] = []
  private readonly time: number
  private readonly date: number
  private offset = 0

  constructor(at: Date) {
    this.time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
    this.date = ((Math.max(1980, at.getFullYear()) - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  }

  entry(name: string, { method, crc, size, packedSize, data }: Packed): Buffer[] {
    const raw = Buffer.from(name)
    const header = this.header(raw, utf8Names, method, crc, packedSize, size)
    this.list(raw, utf8Names, method, crc, packedSize, size)
    this.offset += header.length + packedSize
    return [header, ...data]
  }

  /** The beginning of an entry whose content is not known yet: `deflated` bytes follow, then `endEntry`. */
  beginEntry(name: string): Buffer {
    return this.header(Buffer.from(name), utf8Names | sizesFollow, 8, 0, 0, 0)
  }

  endEntry(name: string, { crc, size, packedSize }: { crc: number; size: number; packedSize: number }): Buffer {
    const raw = Buffer.from(name)
    this.list(raw, utf8Names | sizesFollow, 8, crc, packedSize, size)
    const after = Buffer.alloc(16)
    after.writeUInt32LE(0x08074b50, 0)
    after.writeUInt32LE(crc, 4)
    after.writeUInt32LE(packedSize, 8)
    after.writeUInt32LE(size, 12)
    this.offset += 30 + raw.length + packedSize + after.length
    return after
  }

  /** The archive's directory, after which nothing may follow. */
  end(): Buffer[] {
    const size = this.directory.reduce((sum, one) => sum + one.length, 0)
    const far = this.offset >= inZip64 || size >= inZip64
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.directory.length, 8)
    end.writeUInt16LE(this.directory.length, 10)
    end.writeUInt32LE(far ? inZip64 : size, 12)
    end.writeUInt32LE(far ? inZip64 : this.offset, 16)
    return [...this.directory, ...(far ? [this.zip64End(size)] : []), end]
  }

  /** Where the directory stands and how long it is, and where to find this. */
  private zip64End(size: number): Buffer {
    const end = Buffer.alloc(56 + 20)
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    end.writeUInt16LE(45, 12)
    end.writeUInt16LE(45, 14)
    end.writeBigUInt64LE(BigInt(this.directory.length), 24)
    end.writeBigUInt64LE(BigInt(this.directory.length), 32)
    end.writeBigUInt64LE(BigInt(size), 40)
    end.writeBigUInt64LE(BigInt(this.offset), 48)
    end.writeUInt32LE(0x07064b50, 56)
    end.writeBigUInt64LE(BigInt(this.offset + size), 64)
    end.writeUInt32LE(1, 72)
    return end
  }

  private header(name: Buffer, flags: number, method: number, crc: number, packed: number, size: number): Buffer {
    const header = Buffer.allocUnsafe(30 + name.length)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    this.facts(header, 6, flags, method, crc, packed, size)
    header.writeUInt16LE(name.length, 26)
    header.writeUInt16LE(0, 28)
    name.copy(header, 30)
    return header
  }

  private list(name: Buffer, flags: number, method: number, crc: number, packed: number, size: number): void {
    const far = this.offset >= inZip64
    const line = Buffer.alloc(46 + name.length + (far ? 12 : 0))
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(far ? 45 : 20, 4)
    line.writeUInt16LE(far ? 45 : 20, 6)
    this.facts(line, 8, flags, method, crc, packed, size)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt16LE(far ? 12 : 0, 30)
    line.writeUInt32LE(far ? inZip64 : this.offset, 42)
    name.copy(line, 46)
    if (far) {
      line.writeUInt16LE(1, 46 + name.length)
      line.writeUInt16LE(8, 48 + name.length)
      line.writeBigUInt64LE(BigInt(this.offset), 50 + name.length)
    }
    this.directory.push(line)
  }

  private facts(into: Buffer, at: number, flags: number, method: number, crc: number, packed: number, size: number) {
    into.writeUInt16LE(flags, at)
    into.writeUInt16LE(method, at + 2)
    into.writeUInt16LE(this.time, at + 4)
    into.writeUInt16LE(this.date, at + 6)
    into.writeUInt32LE(crc, at + 8)
    into.writeUInt32LE(packed, at + 12)
    into.writeUInt32LE(size, at + 16)
  }
}

/** A whole archive of parts that are packed already, in pieces. */
export function zipOf(parts: Iterable<[name: string, packed: Packed]>, at: Date): Buffer[] {
  const writer = new ZipWriter(at)
  const pieces: Buffer[] = []
  for (const [name, packed] of parts) pieces.push(...writer.entry(name, packed))
  return [...pieces, ...writer.end()]
}
