// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import {} from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { useOutboxName } from './useOutbox.ts'

it.each([
  ['a person of a company has one outbox', false, { id: 'maple' }, 'riley'],
  ['a global admin has one for each company', true, { id: 'maple' }, 'riley.maple'],
  ['a global admin without a company has one', true, null, 'riley'],
])('%s', (_, viewAs, tenant, name) => {
  const me = { id: 'riley', tenant, abilities: { viewAs } }
  expect(renderHookSignedIn(useOutboxName, { me }).result.current).toBe(name)
})
