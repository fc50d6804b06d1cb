// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BottomSheet } from './BottomSheet.tsx'
import type { SheetStop } from './sheetStops.ts'

const on = { stop: vi.fn(), dismiss: vi.fn(), tap: vi.fn() }

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('innerHeight', 844)
  vi.stubGlobal('innerWidth', 390)
  HTMLElement.prototype.setPointerCapture = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = (stop: SheetStop, hasMoreOutcomes = false, strip: string | null = 'Strip') =>
  render(
    <BottomSheet
      label="12 Sample St"
      stop={stop}
      onStopChange={on.stop}
      onDismiss={on.dismiss}
      header={<h2>12 Sample St</h2>}
      strip={strip}
      hasMoreOutcomes={hasMoreOutcomes}
    >
      <button type="button" onClick={on.tap}>
        Talked
      </button>
    </BottomSheet>,
  )

/** A finger goes from one height of the screen to another and is released; the browser may report a click too. */
function swipe(from: Element, fromY: number, toY: number): void {
  fireEvent.pointerDown(from, { clientY: fromY })
  fireEvent.pointerMove(from, { clientY: toY })
  fireEvent.pointerUp(from, { clientY: toY })
  fireEvent.click(from, { detail: 1 })
}
const button = () => screen.getByRole('button', { name: 'Talked' })

it('a swipe on the body raises the sheet, also where it begins on a button, which is not tapped then', () => {
  show('half')
  swipe(button(), 700, 450)
  expect(on.stop.mock.calls).toEqual([['full']])
  expect(on.tap).not.toHaveBeenCalled()
})

it('a finger that trembles taps the button', () => {
  show('half')
  swipe(button(), 700, 694)
  expect(on.tap).toHaveBeenCalledOnce()
  expect(on.stop).not.toHaveBeenCalled()
})

it('a key still presses the button after a swipe', () => {
  show('half')
  fireEvent.pointerDown(button(), { clientY: 700 })
  fireEvent.pointerMove(button(), { clientY: 450 })
  fireEvent.pointerUp(button(), { clientY: 450 })
  fireEvent.click(button(), { detail: 0 })
  expect(on.tap).toHaveBeenCalledOnce()
})

it('the body of a full sheet scrolls instead, and the header still lowers it', () => {
  show('full')
  swipe(button(), 300, 700)
  expect(on.stop).not.toHaveBeenCalled()
  swipe(screen.getByRole('heading'), 200, 380)
  expect(on.stop.mock.calls).toEqual([['half']])
})

it.each([
  [844, false, ['half']],
  [844, true, ['full']],
  [667, false, ['full']],
])('on a screen of %i, with more outcomes: %s, the strip is seen at %j', (height, hasMoreOutcomes, stops) => {
  vi.stubGlobal('innerHeight', height)
  const shown = (['peek', 'half', 'full'] as const).filter((stop) => {
    const { queryByText, unmount } = show(stop, hasMoreOutcomes)
    const isShown = queryByText('Strip') !== null
    unmount()
    return isShown
  })
  expect(shown).toEqual(stops)
})

it.each([
  ['upright, in front of a full sheet without a footer', 844, 390, '12px', ''],
  ['on its side, beside the sheet', 390, 844, '12px', 'calc(var(--sheet-width) + 12px)'],
])('a toast with a button is in the window %s', (_, height, width, bottom, left) => {
  vi.stubGlobal('innerHeight', height)
  vi.stubGlobal('innerWidth', width)
  show('full', false, null)
  const { style } = document.documentElement
  expect(['bottom', 'left'].map((edge) => style.getPropertyValue(`--toast-offset-${edge}`))).toEqual([bottom, left])
})
