import { describe, expect, it } from 'vitest'
import { pack, ZipWriter } from './writeZip.ts'

/** Declares three gigabytes of content without providing them; the writer does not read the content. */
const huge = { method: 0 as const, crc: 0, size: 3_000_000_000, packedSize: 3_000_000_000, data: [] }
const small = pack(Buffer.from('Sample letter'))

describe('an archive', () => {
  it('has Zip64 records beyond 4 GB', () => {
    const writer = new ZipWriter(new Date(2026, 1, 2))
    const before = ['a', 'b'].flatMap((name) => writer.addEntry(name, huge))
    const offset = 6_000_000_000 + Buffer.concat(before).length
    const letter = Buffer.concat(writer.addEntry('c', small))
    const pieces = writer.finish()
    const directory = Buffer.concat(pieces.slice(0, 3))
    // The directory record of the third entry ends with its extra field: type, length and offset.
    const extra = directory.subarray(-12)
    expect([extra.readUInt16LE(0), extra.readUInt16LE(2), extra.readBigUInt64LE(4)]).toEqual([1, 8, BigInt(offset)])
    const end = pieces[3]!
    const start = BigInt(offset + letter.length)
    expect([end.readUInt32LE(0), end.readBigUInt64LE(32), end.readBigUInt64LE(40), end.readBigUInt64LE(48)]).toEqual([
      ...[0x06064b50, 3n, BigInt(directory.length), start],
    ])
    expect([end.readUInt32LE(56), end.readBigUInt64LE(64)]).toEqual([0x07064b50, start + BigInt(directory.length)])
    expect(pieces[4]!.readUInt32LE(16)).toBe(0xffffffff)
  })

  it('of less than 4 GB has no Zip64 records', () => {
    const writer = new ZipWriter(new Date(2026, 1, 2))
    const letter = Buffer.concat(writer.addEntry('c', small))
    const [line, end, ...more] = writer.finish()
    expect([line!.length, end!.length, end!.readUInt32LE(16), more]).toEqual([47, 22, letter.length, []])
  })
})
