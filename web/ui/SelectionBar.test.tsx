// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { Tag } from 'lucide-react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { BarButton, SelectionBar } from './SelectionBar.tsx'

afterEach(cleanup)

it('the first action is reached with B from anywhere but a text field', async () => {
  render(
    <>
      <input aria-label="Search" />
      <SelectionBar label="Selected leads" text="2 selected" onClear={() => undefined}>
        <BarButton icon={Tag}>Change Status</BarButton>
        <BarButton icon={Tag}>Change Priority</BarButton>
      </SelectionBar>
    </>,
  )
  screen.getByLabelText('Search').focus()
  await userEvent.keyboard('b')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search')
  screen.getByLabelText('Search').blur()
  await userEvent.keyboard('b')
  expect(document.activeElement?.textContent).toBe('Change Status')
})
