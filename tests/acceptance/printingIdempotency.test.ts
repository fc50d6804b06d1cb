import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { paragraphsOf, unzip } from '../support/documents/readDocument.ts'
import { createPrintingFixture, fileOf } from '../support/printingFixture.ts'

const fixture = await createPrintingFixture(10)
const { db, testTenant, owner, seeded, confirmed, post } = fixture
afterAll(() => fixture.teardown())

describe('a print with an Idempotency-Key', () => {
  const printed = async () => {
    const { rows } = await db.query(
      `select data from activity_events where tenant_id = $1 and type = 'LettersPrinted' order by position`,
      [testTenant.tenantId],
    )
    return rows.map(({ data }) => data as { leadIds: string[] })
  }
  const send = (path: string, body: object, key: string) =>
    post(path, body, {
      headers: {
        authorization: `Bearer ${owner.token}`,
        connection: 'close',
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    })
  /** Sends a request again until the first one is over: its letters may arrive a moment earlier. */
  const sendAgain = async (path: string, body: object, key: string) => {
    for (;;) {
      const response = await send(path, body, key)
      if (response.status !== 409) return response
      await response.text()
    }
  }
  const merged = async (response: Response) =>
    paragraphsOf(
      unzip(await fileOf(response))
        .get('word/document.xml')!
        .toString(),
    )

  it('that is sent again gives the same letters and is recorded once', async () => {
    const ids = confirmed.slice(0, 3).map(({ id }) => id)
    const body = { lead_ids: ids, template_tag: 'storm', merge: true }
    const key = randomUUID()
    const before = await printed()
    const first = await send('/batch-print', body, key)
    const letters = await merged(first)
    const second = await sendAgain('/batch-print', body, key)
    expect(await merged(second)).toEqual(letters)
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    const after = await printed()
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)!.leadIds).toEqual(ids)
    expect((await send('/batch-print', { ...body, merge: false }, key)).status).toBe(422)
  })

  it('of a tag prints the leads of the first print, also after others have got the tag', async () => {
    const tagged = seeded.slice(0, 2).map(({ id }) => id)
    await db.query(`update leads set tag = 'tornado' where id = any($1)`, [tagged])
    const body = { tag: 'tornado', template_tag: 'storm', merge: true, include_unconfirmed: true }
    const key = randomUUID()
    const letters = await merged(await send('/batch-print-by-tag', body, key))
    const before = await printed()
    await db.query(`update leads set tag = 'tornado' where id = $1`, [seeded[2]!.id])
    expect(await merged(await sendAgain('/batch-print-by-tag', body, key))).toEqual(letters)
    expect(await printed()).toEqual(before)
    await db.query(`update leads set tag = 'storm' where tag = 'tornado'`)
  })

  it('repeats the error of the first one', async () => {
    const body = { lead_ids: [seeded[0]!.id], template_tag: 'tornado' }
    const key = randomUUID()
    const first = await send('/batch-print', body, key)
    const second = await sendAgain('/batch-print', body, key)
    expect([first.status, second.status]).toEqual([404, 404])
    expect(await second.json()).toEqual(await first.json())
  })
})
