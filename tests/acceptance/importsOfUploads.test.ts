import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rest, type Json } from '../support/client.ts'
import { csv, sendImport } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { addUser, type TestUser } from '../support/testTenant.ts'

const megabyte = 1024 * 1024
const boundary = 'sample-boundary'
const tooLarge = 'The file is too large. The maximum size is 20 MB: split it.'

let fixture: ServerFixture
let admin: TestUser
let url: string

beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
  url = fixture.server.url
  admin = await addUser(fixture.db, fixture.testTenant.tenantId, 'admin', 'Sample Admin')
}, 60_000)
afterAll(() => fixture.teardown())

/** Nothing is kept of a file that is refused. */
async function expectNothingKept(): Promise<void> {
  const { rows } = await fixture.db.query(
    `select (select count(*) from jobs)::int as jobs, (select count(*) from import_files)::int as files`,
  )
  expect(rows[0]).toEqual({ jobs: 0, files: 0 })
}

/**
 * Sends the beginning of a form with a file and then `megabytes` of it, or until the server has answered, and returns the answer
 * and how much was sent. Without `declaredBytes` the body comes in chunks of no announced length.
 */
function streamImport(
  megabytes: number,
  declaredBytes?: number,
): Promise<{ status: number; body: Json; sentMegabytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Json; sentMegabytes: number }>()
  let sentMegabytes = 0
  let isAnswered = false
  const sent = request(`${url}/api/imports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(declaredBytes === undefined ? {} : { 'content-length': declaredBytes }),
    },
  })
  sent.on('response', (response) => {
    isAnswered = true
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (part: string) => {
      text += part
    })
    response.on('end', () => {
      sent.destroy()
      resolve({ status: response.statusCode!, body: JSON.parse(text) as Json, sentMegabytes })
    })
  })
  sent.on('error', (error) => {
    if (!isAnswered) reject(error)
  })
  sent.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="list"\r\n\r\nproperties\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.csv"\r\n\r\nAddress\n`,
  )
  const row = Buffer.from(`${'x'.repeat(megabyte - 1)}\n`)
  const sendRest = () => {
    while (!isAnswered && sentMegabytes < megabytes) {
      sentMegabytes += 1
      if (!sent.write(row)) return void sent.once('drain', sendRest)
    }
  }
  sendRest()
  return promise
}

describe('a file to import', () => {
  it('is refused above 20 MB', async () => {
    const answer = await sendImport(url, admin.token, { file: 'x'.repeat(20 * megabyte + 1) })
    expect(answer).toMatchObject({ status: 413, body: { detail: tooLarge } })
    await expectNothingKept()
  })

  it('of one gigabyte is refused by its announced size, before it is sent', async () => {
    const answer = await streamImport(0, 1024 * megabyte)
    expect(answer).toMatchObject({ status: 413, body: { detail: tooLarge } })
    await expectNothingKept()
  })

  it('of one gigabyte without an announced size is refused before most of it is sent', async () => {
    const answer = await streamImport(1024)
    expect(answer).toMatchObject({ status: 413, body: { detail: tooLarge } })
    expect(answer.sentMegabytes).toBeGreaterThanOrEqual(20)
    expect(answer.sentMegabytes).toBeLessThan(512)
    expect((await rest(url, admin.token, 'GET', '/jobs')).status).toBe(200)
    await expectNothingKept()
  })

  it.each([
    ['a workbook, whose content may be of any size', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'This is a workbook'],
    [
      'two encodings',
      new Uint8Array(Buffer.from('Caf\u00c3\u00a9\n1 Caf\u00e9 St', 'latin1')),
      'The file is not UTF-8.',
    ],
    ['NUL characters', new Uint8Array(Buffer.from('Address\n1 Oak\0St')), 'The file contains NUL characters'],
    ['nothing', new Uint8Array(), 'The file is empty.'],
    ['two columns of one name', csv(['Address', 'Address'], ['1 Oak St', '2 Oak St']), 'Two columns have the heading'],
    ['more than 500 columns', csv(Array.from({ length: 501 }, (_, n) => `c${n}`)), 'more than 500 columns'],
  ])('is refused with %s', async (_, file, message) => {
    const answer = await sendImport(url, admin.token, { file, mapping: { address: 'Address' } })
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toContain(message)
    await expectNothingKept()
  })
})
