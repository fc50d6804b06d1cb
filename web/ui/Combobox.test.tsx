// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Combobox } from './Combobox.tsx'
import { Dialog } from './Dialog.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })
const options = ['Maple Demo', 'Example Exteriors', 'Sample Storm Co'].map((label) => ({ value: label, label }))

beforeAll(() => {
  // jsdom does not implement these.
  Element.prototype.scrollIntoView = () => undefined
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

function Tenant({ inDialog = false }: { inDialog?: boolean }) {
  const [value, setValue] = useState<string | null>('Maple Demo')
  const combobox = <Combobox label="Tenant" options={options} value={value} onChange={setValue} />
  if (!inDialog) return combobox
  return (
    <Dialog open onClose={() => setValue(null)} title="Approve">
      {combobox}
    </Dialog>
  )
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tenant' })
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent)

it('shows all options on a click, and chooses one', async () => {
  render(<Tenant />)
  expect(input().value).toBe('Maple Demo')
  await user.click(input())
  expect(shown()).toEqual(['Maple Demo', 'Example Exteriors', 'Sample Storm Co'])
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Maple Demo')
  await user.click(screen.getByRole('option', { name: 'Sample Storm Co' }))
  expect(input().value).toBe('Sample Storm Co')
  expect(shown()).toEqual([])
})

it('narrows the options while typing, and takes the first with Enter', async () => {
  render(<Tenant />)
  await user.click(input())
  await user.clear(input())
  await user.type(input(), 'ex')
  expect(shown()).toEqual(['Example Exteriors'])
  await user.keyboard('{Enter}')
  expect(input().value).toBe('Example Exteriors')
})

it('restores the selection on Esc and when it is left', async () => {
  render(<Tenant />)
  await user.type(input(), 'x')
  await user.keyboard('{Escape}')
  expect(input().value).toBe('Maple Demo')
  await user.type(input(), 'x')
  await user.tab()
  expect(input().value).toBe('Maple Demo')
})

it('works inside a dialog, which stays open', async () => {
  render(<Tenant inDialog />)
  await user.click(input())
  await user.keyboard('{Escape}')
  expect(shown()).toEqual([])
  expect(screen.queryAllByRole('dialog', { name: 'Approve' })).toHaveLength(1)
  await user.click(input())
  await user.click(screen.getByRole('option', { name: 'Example Exteriors' }))
  expect(input().value).toBe('Example Exteriors')
})
