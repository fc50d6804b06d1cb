// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { LeadAtDoorFragment } from '../../../gql/graphql.ts'
import { DoorLead } from './DoorLead.tsx'

afterEach(cleanup)

const lead = (id: string, rest: Partial<LeadAtDoorFragment> = {}): LeadAtDoorFragment => ({
  ...{ __typename: 'Lead', id, tag: 'STORM', status: 'NEW', version: 1, createdAt: '2026-11-02T15:00:00Z', ...rest },
})
const completed = lead('old', { tag: 'GENERIC', status: 'COMPLETED' })
const on = { open: vi.fn(), create: vi.fn() }
const show = (leads: LeadAtDoorFragment[], offersLead: boolean) => {
  const { container } = render(
    <DoorLead leads={leads} onOpen={on.open} onCreate={offersLead ? on.create : undefined} />,
  )
  return container
}
const names = () => screen.queryAllByRole('button').map((button) => button.ariaLabel ?? button.textContent)

it('the open lead is shown before a newer one that is completed, and opens', async () => {
  const container = show([completed, lead('open')], true)
  expect(names()).toEqual(['Lead: Storm Damage, New'])
  expect(container.textContent).toBe('2 leadsNew')
  await userEvent.click(screen.getByRole('button'))
  expect(on.open.mock.calls).toEqual([['open']])
})

it('somebody who is interested gets a lead first, also where an old one is completed', async () => {
  show([completed], true)
  expect(names()).toEqual(['Create Lead'])
  await userEvent.click(screen.getByRole('button'))
  expect(on.create).toHaveBeenCalledOnce()
})

it('a completed lead is shown, and nothing without leads', () => {
  show([completed], false)
  expect(names()).toEqual(['Lead: Generic, Completed'])
  cleanup()
  expect(show([], false).childElementCount).toBe(0)
})

it('a lead that waits in the outbox says so and cannot be opened', () => {
  show([lead('waiting', { version: 0 })], true)
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Lead: Storm Damage, Waiting to be sent' }).disabled,
  ).toBe(true)
})
