// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { QuickFindItem } from './quickFindItems.ts'
import { useQuickFindCombobox } from './useQuickFindCombobox.ts'

const items = ['one', 'two', 'three'].map((title): QuickFindItem => ({
  key: title,
  kind: 'action',
  title,
  run: vi.fn<() => void>(),
}))
const onChoose = vi.fn<(item: QuickFindItem) => void>()

function Field() {
  const { inputProps, menuProps, itemProps } = useQuickFindCombobox({
    items,
    text: '',
    onTextChange: vi.fn<(text: string) => void>(),
    onChoose,
    onShowOnMap: vi.fn<(item: QuickFindItem) => void>(),
  })
  return (
    <>
      <input {...inputProps} />
      <ul {...menuProps}>
        {items.map((item) => (
          <li key={item.key} {...itemProps(item)}>
            {item.title}
          </li>
        ))}
      </ul>
    </>
  )
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it.each([
  [['End'], 'three'],
  [['End', 'Home'], 'one'],
  [['ArrowDown'], 'two'],
  [['ArrowUp'], 'three'],
  [['End', 'ArrowDown'], 'one'],
])('Enter right after %s opens %s', (keys, title) => {
  render(<Field />)
  const field = screen.getByRole('combobox')
  for (const key of [...keys, 'Enter']) fireEvent.keyDown(field, { key })
  expect(onChoose.mock.calls.map(([item]) => item.title)).toEqual([title])
})
