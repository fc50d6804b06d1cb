// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { propertyColumns } from './propertyColumns.tsx'

// The CSS classes that set pointer events are not loaded in this test.
const user = userEvent.setup({ pointerEventsCheck: 0 })
const property = {
  id: 'p1',
  address: '1018 W 12th Demo St, Demo Town',
  streetNumber: '1018',
  streetName: 'W 12th Demo St',
}

afterEach(cleanup)

function showActions(onDeleted: ((id: string) => void) | undefined) {
  const actions = propertyColumns({ onEdit: () => undefined, onDeleted }, false).at(-1)!
  renderSignedIn(actions.cell(property as PropertyRowFragment), {
    answers: { DeleteProperty: { data: { deleteProperty: true } } },
  })
}

it('a row of the table is deleted after a confirmation', async () => {
  const onDeleted = vi.fn<(id: string) => void>()
  showActions(onDeleted)
  await user.click(await screen.findByRole('button', { name: 'Delete 1018 W 12th Demo St' }))
  expect(
    screen.getByText('Are you sure you want to delete this property? This cannot be undone.').textContent,
  ).not.toBe('')
  expect(onDeleted).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Delete Property' }))
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledExactlyOnceWith('p1'))
})

it.each([
  ['ownerPhone', '(555) 010-0142'],
  ['ownerEmail', 'owner.0142@sample.example'],
])('the table has a column for %s, which is shown when it is chosen', (id, text) => {
  const column = propertyColumns({ onEdit: () => undefined, onDeleted: undefined }, false).find((one) => one.id === id)!
  expect(column.isHiddenAtFirst).toBe(true)
  expect(column.cell({ ...property, [id]: text } as PropertyRowFragment)).toBe(text)
})

it('no row is deleted by those who may not', async () => {
  showActions(undefined)
  expect((await screen.findAllByRole('button')).map((button) => button.getAttribute('aria-label'))).toEqual([
    'Edit 1018 W 12th Demo St',
  ])
})
