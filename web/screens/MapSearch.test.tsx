// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { MapSearch } from './MapSearch.tsx'

vi.mock('../features/locating/useAddressSuggestions.ts', () => ({ useAddressSuggestions: () => [] }))
vi.mock('../ui/AppMenu.tsx', () => ({ MenuButton: () => 'Menu' }))

afterEach(cleanup)

/** The search of a map, whose searches are answered by their number. */
function show(phone: boolean) {
  const search = (foundBy?: number) => (
    <MapSearch {...{ phone, busy: false, foundBy }} bounds={() => undefined} onSearch={() => undefined} />
  )
  const { rerender } = renderSignedIn(search())
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Address' })
  return {
    text: () => box.value,
    type: (text: string) => fireEvent.change(box, { target: { value: text } }),
    submit: () => fireEvent.submit(box.form!),
    find: (request: number) => rerender(search(request)),
  }
}

it('the box of a phone is empty once the search has found a place, for the next address', () => {
  const { text, type, submit, find } = show(true)
  type('1018 W 12th Demo St')
  submit()
  expect(text()).toBe('1018 W 12th Demo St')
  find(1)
  expect(text()).toBe('')
})

it('what is typed meanwhile stays, and so does the address beside the map of a desk', () => {
  const { text, type, submit, find } = show(true)
  type('1018 W 12th Demo St')
  submit()
  type('1020')
  find(1)
  expect(text()).toBe('1020')
  cleanup()
  const desk = show(false)
  desk.type('1018')
  desk.submit()
  desk.find(1)
  expect(desk.text()).toBe('1018')
})
