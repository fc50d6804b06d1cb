import { Refused } from '../../../../domain/errors.ts'
import type { ByteReader } from './byteReader.ts'
import { chooseDecoder, type DecodeText } from './tableText.ts'

interface Field {
  name: string
  type: string
  start: number
  end: number
}

const headerBytes = 32
const maxFields = 500
const maxRows = 10_000_000

/** The fields of a row, or why they cannot be read, without the record's location. */
export type TableRow = { values: Record<string, unknown> } | { problem: string } | { isDeleted: true }

/** Reads the rows of a .dbf file one by one. */
export class TableReader {
  readonly rows: number
  readonly #reader: ByteReader
  readonly #fields: readonly Field[]
  readonly #rowBytes: number
  readonly #decode: DecodeText
  #read = 0

  private constructor(reader: ByteReader, { rows, fields, rowBytes, decode }: TableFormat) {
    this.#reader = reader
    this.rows = rows
    this.#fields = fields
    this.#rowBytes = rowBytes
    this.#decode = decode
  }

  /** Reads the header. `cpg` is the text of the .cpg file. Throws `Refused` if it is damaged. */
  static async open(reader: ByteReader, cpg: string | null): Promise<TableReader> {
    const header = await reader.read(headerBytes)
    if (header.length < headerBytes) throw damaged()
    const [rows, length, rowBytes] = [header.readUInt32LE(4), header.readUInt16LE(8), header.readUInt16LE(10)]
    const decode = chooseDecoder(cpg, header[29]!)
    if (rows > maxRows) throw new Refused('The .dbf file has more than 10,000,000 rows. Download the county in parts.')
    if (length <= headerBytes) throw damaged()
    const described = await reader.read(length - headerBytes)
    if (described.length < length - headerBytes) throw damaged()
    const fields = readFields(described, decode)
    if (fields.length === 0 || fields.at(-1)!.end > rowBytes) throw damaged()
    return new TableReader(reader, { rows, fields: fields.filter(({ type }) => readTypes.has(type)), rowBytes, decode })
  }

  /** The next row; null at the end. Throws `Refused` if the file is truncated. */
  async next(): Promise<TableRow | null> {
    if (this.#read === this.rows) return null
    const row = await this.#reader.read(this.#rowBytes)
    if (row.length < this.#rowBytes) throw damaged()
    this.#read += 1
    if (row[0] === deletedMark) return { isDeleted: true }
    try {
      return { values: Object.fromEntries(this.#fields.map((field) => [field.name, this.#valueOf(row, field)])) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { problem: error.message }
    }
  }

  #valueOf(row: Buffer, { type, start, end }: Field): string | number | boolean | null {
    const text = this.#decode(withoutFill(row.subarray(start, end))).trim()
    if (text === '') return null
    switch (type) {
      case 'N':
      case 'F':
        return parseNumber(text)
      case 'D':
        return /^[1-9]\d{7}$/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : null
      case 'L':
        return /^[ty]$/i.test(text) ? true : /^[fn]$/i.test(text) ? false : null
      default:
        return text
    }
  }
}

interface TableFormat {
  rows: number
  fields: readonly Field[]
  rowBytes: number
  decode: DecodeText
}

const damaged = () => new Refused('The .dbf file is truncated or damaged. Download the county again.')

const deletedMark = 0x2a
const endOfFields = 0x0d
/** Types whose bytes are a value. The others, such as memos, have it in a file that is not read. */
const readTypes: ReadonlySet<string> = new Set(['C', 'N', 'F', 'D', 'L'])

function readFields(described: Buffer, decode: DecodeText): Field[] {
  const fields: Field[] = []
  let start = 1
  for (let at = 0; at + 32 <= described.length && described[at] !== endOfFields; at += 32) {
    if (fields.length === maxFields)
      throw new Refused(`The .dbf file has more than ${maxFields} columns. Is this a file of parcels?`)
    const bytes = described.subarray(at, at + 11)
    const zero = bytes.indexOf(0)
    const name = decodeName(bytes.subarray(0, zero < 0 ? 11 : zero), decode)
    const end = start + described[at + 16]!
    fields.push({ name, type: String.fromCharCode(described[at + 11]!), start, end })
    start = end
  }
  return fields
}

function decodeName(bytes: Buffer, decode: DecodeText): string {
  try {
    return decode(bytes).trim()
  } catch {
    return bytes.toString('latin1')
  }
}

/** Some programs fill a field with NUL instead of spaces, also after its text. */
function withoutFill(bytes: Buffer): Buffer {
  const zero = bytes.indexOf(0)
  return zero < 0 ? bytes : bytes.subarray(0, zero)
}

/**
 * Parses a numeric field. Returns the text itself if a JavaScript number cannot hold it exactly, as with a long parcel id, and null for `***`,
 * which programs write if a number is too long for the field.
 */
function parseNumber(text: string): number | string | null {
  const number = Number(text)
  if (!Number.isFinite(number)) return null
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? text : number
}
