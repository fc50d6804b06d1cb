// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { startTransition, Suspense, use, useState } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { useCloseOnBack } from './useCloseOnBack.ts'

afterEach(cleanup)

const never = new Promise<never>(() => undefined)

function Map() {
  const [parts, setParts] = useState<readonly string[]>([])
  const [isLoading, setIsLoading] = useState(false)
  const close = () => setParts((before) => before.slice(0, -1))
  useCloseOnBack(parts.length > 0, close)
  const open = () => setParts([...parts, parts.length ? 'dialog' : 'sheet'])
  return (
    <>
      <p>Map: {parts.join(' ') || 'closed'}</p>
      <button type="button" onClick={open}>
        Open
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      <button
        type="button"
        onClick={() => {
          startTransition(() => setIsLoading(true))
          open()
        }}
      >
        Open while loading
      </button>
      {isLoading && <Loading />}
    </>
  )
}
const Loading = () => use(never)

function RenewableMap() {
  const [version, setVersion] = useState(0)
  return (
    <>
      <Map key={version} />
      <button type="button" onClick={() => setVersion(version + 1)}>
        Render anew
      </button>
    </>
  )
}

function start(state: object | null = null) {
  history.pushState(null, '', '/')
  history.pushState(state, '', '/map')
  render(
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/" element={<p>Home</p>} />
          <Route path="/map" element={<RenewableMap />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  )
}
const press = (name: string) => fireEvent.click(screen.getByText(name))
const expectEntry = (state: object | null) =>
  waitFor(() => expect((history.state as { usr?: object } | null)?.usr ?? null).toEqual(state))

// Must be the first test: the hook checks for a reload only once per page.
it('the entry of a part that was open before a reload stays until it opens again', async () => {
  const go = vi.spyOn(history, 'go')
  start({ usr: { sheetOpen: true }, key: 'sample', idx: 1 })
  await screen.findByText('Map: closed')
  press('Open')
  await screen.findByText('Map: sheet')
  await expectEntry({ sheetOpen: true })
  expect(history.state).toMatchObject({ key: 'sample' })
  expect(go).not.toHaveBeenCalled()
  press('Close')
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(-1))
  await screen.findByText('Home')
  go.mockRestore()
})

it('Back closes what is open, one part at a time, and then leaves the screen', async () => {
  start()
  press('Open')
  press('Open')
  await screen.findByText('Map: sheet dialog')
  await expectEntry({ sheetOpen: true })
  history.back()
  await screen.findByText('Map: sheet')
  await expectEntry({ sheetOpen: true })
  history.back()
  await screen.findByText('Map: closed')
  history.back()
  await screen.findByText('Home')
})

it('a part that was closed in another way leaves no entry behind', async () => {
  start()
  press('Open')
  await expectEntry({ sheetOpen: true })
  press('Close')
  await expectEntry(null)
  history.back()
  await screen.findByText('Home')
})

it('a part that is opened while the entry of the last one is being removed gets one', async () => {
  start()
  press('Open')
  await expectEntry({ sheetOpen: true })
  press('Close')
  press('Open')
  await screen.findByText('Map: sheet')
  await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  await expectEntry({ sheetOpen: true })
  await screen.findByText('Map: sheet')
  history.back()
  await screen.findByText('Map: closed')
})

it('Back closes a part before the screen has rendered its entry', async () => {
  start()
  await act(async () => press('Open while loading'))
  await screen.findByText('Map: sheet')
  await expectEntry({ sheetOpen: true })
  history.back()
  await screen.findByText('Map: closed')
})

it('a screen that is rendered anew while an entry is being removed is not left', async () => {
  start()
  press('Open')
  await expectEntry({ sheetOpen: true })
  const go = vi.spyOn(history, 'go')
  press('Close')
  press('Render anew')
  await expectEntry(null)
  await screen.findByText('Map: closed')
  expect(go).toHaveBeenCalledExactlyOnceWith(-1)
  go.mockRestore()
})
