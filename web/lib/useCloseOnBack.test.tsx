// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useCloseOnBack } from './useCloseOnBack.ts'

afterEach(cleanup)

function Map() {
  const [parts, setParts] = useState<readonly string[]>([])
  const close = () => setParts((before) => before.slice(0, -1))
  useCloseOnBack(parts.length > 0, close)
  return (
    <>
      <p>Map: {parts.join(' ') || 'closed'}</p>
      <button type="button" onClick={() => setParts([...parts, parts.length ? 'dialog' : 'sheet'])}>
        Open
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  )
}

function start() {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>Home</p> },
      { path: '/map', element: <Map /> },
    ],
    { initialEntries: ['/', '/map'], initialIndex: 1 },
  )
  render(<RouterProvider router={router} />)
  return { back: () => act(() => router.navigate(-1)), historyState: () => router.state.location.state as unknown }
}
const press = (name: string) => fireEvent.click(screen.getByText(name))

it('Back closes what is open, one part at a time, and then leaves the screen', async () => {
  const { back, historyState } = start()
  press('Open')
  press('Open')
  await screen.findByText('Map: sheet dialog')
  await waitFor(() => expect(historyState()).toEqual({ sheetOpen: true }))
  await back()
  await screen.findByText('Map: sheet')
  await waitFor(() => expect(historyState()).toEqual({ sheetOpen: true }))
  await back()
  await screen.findByText('Map: closed')
  await back()
  await screen.findByText('Home')
})

it('a part that was closed in another way leaves no entry behind', async () => {
  const { back, historyState } = start()
  press('Open')
  await waitFor(() => expect(historyState()).toEqual({ sheetOpen: true }))
  press('Close')
  await waitFor(() => expect(historyState()).toBeNull())
  await back()
  await screen.findByText('Home')
})
