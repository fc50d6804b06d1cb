import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { faultChannel, reportErrorAt, reportFault } from './faults.ts'

let published: unknown[] = []
const record = (fault: unknown) => void published.push(fault)

beforeEach(() => {
  published = []
  subscribe(faultChannel, record)
})
afterEach(() => void unsubscribe(faultChannel, record))

it('a fault reaches those who subscribed to faults', () => {
  reportFault({ type: 'queue_full', queue: 'knocks' })
  expect(published).toEqual([{ type: 'queue_full', queue: 'knocks' }])
})

it('an error after which the work goes on is a fault with its place', async () => {
  const error = new Error('no connection')
  await Promise.reject(error).catch(reportErrorAt('sample feed'))
  expect(published).toEqual([{ type: 'background_error', place: 'sample feed', error }])
})
