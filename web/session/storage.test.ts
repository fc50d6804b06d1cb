// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearStorage,
  removeSession,
  restoreSession,
  type StoredUser,
  storeSession,
  storeUser,
  OUTBOX_KEY_PREFIX,
} from './storage.ts'

const user: StoredUser = {
  id: 'u1',
  email: 'riley@maple-demo.example',
  fullName: 'Riley Example',
  role: 'SALES_REP',
  isAdmin: false,
  isOwner: false,
  phone: null,
  mustChangePassword: false,
  tenant: null,
}
const hour = 60 * 60 * 1000
const signedInAt = Date.UTC(2024, 1, 5, 9)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the stored session', () => {
  it('stores token, user and sign-in time in both storages', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    for (const store of [localStorage, sessionStorage]) {
      expect(store.getItem('token')).toBe('secret')
      expect(JSON.parse(store.getItem('user') ?? '')).toEqual(user)
      expect(store.getItem('loginTime')).toBe(String(signedInAt))
    }
  })

  it('is restored within 24 hours', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    expect(restoreSession(signedInAt + 24 * hour, true)).toEqual({ token: 'secret', user })
  })

  it('expires after 24 hours with everything else in storage, and is logged', () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    storeSession({ token: 'secret', user }, signedInAt)
    localStorage.setItem('impersonatedRole', 'owner')
    expect(restoreSession(signedInAt + 24 * hour + 1, false)?.token).toBe('secret')
    expect(restoreSession(signedInAt + 24 * hour + 1, true)).toBeNull()
    expect(localStorage).toHaveLength(0)
    expect(sessionStorage).toHaveLength(0)
    expect(log).toHaveBeenCalledWith('Session expired, please login again')
  })

  it('is restored from session storage if local storage was cleared', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    localStorage.clear()
    expect(restoreSession(signedInAt, true)?.token).toBe('secret')
  })

  it('is not restored if the stored user is invalid', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    for (const store of [localStorage, sessionStorage]) store.setItem('user', '{"id":')
    expect(restoreSession(signedInAt, true)).toBeNull()
  })

  it('loses only token and user after a 401', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    localStorage.setItem('useMockData', 'true')
    removeSession('secret')
    expect(localStorage.getItem('token')).toBeNull()
    expect(sessionStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('useMockData')).toBe('true')
  })

  it('of another tab is neither removed nor overwritten', () => {
    storeSession({ token: 'older', user }, signedInAt)
    const colleague = { ...user, id: 'u2' }
    localStorage.setItem('token', 'newer')
    localStorage.setItem('user', JSON.stringify(colleague))
    storeUser(user, 'older')
    removeSession('older')
    expect(sessionStorage.getItem('token')).toBeNull()
    expect(restoreSession(signedInAt, true)).toEqual({ token: 'newer', user: colleague })
  })

  it.each([
    ['logging out', clearStorage],
    ['the check on start', () => restoreSession(signedInAt + 24 * hour + 1, true)],
  ])('leaves nothing behind at %s but the theme of the device and the knocks that wait', (_what, end) => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    storeSession({ token: 'secret', user }, signedInAt)
    localStorage.setItem('useMockData', 'true')
    localStorage.setItem('theme', 'dark')
    localStorage.setItem(`${OUTBOX_KEY_PREFIX}u1`, '[{}]')
    const [deleteCache, deleteDatabase] = [vi.fn(() => Promise.resolve(true)), vi.fn()]
    vi.stubGlobal('caches', { delete: deleteCache })
    vi.stubGlobal('indexedDB', { deleteDatabase })
    end()
    expect(deleteDatabase).toHaveBeenCalledWith('porchlight.areas')
    expect(deleteCache.mock.calls).toEqual([['porchlight.area-tiles'], ['porchlight.tiles']])
    vi.unstubAllGlobals()
    expect(Object.keys(localStorage).sort()).toEqual([`${OUTBOX_KEY_PREFIX}u1`, 'theme'])
    expect(localStorage.getItem(`${OUTBOX_KEY_PREFIX}u1`)).toBe('[{}]')
    expect(sessionStorage).toHaveLength(0)
  })
})
