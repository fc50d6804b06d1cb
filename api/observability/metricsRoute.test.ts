import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { isLoopback } from './metricsRoute.ts'

const isLoopbackFrom = (remoteAddress: string | undefined, headers = {}) =>
  isLoopback({ headers, socket: { remoteAddress } as IncomingMessage['socket'] })

it('a program of this machine is told from everybody else', () => {
  for (const here of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    expect([here, isLoopbackFrom(here)]).toEqual([here, true])
  for (const elsewhere of ['10.0.0.1', '203.0.113.127', '::ffff:10.0.0.1', 'fe80::1', undefined])
    expect([elsewhere, isLoopbackFrom(elsewhere)]).toEqual([elsewhere, false])
})

it('a proxy of this machine asks for somebody else', () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([header, isLoopbackFrom('127.0.0.1', { [header]: '203.0.113.9' })]).toEqual([header, false])
})
