// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { CostRateRow } from './CostRateRow.tsx'

const rate = {
  __typename: 'CostRate',
  service: 'MAP_LOADS',
  name: 'Map Loads',
  description: 'Maps that were opened',
  unitName: 'load',
  effectiveFrom: '2024-02-02T00:00:00Z',
} as const

const saved = { ...rate, costPerUnit: 5 }

function Row({ costPerUnit }: { costPerUnit: number }) {
  const [editing, setEditing] = useState(false)
  return <CostRateRow rate={{ ...rate, costPerUnit }} editing={editing} blockedBy={undefined} onEdit={setEditing} />
}

let sent: ReturnType<typeof renderSignedIn>['sent']
function show(costPerUnit: number) {
  const shown = renderSignedIn(<Row costPerUnit={costPerUnit} />, {
    answers: { SetCostRate: { data: { setCostRate: saved } } },
  })
  sent = shown.sent
  return shown
}
const field = () => screen.getByLabelText<HTMLInputElement>(/Map Loads/)

afterEach(cleanup)

/** A browser submits a form with one field on Enter even without a button; jsdom does not. */
const enter = () => fireEvent.submit(field().form!)

/** Types a price and returns the prices the server received until then. */
async function sentBeforeSaving(price: number) {
  await userEvent.clear(field())
  await userEvent.type(field(), `${price}{Enter}`)
  const prices = () => sent.map(([, { costPerUnit }]) => costPerUnit)
  await waitFor(() => expect(prices()).toContain(price))
  return prices()
}

it('saves on Enter', async () => {
  show(0.007)
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('saves nothing on Enter after the edit was canceled', async () => {
  show(0.007)
  await userEvent.clear(field())
  await userEvent.type(field(), '6{Escape}')
  enter()
  expect(field().value).toBe('0.0070')
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('shows a rate that another admin set, and Enter does not revert it', async () => {
  const { rerender } = show(0.007)
  rerender(<Row costPerUnit={0.009} />)
  expect(field().value).toBe('0.0090')
  enter()
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('saves nothing when the typed rate is unchanged', async () => {
  show(0.007)
  await userEvent.type(field(), '0{Enter}')
  expect(field().value).toBe('0.0070')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(await sentBeforeSaving(5)).toEqual([5])
})
