// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { toastError, toastInfo } from '../../lib/toasts.ts'
import { renderHookSignedIn } from '../../testing/renderSignedIn.tsx'
import { useSaveProperty } from './useSaveProperty.ts'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastInfo: vi.fn() }))

const input = { address: '31 Sample Test Ln', streetNumber: '31', lat: 39.77, lng: -86.16 }
const refusal = (code: string, message: string) => ({ data: null, errors: [{ message, extensions: { code } }] })

/** Saves with the given response, while properties with these numbers exist at the same location. */
async function save(answer: object, existingNumbers: string[] = []) {
  const markers = existingNumbers.map((streetNumber) => ({
    __typename: 'MapMarker',
    id: `house ${streetNumber}`,
    streetNumber,
    lat: 39.77,
    lng: -86.16,
    mine: false,
  }))
  const propertyMap = { total: 1, clusters: [], markers }
  const answers = { SaveProperty: answer, PropertiesInView: { data: { propertyMap } } }
  const { result } = renderHookSignedIn(useSaveProperty, { answers })
  return act(() => result.current.save(input))
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('reports a property that already exists, and resolves to it, also if a colleague saved it', async () => {
  const conflict = refusal('CONFLICT', 'Property already in system')
  expect(await save(conflict, ['33', '31'])).toMatchObject({ id: 'house 31' })
  expect(toastInfo).toHaveBeenCalledExactlyOnceWith('Property already in system')
  expect(await save(conflict, ['33'])).toBeNull()
  expect(toastError).not.toHaveBeenCalled()
})

it('reports a failure with the reason from the server', async () => {
  expect(await save(refusal('BAD_USER_INPUT', 'The coordinates are out of range.'))).toBeUndefined()
  expect(toastError).toHaveBeenCalledExactlyOnceWith('Failed to save property', {
    detail: 'The coordinates are out of range.',
  })
})

it('does not report an expired session, which has its own toast', async () => {
  expect(await save(refusal('UNAUTHENTICATED', 'Please sign in.'))).toBeUndefined()
  expect(toastError).not.toHaveBeenCalled()
})
