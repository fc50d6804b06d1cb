import { expect, it } from 'vitest'
import { formatFirstStart } from './firstStart.ts'

const start = { url: 'http://127.0.0.1:4000', email: 'first@sample.example', setupCode: 'ABCD-EFGH' }

it('says where to register, as whom and with which code, and what to do then', () => {
  expect(formatFirstStart(start).split('\n')).toEqual([
    '',
    'Nobody can sign in yet. What to do:',
    '  1. Open http://127.0.0.1:4000/register and register as first@sample.example with the set-up code ABCD-EFGH. This account becomes the global admin.',
    '  2. Sign in and add a tenant: your company.',
    '  3. Ask your team to register at http://127.0.0.1:4000/register, and approve them in User Management.',
  ])
  expect(formatFirstStart({ ...start, setupCode: null })).toContain('register as first@sample.example. This account')
})

it('says which setting is missing without the address of a global admin', () => {
  expect(formatFirstStart({ ...start, email: null, setupCode: null })).toContain('Set GLOBAL_ADMIN_EMAIL to your email')
})
