// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toastError, toastSuccess, toastUndo } from '../lib/toasts.ts'
import { Dialog } from './Dialog.tsx'
import { Toaster } from './Toaster.tsx'
import { useFocusToastKey } from './useFocusToastKey.ts'

// The pointer-events classes are not loaded in this test.
const user = userEvent.setup({ pointerEventsCheck: 0 })

/** jsdom has no media queries. */
const showOn = (device: 'desk' | 'phone') =>
  vi.stubGlobal('matchMedia', () => ({
    matches: device === 'phone',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => showOn('desk'))
afterEach(() => {
  cleanup()
  toast.remove()
  vi.unstubAllGlobals()
})

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Draft">
        <input aria-label="Notes" />
      </Dialog>
      <Toaster />
    </>
  )
}

async function openDialogWithText() {
  render(<Screen />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.type(screen.getByLabelText('Notes'), 'Half typed')
}

it('toasts can be clicked over an open dialog, which keeps its input', async () => {
  await openDialogWithText()
  const undo = vi.fn<() => void>()
  act(() => void toastUndo('Knock logged', undo))
  await user.click(screen.getByText('Knock logged'))
  await user.click(screen.getByText('Undo'))
  expect(undo).toHaveBeenCalledOnce()
  act(() => void toastError('Failed to save property'))
  await user.click(screen.getAllByLabelText('Dismiss')[0]!)
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half typed')
  await user.click(document.body)
  expect(screen.queryByLabelText('Notes')).toBeNull()
})

it('toasts are accessible while a dialog hides the rest of the page', async () => {
  await openDialogWithText()
  act(() => void toastSuccess('Lead status updated'))
  act(() => void toastError('Failed to create lead'))
  expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toContain('Lead status updated')
  expect(screen.getAllByRole('alert').map((toast) => toast.textContent)).toContain('Failed to create lead')
})

it('a reused toast does not show the reason of the previous failure', () => {
  render(<Toaster />)
  act(() => void toastError('Failed to save property', { id: 'saving', detail: 'The coordinates are out of range.' }))
  expect(screen.queryAllByText('Failed to save property')).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toContain('The coordinates are out of range.')
  act(() => void toastError('Failed to save property', { id: 'saving' }))
  expect(screen.getByRole('alert').textContent).toBe('Failed to save property')
})

it('every toast is shown on a wide screen, the newest first', async () => {
  render(<Toaster />)
  const first = vi.fn<() => void>()
  const second = vi.fn<() => void>()
  act(() => void toastUndo('Talked · 1018', first))
  act(() => void toastUndo('Nobody home · 1024', second))
  act(() => void toastSuccess('Property updated: Sample Owner 0142'))
  expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual([
    'Property updated: Sample Owner 0142',
    'Nobody home · 1024Undo',
    'Talked · 1018Undo',
  ])
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!)
  expect(second).toHaveBeenCalledOnce()
  expect(first).not.toHaveBeenCalled()
})

it('a phone shows two toasts and one with an action, and those that outlive them when they are gone', async () => {
  showOn('phone')
  render(<Toaster />)
  act(() => void toastError('Failed to fetch data'))
  act(() => void toastUndo('Talked · 1018', () => {}))
  act(() => void toastUndo('Nobody home · 1024', () => {}))
  act(() => void toastSuccess('Property updated: Sample Owner 0142'))
  act(() => void toastError('Property already in system'))
  const shown = () => [...document.querySelectorAll('[data-toast-bar]')].map((toast) => toast.textContent)
  expect(shown()).toEqual([
    'Nobody home · 1024Undo',
    'Property already in system',
    'Property updated: Sample Owner 0142',
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[1]!)
  await waitFor(() =>
    expect(shown()).toEqual(['Talked · 1018Undo', 'Property updated: Sample Owner 0142', 'Failed to fetch data']),
  )
})

it('the undo is reached from anywhere with F8', async () => {
  function Keys() {
    useFocusToastKey()
    return <input aria-label="Search" />
  }
  render(
    <>
      <Keys />
      <Toaster />
    </>,
  )
  const undo = vi.fn<() => void>()
  act(() => void toastUndo('Talked · 1018', undo))
  screen.getByLabelText('Search').focus()
  await user.keyboard('{F8}')
  expect(document.activeElement?.textContent).toBe('Undo')
  await user.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
})

it('the focus goes from the toast back to where it was, or to the screen if that is gone', async () => {
  function Screen({ hasField }: { hasField: boolean }) {
    useFocusToastKey()
    return (
      <>
        <main id="main" tabIndex={-1}>
          {hasField && <input aria-label="Search" />}
        </main>
        <Toaster />
      </>
    )
  }
  const { rerender } = render(<Screen hasField />)
  screen.getByLabelText('Search').focus()
  act(() => void toastUndo('Talked · 1018', () => undefined))
  await user.keyboard('{F8}{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  act(() => void toastUndo('Nobody home · 1024', () => undefined))
  await user.keyboard('{F8}')
  rerender(<Screen hasField={false} />)
  await user.keyboard('{Tab}{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
