import { expect, it } from 'vitest'
import { toCreateInput, fieldsOf, NO_TENANT, toUpdateInput, type UserFields } from './userInput.ts'

const fields: UserFields = {
  email: ' sky@maple-demo.example ',
  fullName: ' Sky Testcase ',
  role: 'SALES_REP',
  tenantId: 't1',
  phone: ' ',
  password: 'lantern',
}

it('a new account contains all input, trimmed', () => {
  expect(toCreateInput(fields, true)).toEqual({
    email: 'sky@maple-demo.example',
    fullName: 'Sky Testcase',
    role: 'SALES_REP',
    tenantId: 't1',
    phone: null,
    password: 'lantern',
  })
})

it('an owner sends no tenant: the server uses their own', () => {
  expect(toCreateInput(fields, false)).not.toHaveProperty('tenantId')
})

it('an edit never sends the email, and a blank password is dropped', () => {
  expect(toUpdateInput({ ...fields, password: '' })).toEqual({
    fullName: 'Sky Testcase',
    role: 'SALES_REP',
    tenantId: 't1',
    phone: null,
  })
  expect(toUpdateInput(fields)).toHaveProperty('password', 'lantern')
})

it('an account can be removed from its tenant', () => {
  expect(toUpdateInput({ ...fields, tenantId: NO_TENANT }).tenantId).toBeNull()
})

it('an unchanged form changes nothing', () => {
  const user = {
    id: 'u1',
    email: 'sky@maple-demo.example',
    fullName: 'Sky Testcase',
    role: 'SALES_REP' as const,
    status: 'ACTIVE' as const,
    phone: '(555) 0100-190',
    createdAt: '2024-02-05T12:00:00Z',
    tenant: { id: 't1', name: 'Maple Demo Roofing' },
  }
  expect(toUpdateInput(fieldsOf(user))).toEqual({
    fullName: 'Sky Testcase',
    role: 'SALES_REP',
    tenantId: 't1',
    phone: '(555) 0100-190',
  })
})
