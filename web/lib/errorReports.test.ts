// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestError } from './errors.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const reports = () =>
  fetched.mock.calls.map(([, { body }]) => JSON.parse(body as string) as Record<string, string | string[]>)

/** A new page, which has sent nothing. */
async function loadPage() {
  vi.resetModules()
  return import('./errorReports.ts')
}

beforeEach(() => {
  fetched.mockReset().mockResolvedValue(new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

it('reports what nothing handles', async () => {
  const { reportUnhandledErrors } = await loadPage()
  reportUnhandledErrors()
  dispatchEvent(new ErrorEvent('error', { error: new TypeError('first is undefined') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'second' }))
  dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }))
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/client-errors', '/client-errors'])
  expect(reports()).toMatchObject([
    {
      name: 'TypeError',
      message: 'first is undefined',
      stack: expect.arrayContaining([expect.stringContaining('at ')]),
    },
    { name: 'string', message: 'second', stack: [] },
  ])
})

it('reports errors of the service worker, which has no document', async () => {
  const { sendErrorReport } = await loadPage()
  vi.stubGlobal('document', undefined)
  history.replaceState(null, '', '/serviceWorker.js')
  sendErrorReport(new TypeError('first is undefined'))
  expect(reports()).toMatchObject([{ name: 'TypeError', route: '/serviceWorker.js', version: '' }])
})

it('leaves out input, secrets and query strings', async () => {
  const { sendErrorReport } = await loadPage()
  history.replaceState(null, '', '/properties/0199f2c4-sample?search=Sampleton')
  const message =
    'Unexpected token in "owner@sample.example 555" at https://app.example/leads?token=abc for rep@sample.example, 8125550142, k3yk3yk3yk3yk3yk3y'
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at save (https://app.example/assets/index-1.js?secret=1:2:3)\nload@https://app.example/a.js:4:5`
  sendErrorReport(error)
  sendErrorReport(new RequestError([{ message: 'Sample Owner 0142 exists', extensions: { code: 'CONFLICT' } }]))
  expect(reports()).toMatchObject([
    {
      message: 'Unexpected token in "…" at https://app.example/leads for …, …, …',
      stack: ['at save (/assets/index-1.js:2:3)', 'load@/a.js:4:5'],
      route: '/properties/:id',
    },
    { message: 'CONFLICT' },
  ])
})

it('is sent once for the same error, and ten times at most', async () => {
  const { sendErrorReport } = await loadPage()
  const error = new Error('again')
  for (let n = 0; n < 3; n += 1) sendErrorReport(error)
  expect(fetched).toHaveBeenCalledOnce()
  for (const letter of 'abcdefghijklmnop') sendErrorReport(new Error(letter))
  expect(fetched).toHaveBeenCalledTimes(10)
})

it('sends the first error of the time without a connection when it is back', async () => {
  const { sendErrorReport } = await loadPage()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  sendErrorReport(new Error('first'))
  sendErrorReport(new Error('second'))
  expect(fetched).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(reports()).toMatchObject([{ message: 'first' }])
})

it('never throws', async () => {
  const { sendErrorReport } = await loadPage()
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  sendErrorReport(new Error('unreachable'))
  const unreadable = Object.defineProperty(new Error('sample'), 'name', {
    get: () => {
      throw new Error('unreadable')
    },
  })
  sendErrorReport(unreadable)
  sendErrorReport(Object.create(null))
  expect(fetched).toHaveBeenCalledOnce()
})
