import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { isLoopback } from './metricsRoute.ts'

const isLoopbackFrom = (remoteAddress: string | undefined, headers = {}) =>
  isLoopback({ headers, socket: { remoteAddress } as IncomingMessage['socket'] })

it('recognizes a program on this machine by its loopback address', () => {
  for (const local of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
    expect([local, isLoopbackFrom(local)]).toEqual([local, true])
  for (const remote of ['10.0.0.1', '203.0.113.127', '::ffff:10.0.0.1', 'fe80::1', undefined])
    expect([remote, isLoopbackFrom(remote)]).toEqual([remote, false])
})

it('treats a request forwarded by a proxy on this machine as remote', () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect([header, isLoopbackFrom('127.0.0.1', { [header]: '203.0.113.9' })]).toEqual([header, false])
})
