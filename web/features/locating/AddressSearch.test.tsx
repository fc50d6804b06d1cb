// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { AddressSearch } from './AddressSearch.tsx'

const suggestion = (streetNumber: string, street: string, more = {}) => ({
  __typename: 'AddressSuggestion',
  id: `${streetNumber} ${street}`,
  streetNumber,
  street,
  city: 'Demo Town',
  state: 'IN',
  zipCode: '00042',
  address: `${streetNumber} ${street}, Demo Town, IN 00042`,
  savedPropertyId: null,
  savedStatus: null,
  point: { __typename: 'Point', lat: 39.77, lng: -86.16 },
  ...more,
})
const answer = (...addressSuggestions: unknown[]) => Response.json({ data: { addressSuggestions } })

const server = vi.fn<typeof fetch>()
const onSearch = vi.fn()

function SearchHarness({ busy = false }) {
  const [text, setText] = useState('')
  return <AddressSearch text={text} onTextChange={setText} onSearch={onSearch} busy={busy} bounds={() => undefined} />
}
const renderSearch = (props?: { busy: boolean }) => {
  const link = new HttpLink({ uri: '/graphql', fetch: server })
  renderSignedIn(<SearchHarness {...props} />, { client: new ApolloClient({ cache: new InMemoryCache(), link }) })
  return screen.getByRole('combobox')
}
const shownOptions = () => screen.queryAllByRole('option').map((option) => option.textContent)

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

describe('the address search', () => {
  it('searches for the typed text, even if it is empty', async () => {
    renderSearch()
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(onSearch).toHaveBeenLastCalledWith('')
  })

  it('replaces a running search with another address, but does not repeat the same one', async () => {
    const box = renderSearch({ busy: true })
    await userEvent.type(box, '1018 W 12th Demo St{Enter}{Enter}')
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('1018 W 12th Demo St')
    expect(screen.queryAllByRole('button', { name: 'Searching...' })).toHaveLength(1)
    await userEvent.clear(box)
    await userEvent.type(box, '1031 W 11th Demo St{Enter}')
    expect(onSearch).toHaveBeenLastCalledWith('1031 W 11th Demo St')
    await userEvent.type(box, '{Backspace}')
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(onSearch).toHaveBeenLastCalledWith('1031 W 11th Demo S')
  })

  it('moves through suggestions with arrow keys and chooses one with Enter', async () => {
    server.mockResolvedValue(answer(suggestion('1018', 'W 11th Demo St'), suggestion('1018', 'W 12th Demo St')))
    const box = renderSearch()
    await userEvent.type(box, '1018 W')
    await waitFor(() => expect(shownOptions()).toHaveLength(2))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getAllByRole('option')[1]?.id).toBe(box.getAttribute('aria-activedescendant'))
    await userEvent.keyboard('{Enter}')
    expect(onSearch).toHaveBeenCalledExactlyOnceWith(
      '1018 W 12th Demo St, Demo Town, IN 00042',
      expect.objectContaining({ street: 'W 12th Demo St' }),
    )
    expect(shownOptions()).toEqual([])
  })

  it('shows the status of a saved property', async () => {
    const saved = { savedPropertyId: 'house', savedStatus: 'INTERESTED' }
    server.mockResolvedValue(answer(suggestion('1018', 'W 11th Demo St', saved)))
    await userEvent.type(renderSearch(), '1018 W')
    await waitFor(() => expect(screen.queryAllByText('Saved · Interested')).toHaveLength(1))
  })

  it('closes the suggestions on Esc and keeps the text', async () => {
    server.mockResolvedValue(answer(suggestion('1018', 'W 11th Demo St')))
    const box = renderSearch() as HTMLInputElement
    await userEvent.type(box, '1018 W')
    await waitFor(() => expect(shownOptions()).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    expect(shownOptions()).toEqual([])
    expect(box.value).toBe('1018 W')
  })

  it('drops a superseded response', async () => {
    let answerFirst = (_: Response) => {}
    server.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
    server.mockResolvedValueOnce(answer(suggestion('1018', 'W 12th Demo St')))
    const box = renderSearch()
    await userEvent.type(box, '1018')
    await waitFor(() => expect(server).toHaveBeenCalledTimes(1))
    await userEvent.type(box, ' W 12')
    await waitFor(() => expect(shownOptions()).toHaveLength(1))
    answerFirst(answer(suggestion('9', 'Stale St')))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shownOptions()[0]).toContain('W 12th Demo St')
  })
  it('hides suggestions that no longer match while the next response is pending', async () => {
    server.mockResolvedValueOnce(answer(suggestion('1018', 'W 11th Demo St'), suggestion('1010', 'W 11th Demo St')))
    const box = renderSearch()
    await userEvent.type(box, '101')
    await waitFor(() => expect(shownOptions()).toHaveLength(2))
    server.mockImplementation(() => new Promise(() => undefined))
    await userEvent.type(box, '8')
    expect(shownOptions()).toHaveLength(1)
    await userEvent.clear(box)
    await userEvent.type(box, '433 W')
    expect(shownOptions()).toEqual([])
  })
})
