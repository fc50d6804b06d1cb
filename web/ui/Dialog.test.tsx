// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { FormDialog } from './FormDialog.tsx'

afterEach(cleanup)

function NoteForm({ busy, onClose, onSubmit }: { busy: boolean; onClose: () => void; onSubmit: () => void }) {
  const [note, setNote] = useState('')
  return (
    <FormDialog title="Add Note" busy={busy} action="Add" busyAction="Saving..." onClose={onClose} onSubmit={onSubmit}>
      <input aria-label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
    </FormDialog>
  )
}

it.each(['Close', 'Cancel'])('%s hides a busy dialog, which comes back with its form when it fails', (name) => {
  const handlers = { onClose: vi.fn(), onSubmit: vi.fn() }
  const { rerender } = render(<NoteForm busy={false} {...handlers} />)
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'wants a price' } })
  rerender(<NoteForm busy {...handlers} />)
  fireEvent.click(screen.getByRole('button', { name }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(handlers.onClose).not.toHaveBeenCalled()

  rerender(<NoteForm busy={false} {...handlers} />)
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('wants a price')
  fireEvent.click(screen.getByRole('button', { name }))
  expect(handlers.onClose).toHaveBeenCalledOnce()
  expect(handlers.onSubmit).not.toHaveBeenCalled()
})
