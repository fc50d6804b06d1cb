import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, gql } from '@apollo/client'
import { of, throwError } from 'rxjs'
import { v7 as uuidv7 } from 'uuid'
import { expect, it, vi } from 'vitest'
import { createCache } from '../../lib/apollo.ts'
import { ReadStore } from '../reads/readStore.ts'
import { storedReadsLink } from '../reads/storedReadsLink.ts'
import { Outbox } from './outbox.ts'
import { Overlay } from './overlay.ts'
import { awaitOutbox, notePositions } from './overlayLinks.ts'

const LEADS = gql`
  query Leads {
    leads {
      id
      status
    }
  }
`
const MARK = gql`
  mutation Mark {
    leads {
      id
      status
    }
  }
`
const server = { isReachable: true, position: 3, status: 'NEW' }

/** A start of the app, with an empty cache. */
function start(name: string) {
  const outbox = new Outbox(name)
  const cache = createCache()
  const overlay = new Overlay(cache)
  overlay.connect(outbox, { id: 'riley', fullName: 'Riley Example' })
  const http = new ApolloLink(() =>
    server.isReachable
      ? of({
          data: { leads: [{ __typename: 'Lead', id: 'l', status: server.status }] },
          extensions: { position: server.position },
        })
      : throwError(() => new TypeError('Failed to fetch')),
  )
  const link = ApolloLink.from([notePositions(overlay), storedReadsLink(name), awaitOutbox(overlay), http])
  const client = new ApolloClient({ cache, link })
  const read = async (fetchPolicy: 'network-only' | 'no-cache') =>
    cache.show((await client.query<{ leads: { status: string }[] }>({ query: LEADS, fetchPolicy })).data)?.leads[0]
      ?.status
  return { outbox, read, client, cache }
}

it('a status that waits, or was sent since, is shown after a reload without a connection', async () => {
  const name = uuidv7()
  const first = start(name)
  expect(await first.read('network-only')).toBe('NEW')
  await vi.waitFor(async () => expect(await new ReadStore(name).result('Leads {}')).toMatchObject({ position: 3 }))
  const status = { leadId: 'l', status: 'CONTACTED' as const }
  const action = { id: uuidv7(), kind: 'STATUS' as const, occurredAt: '2026-11-18T20:20:00.000Z', status }
  server.isReachable = false
  await first.outbox.add({ action, title: 'Lead' })
  const readAfterReload = async () => {
    const next = start(name)
    await vi.waitFor(() => expect(next.outbox.state().isLoaded).toBe(true))
    // In the cache, and in rows that a list keeps.
    return [await next.read('network-only'), await start(name).read('no-cache')]
  }
  expect(await readAfterReload()).toEqual(['CONTACTED', 'CONTACTED'])

  first.outbox.setSender({
    send: async () => [{ id: action.id, outcome: 'APPLIED', code: null, message: null, status: null, position: 5 }],
    upload: vi.fn(),
    onApplied: vi.fn(),
    findSavedProperty: vi.fn(),
  })
  await first.outbox.flush()
  expect(first.outbox.state().items).toEqual([])
  expect(await readAfterReload()).toEqual(['CONTACTED', 'CONTACTED'])

  // Somebody else has changed it since.
  Object.assign(server, { isReachable: true, position: 6 })
  expect(await readAfterReload()).toEqual(['NEW', 'NEW'])
})

it('a session that was sent is shown while its answer is missing, also after the answer to a mutation', async () => {
  const { outbox, client, cache } = start(uuidv7())
  const action = { id: uuidv7(), kind: 'SESSION_START' as const, occurredAt: '2026-11-18T20:20:00.000Z' }
  outbox.setSender({
    send: async () => [{ id: action.id, outcome: 'APPLIED', code: null, message: null, status: null, position: 5 }],
    upload: vi.fn(),
    onApplied: vi.fn(),
    findSavedProperty: vi.fn(),
  })
  await outbox.add({ action: { ...action, sessionStart: { at: null } }, title: 'Session' })
  await outbox.flush()
  const showSessions = () => cache.show({ knockSessions: [] as { id: string }[] }).knockSessions.map(({ id }) => id)
  expect(showSessions()).toEqual([action.id])
  Object.assign(server, { isReachable: true, position: 6 })
  await client.mutate({ mutation: MARK })
  expect(showSessions()).toEqual([action.id])
})
