// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChoiceCard, ChoiceGroup } from './ChoiceCard.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Select } from './Select.tsx'

const types = [
  'Gutter Cleaning',
  'Metal Roof',
  'Shingle Repair',
  'Storm Damage',
  'Tornado Damage',
  'Concrete',
  'Commercial',
  'Generic',
  'All Repairs',
]

afterEach(cleanup)

function Types({ clearable = false, isRequired = false }: { clearable?: boolean; isRequired?: boolean }) {
  const [type, setType] = useState<string | null>(null)
  return (
    <>
      <input aria-label="Notes" />
      <ChoiceGroup label="Property Type" value={type} onChange={setType} {...{ clearable, isRequired }} numberKeys>
        {types.map((type) => (
          <ChoiceCard key={type} value={type}>
            {type}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </>
  )
}

const chosen = () => screen.queryByRole('radio', { checked: true })?.textContent ?? null

it('number keys choose in order, except while typing', async () => {
  render(<Types />)
  await userEvent.keyboard('4')
  expect(chosen()).toBe('Storm Damage')
  await userEvent.type(screen.getByLabelText('Notes'), '9')
  expect(chosen()).toBe('Storm Damage')
})

it('number keys can be turned off, and on again', async () => {
  render(<Types />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off number keys' }))
  await userEvent.keyboard('4')
  expect(chosen()).toBeNull()
  cleanup()
  render(<Types />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn on number keys' }))
  await userEvent.keyboard('4')
  expect(chosen()).toBe('Storm Damage')
})

it('is one Tab stop, and arrow keys wrap around', async () => {
  render(<Types />)
  screen.getByRole('textbox', { name: 'Notes' }).focus()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Gutter Cleaning')
  await userEvent.keyboard('{ArrowLeft}')
  expect(chosen()).toBe('All Repairs')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(chosen()).toBe('Metal Roof')
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('role')).not.toBe('radio')
})

it('choosing the checked card again clears it if clearable', async () => {
  render(<Types clearable />)
  const storm = screen.getByRole('radio', { name: 'Storm Damage' })
  await userEvent.click(storm)
  expect(chosen()).toBe('Storm Damage')
  await userEvent.click(storm)
  expect(chosen()).toBeNull()
})

it('Space on the checked card of a required choice keeps it, as on a radio', async () => {
  render(<Types clearable isRequired />)
  await userEvent.click(screen.getByRole('radio', { name: /^Storm Damage/ }))
  await userEvent.keyboard(' ')
  expect(chosen()).toBe('Storm Damage')
  await userEvent.click(screen.getByRole('radio', { name: /^Storm Damage/ }))
  expect(chosen()).toBeNull()
})

it('number keys work in the topmost dialog only', async () => {
  const nothing = () => undefined
  const page = (asking: boolean) => (
    <Dialog open onClose={nothing} title="Property">
      <Types />
      {asking && (
        <ConfirmDialog title="Delete" confirmLabel="Delete" onConfirm={nothing} onClose={nothing}>
          Are you sure?
        </ConfirmDialog>
      )}
    </Dialog>
  )
  const { rerender } = render(page(true))
  await screen.findByText('Are you sure?')
  await userEvent.keyboard('4')
  rerender(page(false))
  expect(chosen()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Notes')))
  screen.getByRole('radio', { name: 'Gutter Cleaning' }).focus()
  await userEvent.keyboard('5')
  expect(chosen()).toBe('Tornado Damage')
})

it('number keys do not choose while a list is open', async () => {
  // jsdom does not implement these.
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.hasPointerCapture = () => false
  const options = [{ value: 'nobody', label: 'Nobody' }]
  render(
    <>
      <Types />
      <Select label="Assigned to" options={options} value="nobody" onChange={() => undefined} />
    </>,
  )
  screen.getByRole('combobox').focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('option', { name: 'Nobody' })
  await userEvent.keyboard('4')
  await userEvent.keyboard('{Escape}')
  expect(chosen()).toBeNull()
  await userEvent.keyboard('5')
  expect(chosen()).toBe('Tornado Damage')
})

it('a dialog that begins with the cards gives the first one the focus, not the switch of their keys', async () => {
  render(
    <Dialog open title="Quick Lead Creation" description="1018 W 12th Demo St" onClose={() => undefined}>
      <ChoiceGroup label="Property Type" value={null} onChange={() => undefined} numberKeys>
        <ChoiceCard value="storm">Storm Damage</ChoiceCard>
      </ChoiceGroup>
    </Dialog>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Storm Damage' })))
  expect(screen.getByRole('dialog', { description: '1018 W 12th Demo St' }).getAttribute('role')).toBe('dialog')
})
