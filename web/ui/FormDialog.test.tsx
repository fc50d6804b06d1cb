// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { FormDialog } from './FormDialog.tsx'

afterEach(cleanup)

/** A dialog whose action ends when `end` is called. */
function show(Dialog: 'form' | 'confirm') {
  const { promise, resolve: end } = Promise.withResolvers<boolean>()
  const onClose = vi.fn()
  const action = vi.fn(() => promise)
  render(
    Dialog === 'form' ? (
      <FormDialog title="Sample" action="Save" onSubmit={action} onClose={onClose}>
        Fields
      </FormDialog>
    ) : (
      <ConfirmDialog title="Save" busyLabel="Saving..." onConfirm={action} onClose={onClose}>
        Sure?
      </ConfirmDialog>
    ),
  )
  return { end, onClose, action }
}

for (const kind of ['form', 'confirm'] as const) {
  it(`a ${kind} dialog cannot start its action twice, and closes when it is done`, async () => {
    const { end, onClose, action } = show(kind)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const busy = await screen.findByRole('button', { name: 'Saving...' })
    await userEvent.click(busy)
    expect(action).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()
    end(true)
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })

  it(`a ${kind} dialog stays open when its action failed`, async () => {
    const { end, onClose } = show(kind)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('button', { name: 'Saving...' })
    end(false)
    await screen.findByRole('button', { name: 'Save' })
    expect(onClose).not.toHaveBeenCalled()
  })
}

it('a form dialog says why its action failed until it is tried again', async () => {
  const onClose = vi.fn()
  const action = vi.fn(() => Promise.resolve(true)).mockRejectedValueOnce(new Error('The network is down.'))
  render(
    <FormDialog title="Sample" action="Save" failureText="Nothing was saved." onSubmit={action} onClose={onClose}>
      Fields
    </FormDialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Nothing was saved.')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(screen.queryByText('Nothing was saved.')).toBeNull()
})
