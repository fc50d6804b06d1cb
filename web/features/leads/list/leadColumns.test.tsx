// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { LeadRow } from '../leadRanges.ts'
import { leadColumnsOf } from './leadColumns.tsx'

afterEach(cleanup)

const doNothing = () => undefined
const columns = leadColumnsOf(
  { grouped: false, withTenant: false },
  { onOpen: doNothing, onSelect: doNothing, onStatus: doNothing, onPreview: doNothing, onDelete: undefined },
)
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
