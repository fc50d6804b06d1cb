// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isTyping, type ShortcutGroup, useRegisteredShortcuts, useShortcuts } from './shortcuts.ts'

afterEach(cleanup)

const lists: ShortcutGroup = { title: 'Lists', shortcuts: [{ keys: ['/'], label: 'Search the list' }] }

function List() {
  useShortcuts(lists)
  return null
}

function Help() {
  return (
    <p>
      {useRegisteredShortcuts()
        .map(({ title }) => title)
        .join() || 'none'}
    </p>
  )
}

it('shortcuts are listed once, while a component that registers them is mounted', () => {
  const { container, rerender } = render(<Help />)
  expect(container.textContent).toBe('none')
  rerender(
    <>
      <Help />
      <List />
      <List />
    </>,
  )
  expect(container.textContent).toBe('Lists')
  rerender(<Help />)
  expect(container.textContent).toBe('none')
})

it.each([
  ['<input>', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<input type="checkbox">', false],
  ['<button></button>', false],
])('typing in %s: %s', (html, expected) => {
  document.body.innerHTML = html
  let typing: boolean | undefined
  document.addEventListener('keydown', (event) => (typing = isTyping(event)), { once: true })
  document.body.firstElementChild!.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
  expect(typing).toBe(expected)
  document.body.innerHTML = ''
})
