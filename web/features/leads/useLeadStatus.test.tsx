// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client'
import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeadStatus } from '../../gql/graphql.ts'
import { createCache } from '../../lib/apollo.ts'
import { Overlay } from '../../session/outbox/overlay.ts'
import { notePositions } from '../../session/outbox/overlayLinks.ts'
import { useShowOutbox } from '../../session/outbox/useOutbox.ts'
import type { StatusConflict } from './LeadConflict.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { findRow, type LeadRange } from './leadRanges.ts'
import { useLeadStatus } from './useLeadStatus.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn() }))

let position = 1
let users = 0

/** The responses to the mutations, in request order. */
let answers: { save: () => void; fail: () => void; conflict: (current: object) => void; ifVersion: number | null }[]
const onConflict = vi.fn<(conflict: StatusConflict) => void>()
const server = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((resolve) => {
    const { variables } = JSON.parse(init?.body as string) as {
      variables: { id: string; status: LeadStatus; ifVersion: number | null }
    }
    const { ifVersion, ...lead } = variables
    answers.push({
      ifVersion,
      save: () =>
        resolve(
          Response.json({
            data: { updateLead: { __typename: 'Lead', ...lead, version: (ifVersion ?? 1) + 1 } },
            extensions: { position: (position += 1) },
          }),
        ),
      conflict: (current) =>
        resolve(
          Response.json({ data: null, errors: [{ message: 'Changed', extensions: { code: 'CONFLICT', current } }] }),
        ),
      // Without an answer the status would wait in the outbox.
      fail: () =>
        resolve(Response.json({ data: null, errors: [{ message: 'Failed', extensions: { code: 'INTERNAL' } }] })),
    })
  })

function list() {
  let ranges: readonly LeadRange[] = [
    {
      after: null,
      version: 0,
      rows: [{ __typename: 'Lead', id: 'lead', status: 'NEW', version: 1 }] as unknown as LeadRange['rows'],
    },
  ]
  const change = (make: (shown: readonly LeadRange[]) => readonly LeadRange[] | null) => {
    ranges = make(ranges) ?? ranges
  }
  const cache = createCache()
  const overlay = new Overlay(cache)
  const client = new ApolloClient({
    cache,
    link: ApolloLink.from([notePositions(overlay), new HttpLink({ uri: '/graphql', fetch: server })]),
  })
  const useAll = () => {
    useShowOutbox(overlay)
    return useLeadStatus(change, onConflict)
  }
  // With an outbox of their own.
  const { result } = renderHookSignedIn(useAll, { client, me: { id: `rep ${(users += 1)}` } })
  return {
    choose: async (status: LeadStatus) => {
      const asked = answers.length
      act(() => result.current('lead', status))
      await waitFor(() => expect(answers.length).toBe(asked + 1))
    },
    shown: () => findRow(cache.show(ranges), 'lead')?.status,
  }
}

beforeEach(() => {
  answers = []
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('shows a choice at once, and the previous status when saving fails', async () => {
  const { choose, shown } = list()
  await choose('CONTACTED')
  expect(shown()).toBe('CONTACTED')
  answers[0]?.fail()
  await waitFor(() => expect(shown()).toBe('NEW'))
})

it('returns to the server’s status when two choices in a row fail', async () => {
  const { choose, shown } = list()
  await choose('CONTACTED')
  await choose('COMPLETED')
  answers[0]?.fail()
  answers[1]?.fail()
  await waitFor(() => expect(shown()).toBe('NEW'))
})

it('returns to the earlier choice if that one was saved, whichever response arrives first', async () => {
  const first = list()
  await first.choose('CONTACTED')
  await first.choose('COMPLETED')
  answers[0]?.save()
  answers[1]?.fail()
  await waitFor(() => expect(first.shown()).toBe('CONTACTED'))

  answers = []
  const second = list()
  await second.choose('CONTACTED')
  await second.choose('COMPLETED')
  answers[1]?.fail()
  await waitFor(() => expect(second.shown()).toBe('CONTACTED'))
  answers[0]?.fail()
  await waitFor(() => expect(second.shown()).toBe('NEW'))
})

it('names the version of the row, and after a success the new one, but none while another choice is being saved', async () => {
  const { choose, shown } = list()
  await choose('CONTACTED')
  await choose('COMPLETED')
  answers[0]?.save()
  answers[1]?.save()
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledTimes(2))
  await choose('NEW')
  expect(answers.map(({ ifVersion }) => ifVersion)).toEqual([1, null, 2])
  expect(shown()).toBe('NEW')
})

it('shows what somebody else has saved, and reports the conflict', async () => {
  const { choose, shown } = list()
  await choose('CONTACTED')
  const saved = { address: '5 Sample Ln', status: 'COMPLETED', version: 4, updatedAt: '2026-01-02T03:04:05Z' } as const
  answers[0]?.conflict(saved)
  await waitFor(() => expect(onConflict).toHaveBeenCalledWith({ id: 'lead', status: 'CONTACTED', saved }))
  expect(shown()).toBe('COMPLETED')
  await choose('CONTACTED')
  expect(answers[1]?.ifVersion).toBe(4)
})
