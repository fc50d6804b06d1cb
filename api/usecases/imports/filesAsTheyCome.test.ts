import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createImportContext } from '../../../tests/support/importContext.ts'
import type { ImportList } from '../../domain/imports/importFields.ts'
import { startImport } from './startImport.ts'

const { ctx, db, tenantId, finish } = await createImportContext()

const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../../tests/support/files', name))

async function importFile(content: string | Buffer, list: ImportList = 'properties') {
  const upload = { filename: 'sample.csv', content: Buffer.from(content) }
  const { id } = await startImport(ctx, upload, { list, onError: 'skip' })
  const { counts, errors } = await finish(id)
  return { ...counts, errors: errors.map(({ row, column, message }) => `${row} ${column}: ${message}`) }
}

async function propertiesIn(street: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.query(
    `select address, zip_code, parcel_id, owner_name, owner_phone, lat, lng from properties
     where tenant_id = $1 and address like $2 order by address`,
    [tenantId, `%${street}`],
  )
  return rows as Record<string, unknown>[]
}

describe('parcel ids', () => {
  it('that are placeholders do not make three houses one, nor one with a saved house', async () => {
    expect(await importFile(fixture('placeholderParcelIds.csv'))).toMatchObject({ created: 3, failed: 0 })
    const others = ['0', '-', 'UNKNOWN', '000-000-0000', 'none'].flatMap((id, n) =>
      [1, 2].map((m) => `${10 * n + m} Sample Holder Rd,42.61${n}${m},-90.1,${id}`),
    )
    const again = ['address,lat,lng,parcel_id', '1 Sample Later Rd,42.7,-90.1,N/A', ...others].join('\n')
    expect(await importFile(again)).toMatchObject({ created: 11, skipped: 0, failed: 0 })
    for (const property of [...(await propertiesIn('Sample Pinna Rd')), ...(await propertiesIn('Sample Holder Rd'))])
      expect(property).toMatchObject({ parcel_id: null })
  })

  it('that a placeholder already saved does not match', async () => {
    await importFile('address,lat,lng\n1 Sample Earlier Rd,42.71,-90.1\n')
    await db.query(`update properties set parcel_id = 'N/A' where address = '1 Sample Earlier Rd'`)
    expect(await importFile('address,lat,lng,parcel_id\n3 Sample Earlier Rd,42.72,-90.1,N/A\n')).toMatchObject({
      created: 1,
    })
  })

  it('that a spreadsheet has shortened are errors', async () => {
    const { created, failed, errors } = await importFile(fixture('shortenedParcelIds.csv'))
    expect([created, failed]).toEqual([0, 3])
    expect(errors[0]).toBe(
      '2 parcel_id: A spreadsheet has shortened this number (4.90715E+17): format the column as text and export the file again.',
    )
  })
})

describe('coordinates', () => {
  it('that are exchanged, without their minus or 0, 0 are errors that say what to do', async () => {
    const { created, errors } = await importFile(fixture('wrongPlaces.csv'))
    expect(created).toBe(0)
    expect(errors).toEqual([
      expect.stringContaining('2 null: The coordinates look exchanged: the latitude is where the longitude belongs'),
      '3 null: The coordinates lack the minus of the longitude, which is negative in the United States.',
    ])
    const rows = ['-104.97,39.77', '0,0', '-39.77,-86.16', '97.77,-86.16', '39.77,-186.16', '51.5,-0.12']
    const others = await importFile(
      `address,tag,lat,lng\n${rows.map((row, n) => `${n + 1} Sample Wrong St,storm,${row}`).join('\n')}`,
      'leads',
    )
    expect(others.errors).toEqual([
      expect.stringContaining('2 null: The coordinates look exchanged: the latitude is where the longitude belongs'),
      '3 null: The coordinates are 0, 0, which stands for an unknown place: leave them empty.',
      '4 null: The coordinates have a minus too many: the latitude is positive in the United States.',
      '5 lat: "97.77" is not a number between -90 and 90.',
      '6 lng: "-186.16" is not a number between -180 and 180.',
    ])
    expect(others.created).toBe(1)
  })
})

describe('ZIP codes', () => {
  it('that a spreadsheet has shortened are repaired, so that the same house is found', async () => {
    expect(await importFile(fixture('zipCodes.csv'))).toMatchObject({ created: 1, skipped: 1, failed: 0 })
    expect(await propertiesIn('Sample Zipped St')).toMatchObject([{ zip_code: '02139' }])
    const rows = ['MA,2139.0', 'MA,021390001', 'MA,02139-', 'VA,"24,348"', 'PR,601', ',', 'ON,K1A 0B1']
    await importFile(
      `address,state,zip_code,lat,lng\n${rows.map((row, n) => `${n} Sample Zips St,${row},42.7${n},-90.2`).join('\n')}`,
    )
    expect((await propertiesIn('Sample Zips St')).map((property) => property['zip_code'])).toEqual([
      ...['02139', '02139', '02139', '24348', '00601', null, 'K1A 0B1'],
    ])
  })

  it('that cannot be repaired are errors', async () => {
    const { created, errors } = await importFile(
      'address,state,zip_code,lat,lng\n1 Sample Zipless St,IL,2139,42.7,-90.2\n2 Sample Zipless St,,213900,42.7,-90.3\n',
    )
    expect(created).toBe(0)
    expect(errors).toEqual([
      expect.stringContaining('2 zip_code: "2139" is no ZIP code of IL: those have five digits.'),
      expect.stringContaining('3 zip_code: "213900" is no ZIP code: those have five digits.'),
    ])
  })
})

describe('house numbers', () => {
  it('that are 0 do not make lots of one street one house', async () => {
    expect(await importFile(fixture('lotsWithoutNumber.csv'))).toMatchObject({ created: 3, skipped: 0 })
    // The same lots again, by their points.
    expect(await importFile(fixture('lotsWithoutNumber.csv'))).toMatchObject({ created: 0, skipped: 3 })
    const rows = ['00 Sample Lots Ave,42.91,-90.1', '00 Sample Lots Ave,42.92,-90.1', '0-0 Sample Lots Ave,42.93,-90.1']
    expect(await importFile(`address,lat,lng\n${rows.join('\n')}`)).toMatchObject({ created: 3 })
  })
})

describe('a first line that names the separator', () => {
  it('is no row', async () => {
    expect(await importFile(fixture('declaredSeparator.csv'))).toMatchObject({ created: 1, failed: 0 })
    expect(await importFile('"sep=,"\naddress,lat,lng\n3 Sample Seps St,north,-90.1\n')).toMatchObject({
      // Rows are counted as a spreadsheet does, which does not show this line.
      errors: ['2 lat: "north" is not a number between -90 and 90.'],
    })
    expect(await importFile('\uFEFFSEP=\t\naddress\tlat\tlng\n5 Sample Seps St\t42.94\t-90.1\n')).toMatchObject({
      created: 1,
    })
  })
})

describe('cells', () => {
  it('with the words of programs for no value are empty', async () => {
    const words = ['<Null>', 'NULL', '"<Null>, <Null>"', 'nan']
    await importFile(
      `address,lat,lng,owner_name,owner_phone\n${words.map((word, n) => `${n} Sample Empty St,42.8${n},-90.1,${word},N/A`).join('\n')}`,
    )
    expect(await propertiesIn('Sample Empty St')).toHaveLength(4)
    for (const property of await propertiesIn('Sample Empty St'))
      expect(property).toMatchObject({ owner_name: null, owner_phone: null })
    await importFile('address,lat,lng,owner_name\n1 Sample Names St,42.8,-90.2,"NULL, SAMPLE"\n')
    expect(await propertiesIn('Sample Names St')).toMatchObject([{ owner_name: 'NULL, SAMPLE' }])
  })

  it('that are formulas with a text have that text', async () => {
    expect(await importFile(fixture('textFormula.csv'))).toMatchObject({ created: 1 })
    expect(await propertiesIn('Sample Idiom Rd')).toMatchObject([{ parcel_id: '00123' }])
    await importFile('address,lat,lng,parcel_id\n1 Sample Formula Rd,42.99,-90.2,="00124"\n')
    expect(await propertiesIn('Sample Formula Rd')).toMatchObject([{ parcel_id: '00124' }])
  })

  it('with phones have them as they are written, also those that cannot be read', async () => {
    const phones = ['(812) 555-0123 x4', '812.555.0123', '+1 812 555 0123', 'ask at the office', '8125550123.0']
    await importFile(
      `address,lat,lng,owner_phone,contact_phone,tag\n${phones.map((phone, n) => `${n + 1} Sample Phone St,42.7${n},-90.4,${phone},${phone},storm`).join('\n')}`,
      'leads',
    )
    const found = [...phones.slice(0, 4), '8125550123']
    expect((await propertiesIn('Sample Phone St')).map((property) => property['owner_phone'])).toEqual(found)
    const { rows } = await db.query(
      `select l.contact_phone as phone from leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id
       where p.address like '%Sample Phone St' order by p.address`,
    )
    expect(rows.map(({ phone }) => phone as string)).toEqual(found)
  })
})

describe('a file', () => {
  it.each<[string, Buffer]>([
    ['Windows-1252', Buffer.from('address,lat,lng,owner_name\n1 A,42.8,-90.5,"SAMPLE PEÑA, JOSÉ"\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFaddress,lat,lng,owner_name\n1 A,42.8,-90.5,"SAMPLE PEÑA, JOSÉ"\n', 'utf16le')],
    [
      'big-endian UTF-16',
      Buffer.from('\uFEFFaddress,lat,lng,owner_name\n1 A,42.8,-90.5,"SAMPLE PEÑA, JOSÉ"\n', 'utf16le').swap16(),
    ],
    ['UTF-8', Buffer.from('address,lat,lng,owner_name\n1 A,42.8,-90.5,"SAMPLE PEÑA, JOSÉ"\n')],
  ])('in %s has its names', async (name, content) => {
    await db.query(`delete from properties where address = '1 A'`)
    await importFile(content)
    expect([name, await propertiesIn('1 A')]).toMatchObject([name, [{ owner_name: 'SAMPLE PEÑA, JOSÉ' }]])
  })

  it('that is a web page is refused with what to do', async () => {
    await expect(importFile(fixture('webPage.geojson'))).rejects.toThrow('This is a web page, not a CSV file.')
  })
})
