import { afterEach, expect, it, vi } from 'vitest'
import { deviceName } from './deviceName.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a device with the layout of a phone is a phone, and another one is a computer', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(deviceName()).toBe('phone')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  expect(deviceName()).toBe('computer')
})
