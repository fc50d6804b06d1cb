import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readScope } from '../../context.ts'
import { withPinnedReads } from './pinnedContext.ts'
import { countRows, parseSelection, readPages, type Selection } from './selection.ts'

const { ctx, testDatabase, tenantId } = await createRepContext({ propertiesPerRep: 3 })
let db: pg.Client

beforeAll(async () => {
  db = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await db.connect()
})
afterAll(() => db.end())

const properties: Selection = { list: 'properties', filter: {} }
const rename = (address: string) =>
  db.query('update properties set address = $1 where tenant_id = $2', [address, tenantId])

describe('the reads of an export', () => {
  it('see one snapshot, whatever is committed between two pages', async () => {
    await rename('before')
    await withPinnedReads(ctx, readScope(ctx), async (pinned) => {
      expect(await countRows(pinned, properties)).toBe(3)
      await rename('after')
      await db.query('delete from properties where tenant_id = $1 and street_number = $2', [tenantId, '1'])
      const addresses: string[] = []
      for await (const page of readPages(pinned, properties))
        addresses.push(...page.map((item) => ('address' in item ? item.address : '')))
      expect(addresses).toEqual(['before', 'before', 'before'])
    })
    expect(await countRows(ctx, properties)).toBe(2)
  })

  it('cannot change anything', async () => {
    const change = withPinnedReads(ctx, readScope(ctx), (pinned) =>
      pinned.database.query({ tenantId }, `update properties set address = 'changed' where tenant_id = $1`, [tenantId]),
    )
    await expect(change).rejects.toThrow(/read-only transaction/)
  })
})

describe('a stored selection', () => {
  it('has its times again, and a search text stays text', () => {
    const createdFrom = new Date('2026-11-01T00:00:00Z')
    const selection: Selection = { list: 'leads', filter: { createdFrom, search: createdFrom.toISOString() } }
    expect(parseSelection(JSON.parse(JSON.stringify(selection)) as Selection)).toEqual(selection)
  })
})
