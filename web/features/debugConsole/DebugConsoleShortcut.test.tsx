// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Dialog } from '../../ui/Dialog.tsx'
import { DebugConsoleShortcut } from './DebugConsoleShortcut.tsx'

// The CSS classes that set pointer events are not loaded in this test.
const user = userEvent.setup({ pointerEventsCheck: 0 })

beforeAll(() => {
  // jsdom does not implement scrolling.
  Element.prototype.scrollTo = () => {}
})
afterEach(cleanup)

function ScreenWithDialog() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <Dialog open={open} onClose={() => setOpen(false)} title="Draft">
        <input aria-label="Notes" />
      </Dialog>
      <DebugConsoleShortcut />
    </>
  )
}

it('opens next to an open dialog, is accessible and operable, and leaves the dialog open', async () => {
  render(<ScreenWithDialog />)
  await user.type(screen.getByLabelText('Notes'), 'Half typed')
  await user.keyboard('{Control>}{Shift>}[KeyD]{/Shift}{/Control}')
  expect(await screen.findAllByRole('region', { name: 'Debug Console' })).toHaveLength(1)
  expect(screen.getByRole('log', { name: 'Lines' }).textContent).toContain('Nothing yet')
  await user.click(screen.getByRole('button', { name: 'Minimize debug console' }))
  expect(screen.queryByRole('log')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close debug console' }))
  expect(screen.queryByRole('region', { name: 'Debug Console' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Notes').value).toBe('Half typed')
})
