import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendImport, waitForJob } from '../support/imports.ts'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'
import { makeWorstFiles } from '../support/worstFiles.ts'

const files = makeWorstFiles()

let fixture: ServerFixture
beforeAll(async () => {
  fixture = await createServerFixture({ propertiesPerRep: 0 })
}, 60_000)
afterAll(() => fixture.teardown())

/** Asks for the health of the server every few milliseconds until `work` ends. Returns the number of answers. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  let answers = 0
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  while (!isOver) {
    const response = await fetch(`${fixture.server.url}/api/health/live`)
    expect([response.status, await response.text()]).toEqual([200, expect.anything()])
    answers += 1
    // Without a pause, the processors would be busy with this instead of reading.
    await sleep(5)
  }
  return answers
}

it(
  'the server answers while it reads the worst files, and each fails or ends for itself',
  { timeout: 600_000 },
  async () => {
    const names = ['20 MB of line breaks', '20 MB of quotes', '20 MB of commas', 'ragged rows', 'bytes of Windows-1252']
    const { url } = fixture.server
    const read = async (name: string) => {
      const { file, message } = files[name]!
      const { status, body } = await sendImport(url, fixture.owner.token, {
        file: file(),
        dry_run: 'true',
        on_error: 'skip',
      })
      if (status === 422) return expect(body['detail']).toContain(message)
      expect(status).toBe(202)
      const job = await waitForJob(url, fixture.owner, body['data'].id as string)
      if (message === null)
        expect(job).toMatchObject({ status: 'done', counts: { failed: expect.any(Number) as number } })
      else expect([job['status'], job['error']]).toEqual(['failed', expect.stringContaining(message)])
    }
    const reading = (async () => {
      for (const name of names) await read(name)
    })()
    const answers = await answersDuring(reading)
    await reading
    // A server that reads a file itself answers once or twice for each.
    expect(answers).toBeGreaterThan(10 * names.length)
    expect(fixture.server.output()).not.toContain('"level":"error"')
  },
)
