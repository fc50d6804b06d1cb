import { expect, it } from 'vitest'
import { sendTogether } from './sendTogether.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

it('returns the results in order', async () => {
  const [one, two] = await sendTogether([Promise.resolve(1), Promise.resolve('b')])
  expect([one, two]).toEqual([1, 'b'])
})

it('throws what made the transaction fail, after every statement is answered', async () => {
  const last = Promise.withResolvers<void>()
  const answered: string[] = []
  const statements = [
    Promise.reject(failure('25P02')),
    Promise.reject(failure('40P01')),
    last.promise.then(() => answered.push('last')),
  ]
  const sent = sendTogether(statements).catch((error: unknown) => answered.push((error as Error).message))
  last.resolve()
  await sent
  expect(answered).toEqual(['last', '40P01'])
})
