import { ApolloLink, execute, gql, Observable } from '@apollo/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorCode, errorMessage } from './errors.ts'
import { TIMEOUT_MESSAGE } from './timeout.ts'
import { createTimeoutLink } from './timeoutLink.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends an operation through the link to a server that answers after `responseMs`. */
function send(document: string, responseMs: number) {
  const aborted = vi.fn()
  const server = new ApolloLink(
    () =>
      new Observable((observer) => {
        const timer = setTimeout(() => {
          observer.next({ data: { ok: true } })
          observer.complete()
        }, responseMs)
        return () => {
          clearTimeout(timer)
          aborted()
        }
      }),
  )
  const observer = { next: vi.fn(), error: vi.fn(), complete: vi.fn() }
  const link = createTimeoutLink().concat(server)
  execute(link, { query: gql(document) }, { client: {} as never }).subscribe(observer)
  return { ...observer, aborted }
}

it.each(['query { ok }', 'mutation { ok }'])('%s without a response fails after 30 seconds', (document) => {
  const { next, error, aborted } = send(document, 60_000)
  vi.advanceTimersByTime(29_999)
  expect(error).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(error).toHaveBeenCalledOnce()
  expect(aborted).toHaveBeenCalledOnce()
  const [failure] = error.mock.calls[0] as [unknown]
  expect(errorCode(failure)).toBe('NETWORK')
  expect(errorMessage(failure, 'Failed to save')).toBe(TIMEOUT_MESSAGE)
  vi.advanceTimersByTime(60_000)
  expect(next).not.toHaveBeenCalled()
})

it('a response in time is passed on, and nothing fails later', () => {
  const { next, error, complete } = send('query { ok }', 1000)
  vi.advanceTimersByTime(60_000)
  expect(next).toHaveBeenCalledExactlyOnceWith({ data: { ok: true } })
  expect(complete).toHaveBeenCalledOnce()
  expect(error).not.toHaveBeenCalled()
})

it('a subscription has no limit', () => {
  const { next, error } = send('subscription { ok }', 3_600_000)
  vi.advanceTimersByTime(3_600_000)
  expect(error).not.toHaveBeenCalled()
  expect(next).toHaveBeenCalledOnce()
})
