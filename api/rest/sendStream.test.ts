import { PassThrough } from 'node:stream'
import type { Response } from 'express'
import { expect, it } from 'vitest'
import { sendStream } from './sendStream.ts'

const receive = () => new PassThrough() as unknown as Response & PassThrough

it('a file is sent in its parts', async () => {
  const response = receive()
  await sendStream(response, ['a', Buffer.from('b')])
  expect(Buffer.from(response.read() as Buffer).toString()).toBe('ab')
})

it('a file ends without an error when the client goes, and with that of its own content', async () => {
  const response = receive()
  await sendStream(
    response,
    (function* () {
      yield 'a'
      response.destroy()
      yield 'b'
    })(),
  )
  const failing = sendStream(
    receive(),
    (function* () {
      yield 'a'
      throw new Error('The part is missing.')
    })(),
  )
  await expect(failing).rejects.toThrow('The part is missing.')
})
