import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'

/**
 * The encodings of text files that are read. Files of Windows programs, also older ones of Excel, are often in Windows-1252. Those of
 * old Macintoshes are read only if somebody says that they are.
 */
export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh'] as const
export type TextEncoding = (typeof textEncodings)[number]

/** The bytes of a file in parts of any size. */
export type FileContent = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A file is not a text that can be read. */
export class NotText extends Error {
  readonly reason: 'empty' | 'zip' | 'web page' | 'NUL' | 'unknown encoding'

  constructor(reason: NotText['reason']) {
    super(reason)
    this.reason = reason
  }
}

/** Small parts, so that little of a file is in memory twice. */
const chunkBytes = 64 * 1024
const startBytes = 1024

/**
 * The encoding of a text file: UTF-16 by its byte order mark, UTF-8 if all of it is, else Windows-1252 if that is certain; or `chosen`,
 * if all of it can be read so. Reads all of it, in time in proportion to its bytes and in constant memory. Throws `NotText` for anything
 * else.
 */
export async function detectEncoding(content: FileContent, chosen?: TextEncoding | null): Promise<TextEncoding> {
  let detector: EncodingCheck | ByteDetector | null = null
  for await (const chunk of chunksOf(content)) {
    if (detector === null) {
      checkStart(chunk)
      const mark = (chunk[0]! << 8) | (chunk[1] ?? 0)
      if (chosen) detector = new EncodingCheck(chosen)
      else if (mark === 0xfffe) detector = new EncodingCheck('utf-16le')
      else if (mark === 0xfeff) detector = new EncodingCheck('utf-16be')
      else detector = new ByteDetector()
    }
    detector.push(chunk)
  }
  if (detector === null) throw new NotText('empty')
  return detector.end()
}

/** The text of the first bytes of a file, which may end within a character. */
export function decodeStart(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

/** The content in UTF-8, in parts. */
export async function* toUtf8(content: FileContent, encoding: TextEncoding): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* content
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunksOf(content)) {
    const text = decoder.decode(chunk, { stream: true })
    if (text !== '') yield Buffer.from(text)
  }
}

const maxSample = { before: 80, length: 160 }

/**
 * One line of a text, shortened, by which a person sees whether the encoding is right: the first one with a character beyond ASCII, or the
 * first line.
 */
export function findSampleLine(content: Uint8Array, encoding: TextEncoding): string {
  const isUtf16 = encoding === 'utf-16le' || encoding === 'utf-16be'
  const bytes = isUtf16 ? Buffer.from(new TextDecoder(encoding).decode(content)) : content
  const hasMark = encoding === 'utf-8' && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const first = hasMark ? 3 : 0
  let at = first
  while (at < bytes.length && bytes[at]! < 128) at += 1
  if (at === bytes.length) at = first
  // All bytes before are characters of their own, so that none is cut.
  let start = at
  while (start > Math.max(first, at - maxSample.before) && !isLineBreak(bytes[start - 1]!)) start -= 1
  let end = at
  while (end < Math.min(bytes.length, start + maxSample.length) && !isLineBreak(bytes[end]!)) end += 1
  return decodeStart(bytes.subarray(start, end), isUtf16 ? 'utf-8' : encoding)
}

const isLineBreak = (byte: number) => byte === 10 || byte === 13

async function* chunksOf(content: FileContent): AsyncGenerator<Uint8Array> {
  for await (const bytes of content)
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
}

/** Throws `NotText` for a zip file, such as a workbook, and for a web page, which servers send instead of a file. */
function checkStart(chunk: Uint8Array): void {
  const start = Buffer.from(chunk.subarray(0, startBytes))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  if (start.startsWith('pk\u0003\u0004')) throw new NotText('zip')
  if (start.startsWith('<') && ['<!doctype html', '<html', '<head', '<body'].some((tag) => start.includes(tag)))
    throw new NotText('web page')
}

/** Whether a text can be read in an encoding that is known. */
class EncodingCheck {
  readonly #encoding: TextEncoding
  readonly #decoder: TextDecoder
  #isEmpty = true

  constructor(encoding: TextEncoding) {
    this.#encoding = encoding
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  push(chunk: Uint8Array): void {
    const text = decodeOrNull(this.#decoder, chunk, true)
    if (text === null) throw new NotText('unknown encoding')
    if (text.includes('\0')) throw new NotText('NUL')
    this.#isEmpty &&= text.trim() === ''
  }

  end(): TextEncoding {
    if (decodeOrNull(this.#decoder, new Uint8Array(), false) === null) throw new NotText('unknown encoding')
    if (this.#isEmpty) throw new NotText('empty')
    return this.#encoding
  }
}

const rare = 1
const undefinedByte = 2
/**
 * Bytes of Windows-1252 that are rare in American files, such as ƒ, Ž and ¤, and common letters in other encodings: those of DOS and of
 * old Macintoshes have é, ñ and ó here. And those that are no characters.
 */
const byteKinds = new Uint8Array(256)
byteKinds.fill(rare, 0x82, 0x85).fill(rare, 0x86, 0x8d).fill(rare, 0x9a, 0xa0)
for (const byte of [0x8e, 0x98, 0xa4, 0xa5, 0xa6, 0xa8, 0xac, 0xaf, 0xb6, 0xb8]) byteKinds[byte] = rare
for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) byteKinds[byte] = undefinedByte

/** Of the bytes beyond ASCII, at most one in this many may be doubtful in a file in Windows-1252. */
const doubtfulShare = 10

/** Tells UTF-8 from Windows-1252. */
class ByteDetector {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #isEmpty = true
  #endsBeyondAscii = false
  #isUndefined = false
  /** The bytes beyond ASCII, and those among them that are rare or make up a character of UTF-8. */
  #high = 0
  #doubtful = 0
  /** The length of the character of UTF-8 that may have begun, and how many of its bytes are missing. */
  #length = 0
  #missing = 0

  push(chunk: Uint8Array): void {
    if (chunk.includes(0)) throw new NotText('NUL')
    const from = this.#isEmpty && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
    this.#isEmpty &&= !chunk.subarray(from).some((byte) => byte > 32)
    if (!this.#endsBeyondAscii && isAscii(chunk)) return
    this.#isUtf8 &&= decodeOrNull(this.#decoder, chunk, true) !== null
    this.#count(chunk)
    this.#endsBeyondAscii = chunk.at(-1)! > 127
  }

  end(): TextEncoding {
    if (this.#isEmpty) throw new NotText('empty')
    if (this.#isUtf8 && decodeOrNull(this.#decoder, new Uint8Array(), false) !== null) return 'utf-8'
    // A text of which a part is in UTF-8 is damaged, so it is not guessed.
    if (this.#isUndefined || this.#doubtful * doubtfulShare > this.#high) throw new NotText('unknown encoding')
    return 'windows-1252'
  }

  /** Uses local variables, because most of the time for a file with accents is spent here. */
  #count(chunk: Uint8Array): void {
    let high = 0
    let doubtful = 0
    let missing = this.#missing
    let length = this.#length
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!
      if (byte < 128) {
        missing = 0
        continue
      }
      high += 1
      const kind = byteKinds[byte]
      if (kind === rare) doubtful += 1
      else if (kind === undefinedByte) this.#isUndefined = true
      if (byte < 0xc0 && missing > 0) {
        missing -= 1
        if (missing === 0) doubtful += length
      } else {
        length = lengthFrom(byte)
        missing = Math.max(0, length - 1)
      }
    }
    this.#high += high
    this.#doubtful += doubtful
    this.#missing = missing
    this.#length = length
  }
}

/** The number of bytes of a character of UTF-8 that begins with this byte; 0 if none does. */
function lengthFrom(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 2
  if (byte >= 0xe0 && byte <= 0xef) return 3
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0
}

function decodeOrNull(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    return null
  }
}
