import { expect, it } from 'vitest'
import { makeHintSender, type TakenHint } from './hintSender.ts'

it('remembers a bounded number of rate limits while the database cannot be reached', async () => {
  let isConnected = false
  const payloads: string[] = []
  const run = async <T>(_sql: unknown, [, sent]: unknown[] = []): Promise<T[]> => {
    payloads.push(...(sent as string[]))
    return []
  }
  const sender = makeHintSender({ isConnected: () => isConnected, run }, 'sample')
  for (let n = 0; n < 20_000; n += 1) sender.addTaken({ limiter: 'tiles', key: `network ${n}`, tokens: 1 })
  sender.addTaken({ limiter: 'tiles', key: 'network 0', tokens: 2 })
  isConnected = true
  await sender.flush()
  sender.stop()
  const taken = payloads.flatMap((payload) => (JSON.parse(payload) as TakenHint).taken)
  expect(taken).toHaveLength(10_000)
  expect(taken[0]).toEqual(['tiles', 'network 0', 3])
})
