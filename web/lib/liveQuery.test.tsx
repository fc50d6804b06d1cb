// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache, Observable, gql, type TypedDocumentNode } from '@apollo/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderHookSignedIn } from '../testing/renderSignedIn.tsx'
import { useLiveQuery } from './liveQuery.ts'

interface Data {
  job: { __typename: 'Job'; id: string; status: string }
}

const query = gql`
  query Job {
    job {
      id
      status
    }
  }
` as TypedDocumentNode<Data, Record<string, never>>
const subscription = gql`
  subscription JobChanged {
    job {
      id
      status
    }
  }
` as TypedDocumentNode<Data, Record<string, never>>

const jobOf = (status: string): Data => ({ job: { __typename: 'Job', id: 'one', status } })

afterEach(cleanup)

/** A live query whose answers and pushes the test sends. */
function open() {
  const senders = new Map<string, (status: string) => void>()
  const link = new ApolloLink(
    ({ operationName, operationType }) =>
      new Observable((observer) => {
        senders.set(operationName!, (status) => {
          observer.next({ data: { ...jobOf(status) } })
          if (operationType === 'query') observer.complete()
        })
      }),
  )
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  const hook = renderHookSignedIn(() => useLiveQuery(query, subscription, {}, (pushed) => pushed), { client })
  return {
    status: () => hook.result.current.data?.job.status,
    busy: () => hook.result.current.busy,
    retry: () => act(async () => hook.result.current.retry()),
    send: async (operation: 'Job' | 'JobChanged', status: string) => {
      await waitFor(() => expect(senders.has(operation)).toBe(true))
      await act(async () => senders.get(operation)!(status))
    },
  }
}

it('keeps a push that came before an older answer', async () => {
  const live = open()
  await live.send('JobChanged', 'done')
  expect(live.status()).toBe('done')
  await live.send('Job', 'running')
  await waitFor(() => expect(live.busy()).toBe(false))
  expect(live.status()).toBe('done')
})

it('shows the answer, then each push', async () => {
  const live = open()
  await live.send('Job', 'queued')
  expect(live.status()).toBe('queued')
  await live.send('JobChanged', 'running')
  expect(live.status()).toBe('running')
})

it('shows the answer to a retry that is newer than the last push', async () => {
  const live = open()
  await live.send('JobChanged', 'running')
  await live.send('Job', 'running')
  await live.retry()
  await live.send('Job', 'done')
  await waitFor(() => expect(live.status()).toBe('done'))
})
