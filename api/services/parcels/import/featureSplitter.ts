import { Refused } from '../../../domain/errors.ts'

/** The text of one feature and its position in the file. */
export interface FeatureText {
  /** 1 for the first feature. */
  number: number
  line: number
  text: string
}

const newline = 10
const quote = 34
const comma = 44
const colon = 58
const openList = 91
const backslash = 92
const closeList = 93
const openObject = 123
const letterT = 116
const closeObject = 125
const recordSeparator = 30

/** The bytes that matter inside a feature, outside of strings. */
const significantBytes = new Uint8Array(256)
for (const byte of [newline, quote, openObject, closeObject]) significantBytes[byte] = 1

/** ArcGIS sends at most some thousand features at a time, so the file would replace a county with a part of it. */
const transferLimitMessage =
  'The file has only the first part of the layer: the server stopped at its limit (exceededTransferLimit). ' +
  "Download all of it from the county's page of open data, or page by page with a tool such as esri2geojson."

/** The maximum size of a feature. Parcels are thousands of times smaller. */
const maxFeatureBytes = 64 * 1024 * 1024

/**
 * Splits a GeoJSON file into features while it is read, and buffers at most one of them. Accepts a FeatureCollection
 * with any members before `features`, one feature per line (with or without record separators), or an array of
 * features. Inside a feature it looks only at braces and quotes, which is many times faster than a streaming parser.
 */
export class FeatureSplitter {
  #buffer: Buffer = Buffer.alloc(0)
  /** The position in `#buffer` at which scanning resumes. */
  #position = 0
  #start = -1
  /** Nesting depth outside of features. */
  #depth = 0
  /** Nesting depth inside the current feature; 0 between features. */
  #featureDepth = 0
  /** Whether the first object was a feature itself. All others are then features too. */
  #isLines = false
  #inString = false
  #escaped = false
  #line = 1
  #startLine = 1
  #count = 0
  /** The depth of the array that lists the features; null outside of it. */
  #listDepth: number | null = null
  /** Whether the current object contains the array of features. It is not a feature itself. */
  #isCollection = false
  #keyStart = -1
  #lastString = ''
  #pendingKey = ''
  /** Whether the next value says that the server sent only a part of the layer. */
  #isTransferLimit = false

  /** Returns the features that are complete. */
  push(chunk: Buffer): FeatureText[] {
    const bytes = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk])
    const parts: FeatureText[] = []
    let i = this.#position
    while (i < bytes.length) {
      if (this.#featureDepth > 0) i = this.#skipFeature(bytes, i, parts)
      else if (this.#inString) i = this.#skipString(bytes, i)
      else this.#handleByte(bytes, i++, parts)
    }
    this.#keepUnfinished(bytes)
    return parts
  }

  #handleByte(bytes: Buffer, i: number, parts: FeatureText[]): void {
    const byte = bytes[i]!
    switch (byte) {
      case newline:
        this.#line++
        break
      case quote:
        this.#inString = true
        // Only keys of the collection matter, because one of them may be 'features', and those of its properties.
        this.#keyStart = this.#depth === 1 || (this.#depth === 2 && this.#listDepth === null) ? i : -1
        break
      case colon:
        if (this.#depth === 1) this.#pendingKey = this.#lastString
        this.#isTransferLimit = this.#lastString === 'exceededTransferLimit'
        break
      case comma:
        if (this.#depth === 1) this.#pendingKey = ''
        this.#isTransferLimit = false
        break
      case openObject:
        if (this.#depth === (this.#listDepth ?? 0)) this.#startFeature(i)
        if (this.#depth === this.#listDepth || this.#isLines) this.#featureDepth = 1
        else this.#depth++
        break
      case closeObject:
        this.#depth--
        if (this.#depth === 0) this.#endOutermost(bytes, i, parts)
        break
      case openList:
        this.#depth++
        this.#openList()
        break
      case closeList:
        this.#depth--
        if (this.#listDepth !== null && this.#depth < this.#listDepth) this.#listDepth = null
        break
      default:
        if (this.#isTransferLimit && byte === letterT) throw new Refused(transferLimitMessage)
        if (this.#depth === 0 && byte > 32 && byte < 128) this.#rejectUnexpected(bytes, i)
    }
    if (this.#depth < 0) this.#rejectUnexpected(bytes, i)
  }

  /** Throws `Refused` if the file ends early. Returns the number of features. */
  end(): number {
    if (this.#depth !== 0 || this.#featureDepth > 0 || this.#inString) {
      const where = this.#featureDepth > 0 ? `inside feature ${this.#count + 1}` : 'in the middle'
      throw new Refused(`The file ends ${where} (line ${this.#line}): it is truncated. Download or export it again.`)
    }
    return this.#count
  }

  #skipString(bytes: Buffer, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      if (this.#escaped) this.#escaped = false
      else if (bytes[i] === backslash) this.#escaped = true
      else if (bytes[i] === quote) {
        this.#endString(bytes, i)
        return i + 1
      }
    }
    return bytes.length
  }

  #endString(bytes: Buffer, at: number): void {
    this.#inString = false
    this.#lastString =
      this.#keyStart >= 0 && at - this.#keyStart < 64 ? bytes.toString('utf8', this.#keyStart + 1, at) : ''
  }

  #startFeature(at: number): void {
    this.#start = at
    this.#startLine = this.#line
    this.#pendingKey = ''
  }

  #openList(): void {
    if (this.#listDepth !== null) return
    const named = this.#depth === 2 && this.#pendingKey === 'features'
    const plain = this.#depth === 1 && this.#start < 0
    if (!named && !plain) return
    this.#listDepth = this.#depth
    this.#isCollection = named
    this.#start = -1
  }

  /** Skips to the end of the feature or of the chunk. Uses local variables, because most of the time is spent here. */
  #skipFeature(bytes: Buffer, from: number, parts: FeatureText[]): number {
    let braces = this.#featureDepth
    let inString = this.#inString
    let escaped = this.#escaped
    let i = from
    for (; i < bytes.length && braces > 0; i++) {
      const byte = bytes[i]!
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inString = false
      } else if (significantBytes[byte] === 1) {
        if (byte === quote) inString = true
        else if (byte === openObject) braces++
        else if (byte === closeObject) braces--
        else this.#line++
      }
    }
    this.#featureDepth = braces
    this.#inString = inString
    this.#escaped = escaped
    if (braces === 0) this.#emit(bytes, i, parts)
    return i
  }

  #endOutermost(bytes: Buffer, at: number, parts: FeatureText[]): void {
    if (this.#isCollection) {
      this.#isCollection = false
      return
    }
    this.#isLines = true
    this.#emit(bytes, at + 1, parts)
  }

  #emit(bytes: Buffer, end: number, parts: FeatureText[]): void {
    this.#count++
    parts.push({ number: this.#count, line: this.#startLine, text: bytes.toString('utf8', this.#start, end) })
    this.#start = -1
  }

  #rejectUnexpected(bytes: Buffer, at: number): void {
    if (bytes[at] === comma || bytes[at] === recordSeparator) return
    const stray = bytes.toString('utf8', at, at + 20).split('\n')[0]
    throw new Refused(`Line ${this.#line} is not GeoJSON: found '${stray}' instead of a feature.`)
  }

  /** Keeps the bytes of an unfinished feature or key. */
  #keepUnfinished(bytes: Buffer): void {
    const needed =
      this.#start >= 0 ? this.#start : this.#inString && this.#keyStart >= 0 ? this.#keyStart : bytes.length
    if (bytes.length - needed > maxFeatureBytes) {
      throw new Refused(`Feature ${this.#count + 1} (line ${this.#startLine}) is larger than 64 MB.`)
    }
    this.#buffer = bytes.subarray(needed)
    this.#position = this.#buffer.length
    if (this.#start >= 0) this.#start = 0
    if (this.#keyStart >= 0) this.#keyStart -= needed
  }
}
