import { describe, expect, it } from 'vitest'
import { decodeStart, detectEncoding, NotText, toUtf8, type TextEncoding } from './textEncoding.ts'

const windows = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const utf16be = (text: string) => utf16(text).swap16()

/** The bytes in parts of `size`, except for the byte order mark. */
function partsOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const parts = [bytes.subarray(0, 4)]
  for (let start = 4; start < bytes.length; start += size) parts.push(bytes.subarray(start, start + size))
  return parts
}

async function read(bytes: Uint8Array, size: number): Promise<[TextEncoding, string]> {
  const encoding = await detectEncoding(partsOf(bytes, size))
  const parts: Uint8Array[] = []
  for await (const part of toUtf8(partsOf(bytes, size), encoding)) parts.push(part)
  return [
    encoding,
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  ]
}

const reasonOf = (bytes: Uint8Array) =>
  detectEncoding([bytes]).then(
    (encoding) => encoding,
    (error: unknown) => (error instanceof NotText ? error.reason : error),
  )

describe('a text file', () => {
  it.each<[TextEncoding, string, Uint8Array, string]>([
    ['utf-8', 'ASCII', Buffer.from('pin\nEN1 SAMPLE'), 'pin\nEN1 SAMPLE'],
    ['utf-8', 'letters', Buffer.from('SAMPLE PEÑA, JOSÉ 🏠'), 'SAMPLE PEÑA, JOSÉ 🏠'],
    ['utf-8', 'a byte order mark', Buffer.from('\uFEFFJOSÉ'), 'JOSÉ'],
    ['windows-1252', 'capitals', windows('SAMPLE PE\u00d1A, JOS\u00c9'), 'SAMPLE PEÑA, JOSÉ'],
    [
      'windows-1252',
      'quotes and dashes',
      windows('Sample\u0092s \u0093Caf\u00e9\u0094 \u0096 20\u00b0'),
      'Sample’s “Café” – 20°',
    ],
    ['windows-1252', 'a last letter', windows('JOS\u00c9'), 'JOSÉ'],
    ['windows-1252', 'half numbers', windows('535\u00bd Sample St'), '535½ Sample St'],
    ['utf-16le', 'letters', utf16('SAMPLE PEÑA 🏠'), 'SAMPLE PEÑA 🏠'],
    ['utf-16be', 'letters', utf16be('SAMPLE PEÑA 🏠'), 'SAMPLE PEÑA 🏠'],
    ['utf-16le', 'quotes', utf16('“Café”'), '“Café”'],
  ])('in %s with %s is read in parts of any size', async (encoding, _, bytes, text) => {
    for (const size of [1, 3, 1_000]) expect(await read(bytes, size)).toEqual([encoding, text])
  })

  it.each<[NotText['reason'], string, Uint8Array]>([
    ['empty', 'nothing', Buffer.from('')],
    ['empty', 'white space', Buffer.from('\uFEFF \r\n ')],
    ['empty', 'white space in UTF-16', utf16(' \r\n ')],
    ['zip', 'a workbook', Buffer.from('PK\u0003\u0004 anything')],
    ['web page', 'an error page', Buffer.from('<html lang="en"><head><title>Query: Sample</title></head></html>')],
    ['web page', 'a page of another kind', Buffer.from('\uFEFF\n<!DOCTYPE html>\n<p>Sign in</p>')],
    ['web page', 'a page with a comment', Buffer.from('<!-- Sample --><HTML>')],
    ['web page', 'a page in XHTML', Buffer.from('<?xml version="1.0"?><html xmlns="x">')],
    ['NUL', 'NUL characters', Buffer.from('Address\n1 Oak\0St')],
    ['NUL', 'UTF-16 without a byte order mark', Buffer.from('Address\n1 Oak St', 'utf16le')],
    ['NUL', 'NUL characters in UTF-16', utf16('1 Oak\0St')],
    ['unknown encoding', 'a surrogate alone in UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
    ['unknown encoding', 'half a character in UTF-16', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x41])],
    ['unknown encoding', 'surrogates in UTF-8', Buffer.alloc(900, Buffer.from([0xed, 0xa0, 0x80]))],
    ['unknown encoding', 'bytes that are no characters', windows('PE\u0081A JOS\u00c9')],
    // Both have SAMPLE PEÑA, JOSÉ or sample peña, josé.
    ['unknown encoding', 'the encoding of DOS', windows('SAMPLE PE\u00a5A, JOS\u0090, sample pe\u00a4a, jos\u0082')],
    ['unknown encoding', 'the encoding of old Macintoshes', windows('sample jos\u008e, mar\u0092a, m\u009fller')],
    ['unknown encoding', 'two encodings', Buffer.concat([Buffer.from('JOSÉ PEÑA '), windows('PE\u00d1A JOS\u00c9')])],
    ['unknown encoding', 'a character that is cut off', Buffer.from('JOSÉ PEÑA É').subarray(0, -1)],
  ])('is %j if it is %s', async (reason, _, bytes) => {
    expect(await reasonOf(bytes)).toBe(reason)
  })

  it('may begin within a character where its first bytes are read', () => {
    expect(decodeStart(Buffer.from('JOSÉ').subarray(0, -1), 'utf-8')).toBe('JOS')
  })
})
