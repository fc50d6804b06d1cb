// @vitest-environment jsdom
import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { DuplicateLeadFragment } from '../../../gql/graphql.ts'
import { Toaster } from '../../../ui/Toaster.tsx'
import { DuplicateGroup } from './DuplicateGroup.tsx'

vi.mock('../../../lib/useMediaQuery.ts', () => ({ useIsPhone: () => false }))

afterEach(cleanup)

const lead = (id: string) =>
  ({
    __typename: 'Lead',
    id,
    address: '97 Twice Ln',
    tag: 'STORM',
    status: 'NEW',
    ownerName: null,
    rep: null,
    createdAt: '2026-06-01T12:00:00Z',
    property: { __typename: 'Property', id: 'property', parcelId: null },
  }) as unknown as DuplicateLeadFragment

it('leads that are no duplicates are dismissed together, and the toast undoes that', async () => {
  const sent: unknown[] = []
  const link = new ApolloLink(({ variables }) => {
    sent.push(variables)
    return new Observable((observer) => {
      observer.next({ data: { dismissDuplicates: { __typename: 'BulkChangeResult', changed: 2 } } })
      observer.complete()
    })
  })
  render(
    <ApolloProvider client={new ApolloClient({ cache: new InMemoryCache(), link })}>
      <MemoryRouter>
        <DuplicateGroup leads={[lead('second'), lead('first')]} onMerged={vi.fn<() => void>()} />
        <Toaster />
      </MemoryRouter>
    </ApolloProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Not Duplicates' }))
  await screen.findByText('No longer shown as duplicates')
  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText('Change undone')
  const ids = ['second', 'first']
  expect(sent).toEqual([
    { ids, dismissed: true },
    { ids, dismissed: false },
  ])
})
