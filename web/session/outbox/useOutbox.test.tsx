// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOutboxName } from './useOutbox.ts'

const signedIn = vi.hoisted(() => ({ me: {} }))
vi.mock('../person/MeProvider.tsx', () => ({ useMe: () => signedIn.me }))

it.each([
  ['a person of a company has one outbox', false, { id: 'maple' }, 'riley'],
  ['a global admin has one for each company', true, { id: 'maple' }, 'riley.maple'],
  ['a global admin without a company has one', true, null, 'riley'],
])('%s', (_, viewAs, tenant, name) => {
  signedIn.me = { id: 'riley', tenant, abilities: { viewAs } }
  expect(renderHook(useOutboxName).result.current).toBe(name)
})
