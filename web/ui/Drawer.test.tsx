// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Drawer } from './Drawer.tsx'

vi.mock('../lib/useMediaQuery.ts', () => ({ useIsPhone: () => false }))

afterEach(cleanup)

function Screen({ isOpen }: { isOpen: boolean }) {
  return (
    <main>
      <input type="search" aria-label="Search" />
      <button type="button">Row</button>
      {isOpen && (
        <Drawer title="Lead" onClose={() => {}}>
          What the rep wrote
        </Drawer>
      )}
    </main>
  )
}

/** A screen whose drawer was opened from its row. */
async function renderOpened() {
  const { rerender } = render(<Screen isOpen={false} />)
  screen.getByRole('button', { name: 'Row' }).focus()
  rerender(<Screen isOpen />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  return { close: () => rerender(<Screen isOpen={false} />) }
}

it('a drawer that closes gives the focus back to the row it was opened from', async () => {
  const { close } = await renderOpened()
  close()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Row' })))
})

it('a drawer that closes leaves the focus where the user has put it meanwhile', async () => {
  const { close } = await renderOpened()
  const givenBack = vi.fn<() => void>()
  screen.getByRole('dialog').addEventListener('focusScope.autoFocusOnUnmount', givenBack)
  close()
  const field = screen.getByRole('searchbox')
  field.focus()
  await waitFor(() => expect(givenBack).toHaveBeenCalledOnce())
  expect(document.activeElement).toBe(field)
})
