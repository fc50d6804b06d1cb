// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { LeadActionBar } from './LeadActionBar.tsx'

afterEach(cleanup)

const doNothing = () => undefined
const show = (shown: number | null, more: Partial<ComponentProps<typeof LeadActionBar>> = {}) => {
  const onPrintTag = vi.fn<(tag: string) => void>()
  const onPrintShown = vi.fn<(tag: string) => void>()
  render(
    <LeadActionBar
      {...{ count: 0, tag: 'STORM', canPrint: true, shown, onPrintTag, onPrintShown }}
      {...{ onStatus: doNothing, onPriority: doNothing, onAssign: undefined, onRetag: doNothing }}
      {...{ onPrintSelected: doNothing, onClear: doNothing, ...more }}
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

it('on a phone one button prints, and everything else is in one menu', async () => {
  const onPrintSelected = vi.fn<() => void>()
  const onRetag = vi.fn<() => void>()
  show(12, { phone: true, count: 3, onPrintSelected, onRetag })
  expect(screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent)).toEqual([
    'More actions',
    'Batch Print Selected (3)',
    'Clear selection',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Batch Print Selected (3)' }))
  expect(onPrintSelected).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    ...['Change Status', 'Change Priority', 'Change Tags (3)'],
    ...['Batch Print All Storm Damage Leads', 'Batch Print Shown (12)'],
  ])
  await userEvent.click(screen.getByRole('menuitem', { name: 'Change Tags (3)' }))
  expect(onRetag).toHaveBeenCalledOnce()
})

it('on a phone without a selection that button prints all of the tag', async () => {
  const { onPrintTag } = show(null, { phone: true })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Batch Print All Storm Damage Leads' }))
  expect(onPrintTag).toHaveBeenCalledExactlyOnceWith('STORM')
})
