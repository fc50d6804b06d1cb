// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LeadActionBar } from './LeadActionBar.tsx'

afterEach(cleanup)

const doNothing = () => undefined
const show = (shown: number | null) => {
  const onPrintTag = vi.fn<(tag: string) => void>()
  const onPrintShown = vi.fn<(tag: string) => void>()
  render(
    <LeadActionBar
      {...{ count: 0, tag: 'STORM', canPrint: true, shown, onPrintTag, onPrintShown }}
      {...{ onStatus: doNothing, onPriority: doNothing, onAssign: undefined, onRetag: doNothing }}
      {...{ onPrintSelected: doNothing, onClear: doNothing }}
    />,
  )
  return { onPrintTag, onPrintShown }
}

it('all leads of a tag are printed whatever else is filtered, and the shown ones by a button of their own', async () => {
  const { onPrintTag, onPrintShown } = show(12)
  await userEvent.click(screen.getByRole('button', { name: 'Batch Print All Storm Damage Leads' }))
  expect(onPrintTag).toHaveBeenCalledExactlyOnceWith('STORM')
  expect(onPrintShown).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Batch Print Shown (12)' }))
  expect(onPrintShown).toHaveBeenCalledExactlyOnceWith('STORM')
})

it('one button prints where the list has all leads of the tag', () => {
  show(null)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Batch Print All Storm Damage Leads',
  ])
})
