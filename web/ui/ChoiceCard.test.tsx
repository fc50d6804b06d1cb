// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ChoiceCard, ChoiceGroup } from './ChoiceCard.tsx'
import { propertyTypes } from './TypeGlyph.tsx'

afterEach(cleanup)

function Types({ clearable = false }: { clearable?: boolean }) {
  const [type, setType] = useState<string | null>(null)
  return (
    <>
      <input aria-label="Notes" />
      <ChoiceGroup label="Property Type" value={type} onChange={setType} clearable={clearable} numberKeys>
        {propertyTypes.map(({ value, label }) => (
          <ChoiceCard key={value} value={value}>
            {label}
          </ChoiceCard>
        ))}
      </ChoiceGroup>
    </>
  )
}

const chosen = () => screen.queryByRole('radio', { checked: true })?.textContent ?? null

it('the number keys choose in order, except while something is typed', async () => {
  render(<Types />)
  await userEvent.keyboard('4')
  expect(chosen()).toBe('Storm Damage')
  await userEvent.type(screen.getByLabelText('Notes'), '9')
  expect(chosen()).toBe('Storm Damage')
})

it('the group is one stop of the Tab key, and the arrows go round in it', async () => {
  render(<Types />)
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Gutter Cleaning')
  await userEvent.keyboard('{ArrowLeft}')
  expect(chosen()).toBe('All Repairs')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(chosen()).toBe('Metal Roof')
  await userEvent.tab()
  expect(document.activeElement?.getAttribute('role')).not.toBe('radio')
})

it('choosing the chosen one again clears it where that is allowed', async () => {
  render(<Types clearable />)
  const storm = screen.getByRole('radio', { name: 'Storm Damage' })
  await userEvent.click(storm)
  expect(chosen()).toBe('Storm Damage')
  await userEvent.click(storm)
  expect(chosen()).toBeNull()
})
