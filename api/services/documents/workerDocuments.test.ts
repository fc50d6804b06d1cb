import { afterAll, describe, expect, it } from 'vitest'
import { Refused, Unavailable } from '../../domain/errors.ts'
import { mergeFields, type MergeValues } from '../../domain/templates/mergeFields.ts'
import { paragraphs, plainSection, createDocument } from '../../../tests/support/documents/createDocument.ts'
import { paragraphsOf, unzip } from '../../../tests/support/documents/readDocument.ts'
import type { Letter, LetterJob } from './documents.ts'
import { createWorkerDocuments } from './workerDocuments.ts'

const documents = createWorkerDocuments()
afterAll(() => documents.close())

const values = Object.fromEntries(mergeFields.map(({ name, example }) => [name, example])) as MergeValues
const template = createDocument({ body: paragraphs('Dear {owner_name}, {city}') + plainSection })
const job = (more: Partial<LetterJob> = {}): LetterJob => ({
  template,
  format: 'docx',
  packing: 'zip',
  count: 1,
  title: 'letters',
  createdAt: new Date(2026, 10, 20),
  ...more,
})

async function* letters(count: number, more: object = {}): AsyncGenerator<Letter[]> {
  for (let n = 0; n < count; n += 10)
    yield Array.from({ length: Math.min(10, count - n) }, (_, k) => ({
      name: `Letter ${n + k}`,
      values: { ...values, ...more },
    }))
}

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('documents in workers', () => {
  it('are printed for concurrent callers without mixing them up', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, n) => whole(documents.print(job(), letters(20, { city: `City ${n}` })))),
    )
    for (const [n, zip] of made.entries()) {
      const files = unzip(zip)
      expect(files.size).toBe(20)
      expect(paragraphsOf(unzip(files.get('Letter 19.docx')!).get('word/document.xml')!)).toEqual([
        `Dear Sample Owner 0142, City ${n}`,
      ])
    }
  })

  it('are refused when the queue is full', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => documents.inspect(template)))
    const rejected = answers.filter((answer) => answer.status === 'rejected')
    expect(rejected).toHaveLength(19)
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(Unavailable)
  })

  it('stop when the caller stops reading, and free the slot', async () => {
    for (let n = 0; n < 6; n += 1) for await (const _bytes of documents.print(job(), letters(500))) break
    expect(unzip(await whole(documents.print(job(), letters(1)))).size).toBe(1)
  })

  it('stop when they are aborted, even while queued', async () => {
    const off = new AbortController()
    const running = Array.from({ length: 4 }, () => whole(documents.print(job(), letters(20_000), off.signal)))
    setTimeout(() => off.abort(), 50)
    for (const answer of await Promise.allSettled(running))
      expect([answer.status, (answer as PromiseRejectedResult).reason?.name]).toEqual(['rejected', 'AbortError'])
    expect(unzip(await whole(documents.print(job(), letters(1)))).size).toBe(1)
  })

  it('report an error in a template, and the worker remains usable', async () => {
    const wrong = job({ template: Buffer.from('PK nonsense') })
    await expect(whole(documents.print(wrong, letters(1)))).rejects.toThrow(Refused)
    await expect(whole(documents.print(job({ packing: 'merged' }), letters(0)))).rejects.toThrow('nothing to print')
  })

  it('refuse a document beyond 4 GB before the first bytes', async () => {
    const wide = { city: 'Sample Town '.repeat(50_000) }
    const many = job({ packing: 'merged', count: 10_000 })
    await expect(documents.print(many, letters(20, wide)).next()).rejects.toThrow('larger than 4 GB')
    const fewer = job({ packing: 'merged', count: 20 })
    expect(unzip(await whole(documents.print(fewer, letters(20, wide)))).size).toBeGreaterThan(1)
  })

  it('pass on an error from reading the letters', async () => {
    async function* broken(): AsyncGenerator<Letter[]> {
      yield* letters(10)
      throw new Error('The database is away')
    }
    await expect(whole(documents.print(job(), broken()))).rejects.toThrow('The database is away')
    expect(unzip(await whole(documents.print(job(), letters(3)))).size).toBe(3)
  })

  it('refuse a document that exceeds the memory limit, and the server survives', async () => {
    const huge = { city: 'x & y '.repeat(2_000_000) }
    const printed = whole(documents.print(job({ packing: 'merged' }), letters(10, huge))).then(({ length }) => length)
    await expect(printed).rejects.toThrow(/too much memory/)
    expect(unzip(await whole(documents.print(job(), letters(1)))).size).toBe(1)
  }, 60_000)
})
