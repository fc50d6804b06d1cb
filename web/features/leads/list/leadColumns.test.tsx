// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import type { LeadRow } from '../leadRanges.ts'
import { leadColumnsOf } from './leadColumns.tsx'

afterEach(cleanup)

const doNothing = () => undefined
const onAssign = vi.fn<(id: string, userId: string | null) => void>()
const callbacks = {
  ...{ onOpen: doNothing, onSelect: doNothing, onStatus: doNothing, onAssign, onPreview: doNothing },
  onDelete: undefined,
}
const columns = leadColumnsOf({ grouped: false, withTenant: false }, callbacks)
const column = (id: string) => columns.find((one) => one.id === id)!
const textsOf = (lead: Partial<LeadRow>) =>
  ['contact', 'phone', 'value', 'source'].map((id) => {
    const { container, unmount } = render(column(id).cell(lead as LeadRow))
    const { textContent } = container
    unmount()
    return textContent
  })

it('contact, phone, value and source have columns, which are hidden at first', () => {
  expect(['contact', 'phone', 'value', 'source'].map((id) => column(id).isHiddenAtFirst)).toEqual([
    ...[true, true, true, true],
  ])
  expect(
    textsOf({ contactName: 'Pat Sample', contactPhone: '(555) 0100-142', value: 12_500, source: 'Referral' }),
  ).toEqual(['Pat Sample', '(555) 0100-142', '$12,500.00', 'Referral'])
  expect(textsOf({ contactName: null, contactPhone: null, value: null, source: null })).toEqual([
    ...['None', 'None', 'None', 'None'],
  ])
})

it('a phone number in the table is dialed', () => {
  render(column('phone').cell({ contactPhone: '(555) 0100-142' } as LeadRow))
  expect(screen.getByRole('link').getAttribute('href')).toBe('tel:5550100142')
})

it('a lead without an assignee is assigned from its row', async () => {
  const assignableUsers = [
    { __typename: 'User', id: 'avery', fullName: 'Avery Sample', email: 'avery@sample.example', role: 'SALES_REP' },
  ]
  const lead = { id: 'l1', address: '1018 W 12th Demo St, Demo Town, IN', assignedTo: null } as LeadRow
  renderSignedIn(column('assigned').cell(lead), { answers: { AssignableUsers: { data: { assignableUsers } } } })
  await userEvent.click(screen.getByRole('button', { name: 'Assign 1018 W 12th Demo St' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Avery Sample'])
  await userEvent.click(items[0]!)
  expect(onAssign).toHaveBeenCalledExactlyOnceWith('l1', 'avery')
})

it('who may not assign leads reads that nobody has one', () => {
  const ofRep = leadColumnsOf({ grouped: false, withTenant: false }, { ...callbacks, onAssign: undefined })
  render(ofRep.find(({ id }) => id === 'assigned')!.cell({ assignedTo: null } as LeadRow))
  expect(screen.getByText('Nobody').closest('button')).toBeNull()
})

it('a high priority is a chevron after the address, and its column is hidden at first', () => {
  expect(column('priority').isHiddenAtFirst).toBe(true)
  const lead = { id: 'l1', address: '1018 W 12th Demo St', priority: 'HIGH' } as LeadRow
  const { container, rerender } = renderSignedIn(column('property').cell(lead))
  expect(container.textContent).toBe('1018 W 12th Demo StHigh Priority')
  rerender(column('property').cell({ ...lead, priority: 'NORMAL' }))
  expect(container.textContent).toBe('1018 W 12th Demo St')
})
