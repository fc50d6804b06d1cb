import { expect, it } from 'vitest'
import type { Me } from '../session/person/MeProvider.tsx'
import { accountItemsOf } from './menuItems.ts'

/** The first items of the menu under the name, with their paths. */
const firstItems = (me: Partial<Me>) =>
  accountItemsOf({
    id: 'riley',
    role: 'SALES_REP',
    effectiveRole: 'SALES_REP',
    viewedUser: null,
    abilities: {},
    ...me,
  } as Me)
    .slice(0, 3)
    .map(({ label, to }) => `${label} ${to}`)

const everybodys = ['Account Security /account', 'Change Password /change-password']

it('a rep has a page of their own, and everybody can change the password', () => {
  expect(firstItems({})).toEqual(['My Page /reps/riley', ...everybodys])
  expect(firstItems({ role: 'OWNER', effectiveRole: 'OWNER' }).slice(0, 2)).toEqual(everybodys)
})

it('a global admin has the page of the rep as whom they view the app', () => {
  const viewing = { id: 'admin', role: 'GLOBAL_ADMIN' } as const
  expect(
    firstItems({
      ...viewing,
      viewedUser: { __typename: 'UserRef', id: 'avery', fullName: 'Avery Sample' } as never,
    })[0],
  ).toBe('My Page /reps/avery')
  expect(firstItems(viewing).slice(0, 2)).toEqual(everybodys)
})
