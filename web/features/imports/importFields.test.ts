import { describe, expect, it } from 'vitest'
import { parseHead, readHead } from './fileHead.ts'
import { guessMapping } from './importFields.ts'

describe('the columns of a file', () => {
  it('are guessed by name, by other names, and with a typing error', () => {
    const headings = ['SITE_ADDR', 'City', 'OWNER1', 'MAIL_ADDR', 'PIN', 'JOB', 'URGENT', 'Neigborhood', 'UPDATED', '']
    expect(guessMapping('leads', headings)).toEqual({
      address: 'SITE_ADDR',
      city: 'City',
      owner_name: 'OWNER1',
      owner_address: 'MAIL_ADDR',
      parcel_id: 'PIN',
      tag: 'JOB',
      priority: 'URGENT',
      neighborhood: 'Neigborhood',
    })
  })

  it('are those of an exported file', () => {
    expect(guessMapping('leads', ['property_id', 'property.address', 'tag', 'follow_up_at'])).toEqual({
      property_id: 'property_id',
      address: 'property.address',
      tag: 'tag',
      follow_up_at: 'follow_up_at',
    })
  })

  it('prefer the name of a field to another name for it', () => {
    expect(guessMapping('users', ['Name', 'full_name', 'email'])).toEqual({ full_name: 'full_name', email: 'email' })
  })
})

describe('the head of a file', () => {
  it('is read with any separator, quotes and a byte order mark', () => {
    expect(parseHead('\uFEFFaddress;notes\n"1 Sample; St";"a\nb"\n')).toEqual({
      headings: ['address', 'notes'],
      rows: [['1 Sample; St', 'a\nb']],
    })
    expect(parseHead('a\tb\n1\t2\n')).toEqual({ headings: ['a', 'b'], rows: [['1', '2']] })
  })

  it.each([
    ['sep=;\r\naddress;city, state\r\n1 Sample St;x\r\n', ['address', 'city, state'], ['1 Sample St', 'x']],
    ['\uFEFF"sep=,"\na,b;c;d\n1,2\n', ['a', 'b;c;d'], ['1', '2']],
    ['SEP=\t\na\tb\n1\t2\n', ['a', 'b'], ['1', '2']],
    ['sep=;a;b\n1;2;3\n', ['sep=', 'a', 'b'], ['1', '2', '3']],
  ])('of %j has no line that only names the separator', (text, headings, row) => {
    expect(parseHead(text)).toEqual({ headings, rows: [row] })
  })

  it.each([
    ['UTF-8', Buffer.from('name\nPEÑA, JOSÉ\n')],
    ['Windows-1252', Buffer.from('name\nPEÑA, JOSÉ\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFname\nPEÑA, JOSÉ\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFFname\nPEÑA, JOSÉ\n', 'utf16le').swap16()],
  ])('is read in %s', async (_, bytes) => {
    expect((await readHead(new File([bytes], 'sample.csv'))).rows).toEqual([['PEÑA', ' JOSÉ']])
  })

  it('leaves out the last row if it may be cut off', () => {
    expect(parseHead('a,b\n1,2\n3,"4', true)).toEqual({ headings: ['a', 'b'], rows: [['1', '2']] })
  })

  it.each([',', ';', '\t', '"', '",', '\n', 'a,', 'a', '"\n', '\0', '\ud800'])(
    'has at most 500 columns and 20 rows, also if the file is nothing but %j',
    (unit) => {
      const { headings, rows } = parseHead(unit.repeat(65_536 / unit.length), true)
      expect(headings.length).toBeLessThanOrEqual(500)
      expect(rows.length).toBeLessThanOrEqual(20)
      for (const row of rows) expect(row.length).toBeLessThanOrEqual(500)
      expect(guessMapping('leads', headings)).toEqual({})
    },
  )
})
