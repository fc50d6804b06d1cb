// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestError } from '../../lib/errors.ts'
import { useImport, type ImportRules } from './useImport.ts'

interface Upload {
  name: string
  signal: AbortSignal
  answer: (id: string) => void
  fail: () => void
}
/** The uploads in the order of their start. */
let uploads: Upload[]

/** An upload that ends when the test says so. Browsers may answer one that was just aborted, so `signal` alone ends nothing. */
const rest = (_: string, { body, signal }: { body: FormData; signal: AbortSignal }) =>
  new Promise<Response>((resolve, reject) => {
    uploads.push({
      name: (body.get('file') as File).name,
      signal,
      answer: (id) => resolve(Response.json({ data: { id } })),
      fail: () => reject(new RequestError([{ message: 'Too many rows.', extensions: { code: 'BAD_USER_INPUT' } }])),
    })
  })
vi.mock('../../session/useRestClient.ts', () => ({ useRestClient: () => rest }))

const rules: ImportRules = { onDuplicate: 'SKIP', onError: 'SKIP' }
const fileNamed = (name: string) => new File(['Address\r\n'], name)

function renderImport() {
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() })
  return renderHook(() => useImport('properties'), {
    wrapper: ({ children }) => (
      <MemoryRouter>
        <ApolloProvider client={client}>{children}</ApolloProvider>
      </MemoryRouter>
    ),
  }).result
}

beforeEach(() => {
  uploads = []
})
afterEach(cleanup)

it('never shows the check of a file that the user has left as that of the next one', async () => {
  const jobs = renderImport()
  let first: Promise<void> | undefined
  act(() => void (first = jobs.current.check(fileNamed('first.csv'), {}, rules, {})))
  expect(jobs.current.isBusy).toBe(true)
  act(() => jobs.current.reset())
  expect(uploads[0]!.signal.aborted).toBe(true)
  expect(jobs.current.isBusy).toBe(false)
  act(() => void jobs.current.check(fileNamed('second.csv'), {}, rules, {}))
  await act(async () => {
    uploads[0]!.answer('first')
    await first
  })
  expect(jobs.current).toMatchObject({ checkId: null, isBusy: true })
  act(() => uploads[1]!.answer('second'))
  await waitFor(() => expect(jobs.current).toMatchObject({ checkId: 'second', isBusy: false }))
  expect(uploads.map(({ name }) => name)).toEqual(['first.csv', 'second.csv'])
})

it('says why the file on the screen was refused, but not why one that the user has left was', async () => {
  const jobs = renderImport()
  let first: Promise<void> | undefined
  act(() => void (first = jobs.current.check(fileNamed('first.csv'), {}, rules, {})))
  act(() => jobs.current.reset())
  await act(async () => {
    uploads[0]!.fail()
    await first
  })
  expect(jobs.current.refusal).toBeNull()
  act(() => void jobs.current.check(fileNamed('second.csv'), {}, rules, {}))
  act(() => uploads[1]!.fail())
  await waitFor(() => expect(jobs.current).toMatchObject({ refusal: 'Too many rows.', isBusy: false }))
})
