// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { DuplicateLeadFragment } from '../../../gql/graphql.ts'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { DuplicateGroup } from './DuplicateGroup.tsx'

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
  const answer = { data: { dismissDuplicates: { __typename: 'BulkChangeResult', changed: 2 } } }
  const { sent } = renderSignedIn(
    <>
      <DuplicateGroup leads={[lead('second'), lead('first')]} onMerged={vi.fn<() => void>()} />
      <Toaster />
    </>,
    { answers: { DismissDuplicates: answer } },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Not Duplicates' }))
  await screen.findByText('No longer shown as duplicates')
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await screen.findByText('Change undone')
  const ids = ['second', 'first']
  expect(sent).toEqual([
    ['DismissDuplicates', { ids, dismissed: true }],
    ['DismissDuplicates', { ids, dismissed: false }],
  ])
})
