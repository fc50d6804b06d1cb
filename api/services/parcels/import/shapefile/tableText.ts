import { isAscii } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { Refused } from '../../../../domain/errors.ts'

/** Decodes a text of a .dbf file. Throws `Refused` without the record's location for one in an encoding that is not read. */
export type DecodeText = (bytes: Buffer) => string

const utf8 = new TextDecoder('utf-8', { fatal: true })
const lenientUtf8 = new TextDecoder('utf-8')
const windows1252 = new TextDecoder('windows-1252')

/** The numbers that the header of a .dbf file has for Windows-1252. */
const windowsLanguages: ReadonlySet<number> = new Set([0x03, 0x57])

/**
 * The decoder for the encoding that the .cpg file names or, without one, the header of the .dbf file. If neither does, a text is in UTF-8
 * if it can be, else in Windows-1252.
 */
export function chooseDecoder(cpg: string | null, language: number): DecodeText {
  const label = cpg?.trim() ?? ''
  const name = label.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (name === 'utf8' || name === '65001') return decodeUtf8
  if (/^(?:ansi|windows|cp)?1252$|^(?:iso)?88591$|^latin1$/.test(name)) return unlessAscii(windows1252)
  if (label !== '') return refuseBeyondAscii(label)
  if (windowsLanguages.has(language)) return unlessAscii(windows1252)
  return language === 0 ? guess : refuseBeyondAscii(`code page ${language} of dBase`)
}

const unlessAscii = (decoder: TextDecoder) => (bytes: Buffer) =>
  isAscii(bytes) ? bytes.toString('latin1') : decoder.decode(bytes)

/** A program that cuts a text at the width of its field may leave a part of the last character. */
const decodeUtf8 = (bytes: Buffer) => unlessAscii(lenientUtf8)(bytes).replace(/\uFFFD$/, '')

function guess(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  try {
    return utf8.decode(bytes)
  } catch {
    return windows1252.decode(bytes)
  }
}

const refuseBeyondAscii =
  (label: string): DecodeText =>
  (bytes) => {
    if (isAscii(bytes)) return bytes.toString('latin1')
    throw new Refused(`its text is in an encoding that is not read here (${label.slice(0, 40)}). Export it in UTF-8`)
  }
