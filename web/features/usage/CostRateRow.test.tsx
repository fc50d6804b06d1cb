// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CostRateRow } from './CostRateRow.tsx'

const server = vi.fn<typeof fetch>()
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

const client = () =>
  new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: '/graphql', fetch: server }) })
const rowWithRate = (costPerUnit: number) => (
  <ApolloProvider client={client()}>
    <Row costPerUnit={costPerUnit} />
  </ApolloProvider>
)
const field = () => screen.getByLabelText<HTMLInputElement>(/Map Loads/)

beforeEach(() => server.mockImplementation(() => Promise.resolve(Response.json({ data: { setCostRate: saved } }))))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

/** A browser submits a form with one field on Enter even without a button; jsdom does not. */
const enter = () => fireEvent.submit(field().form!)

/** Types a price and returns the prices the server received until then. */
async function sentBeforeSaving(price: number) {
  await userEvent.clear(field())
  await userEvent.type(field(), `${price}{Enter}`)
  const sent = () =>
    server.mock.calls.map(([, init]) => {
      const { variables } = JSON.parse(init?.body as string) as { variables: { costPerUnit: number } }
      return variables.costPerUnit
    })
  await waitFor(() => expect(sent()).toContain(price))
  return sent()
}

it('saves on Enter', async () => {
  render(rowWithRate(0.007))
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('saves nothing on Enter after the edit was canceled', async () => {
  render(rowWithRate(0.007))
  await userEvent.clear(field())
  await userEvent.type(field(), '6{Escape}')
  enter()
  expect(field().value).toBe('0.0070')
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('shows a rate that another admin set, and Enter does not revert it', async () => {
  const { rerender } = render(rowWithRate(0.007))
  rerender(rowWithRate(0.009))
  expect(field().value).toBe('0.0090')
  enter()
  expect(await sentBeforeSaving(5)).toEqual([5])
})

it('saves nothing when the typed rate is unchanged', async () => {
  render(rowWithRate(0.007))
  await userEvent.type(field(), '0{Enter}')
  expect(field().value).toBe('0.0070')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(await sentBeforeSaving(5)).toEqual([5])
})
