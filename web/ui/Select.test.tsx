// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Select } from './Select.tsx'

const options = [
  { value: 'HIGH', label: 'High' },
  { value: 'NORMAL', label: 'Normal' },
] as const

function PriorityField() {
  const [value, setValue] = useState<'HIGH' | 'NORMAL' | null>(null)
  return <Select label="Priority" placeholder="Choose a priority" options={options} value={value} onChange={setValue} />
}

const findSelect = () => screen.getByRole('combobox', { name: 'Priority' })

beforeEach(() => {
  // jsdom does not have it.
  Element.prototype.scrollIntoView = () => undefined
  render(<PriorityField />)
})
afterEach(cleanup)

it('shows its placeholder, and then the option that was chosen', async () => {
  expect(findSelect().textContent).toBe('Choose a priority')
  await userEvent.click(screen.getByText('Priority'))
  await userEvent.click(await screen.findByRole('option', { name: 'Normal' }))
  await waitFor(() => expect(findSelect().textContent).toBe('Normal'))
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})

it.each(['{Enter}', ' ', '{ArrowDown}'])('opens with %j, and a key chooses', async (key) => {
  findSelect().focus()
  await userEvent.keyboard(key)
  await screen.findByRole('option', { name: 'High' })
  await userEvent.keyboard('n{Enter}')
  await waitFor(() => expect(findSelect().textContent).toBe('Normal'))
  await waitFor(() => expect(document.activeElement).toBe(findSelect()))
})
