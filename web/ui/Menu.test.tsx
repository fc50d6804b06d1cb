// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Menu, MenuItem } from './Menu.tsx'

const onRename = vi.fn()
const onDelete = vi.fn()
const findTrigger = () => screen.getByRole('button', { name: 'More' })
const findItem = (name: string) => screen.findByRole('menuitem', { name })

beforeEach(() => {
  render(
    <Menu trigger={<button type="button">More</button>}>
      <MenuItem disabled onSelect={() => undefined}>
        Move
      </MenuItem>
      <MenuItem onSelect={onRename}>Rename</MenuItem>
      <MenuItem onSelect={onDelete}>Delete</MenuItem>
    </Menu>,
  )
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('opens when it is clicked, and again after it was closed', async () => {
  expect(findTrigger().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(findTrigger())
  await userEvent.click(await findItem('Rename'))
  expect(onRename).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.click(findTrigger())
  await userEvent.click(await findItem('Delete'))
  expect(onDelete).toHaveBeenCalledTimes(1)
})

it.each(['{Enter}', ' ', '{ArrowDown}'])('opens with %j at its first item that is not disabled', async (key) => {
  findTrigger().focus()
  await userEvent.keyboard(key)
  const item = await findItem('Rename')
  await waitFor(() => expect(document.activeElement).toBe(item))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(await findItem('Delete'))
})

it('returns the focus to its trigger when it is closed', async () => {
  findTrigger().focus()
  await userEvent.keyboard('{Enter}')
  await findItem('Rename')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(findTrigger()))
})
