// @vitest-environment jsdom
import { Kind, parse } from 'graphql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoginDocument } from '../../gql/plain/graphql.ts'
import {
  clearStorage,
  deleteDataOfRefusedAccount,
  endRefusedSession,
  noteSavedAreas,
  removeSession,
  replaceExpiredUser,
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
  isActive: true,
  createdAt: '2026-01-05T14:00:00.000Z',
  tenantId: null,
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

  it('has the fields of the specification as the server gives them', () => {
    const { definitions } = parse(String(LoginDocument))
    const names = definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === 'SessionUser'
        ? definition.selectionSet.selections.map((field) => (field.kind === Kind.FIELD ? field.name.value : ''))
        : [],
    )
    // Spec §3, with the names of GraphQL.
    expect(names).toEqual(
      expect.arrayContaining(
        'id email fullName role isAdmin isOwner tenant tenantId phone isActive createdAt'.split(' '),
      ),
    )
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

  it('leaves nothing behind at a logout but the theme of the device and the knocks that wait', () => {
    storeSession({ token: 'secret', user }, signedInAt)
    localStorage.setItem('useMockData', 'true')
    localStorage.setItem('theme', 'dark')
    localStorage.setItem(`${OUTBOX_KEY_PREFIX}u1`, '[{}]')
    const [deleteCache, deleteDatabase] = [vi.fn(() => Promise.resolve(true)), vi.fn()]
    vi.stubGlobal('caches', { delete: deleteCache })
    vi.stubGlobal('indexedDB', { deleteDatabase })
    clearStorage()
    expect(deleteDatabase).toHaveBeenCalledWith('porchlight.areas')
    expect(deleteCache.mock.calls).toEqual([['porchlight.area-tiles'], ['porchlight.tiles']])
    vi.unstubAllGlobals()
    expect(Object.keys(localStorage).sort()).toEqual([`${OUTBOX_KEY_PREFIX}u1`, 'theme'])
    expect(localStorage.getItem(`${OUTBOX_KEY_PREFIX}u1`)).toBe('[{}]')
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('what the server has answered to a user', () => {
  const session = { token: 'secret', user }
  const [deleteCache, deleteDatabase] = [vi.fn(() => Promise.resolve(true)), vi.fn()]
  const deleted = () => [...deleteDatabase.mock.calls, ...deleteCache.mock.calls].flat()
  const everything = ['porchlight.areas', 'porchlight.reads', 'porchlight.area-tiles', 'porchlight.tiles']

  beforeEach(() => {
    vi.stubGlobal('caches', { delete: deleteCache })
    vi.stubGlobal('indexedDB', { deleteDatabase })
    storeSession(session, signedInAt)
    localStorage.setItem(`${OUTBOX_KEY_PREFIX}u1`, '[{}]')
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })

  it('is deleted when the server refuses a session that has not reached its age, and the outbox stays', () => {
    endRefusedSession(session, signedInAt + 23 * hour)
    expect(deleted()).toEqual(everything)
    expect(restoreSession(signedInAt + 23 * hour, true)).toBeNull()
    expect(localStorage.getItem(`${OUTBOX_KEY_PREFIX}u1`)).toBe('[{}]')
  })

  it('is deleted if it is not known when the user signed in', () => {
    for (const store of [localStorage, sessionStorage]) store.removeItem('loginTime')
    endRefusedSession(session, signedInAt)
    expect(deleted()).toEqual(everything)
  })

  it('waits for the same user after a session has expired by its age', () => {
    endRefusedSession(session, signedInAt + 24 * hour)
    expect(restoreSession(signedInAt + 24 * hour, true)).toBeNull()
    replaceExpiredUser('u1')
    expect(deleted()).toEqual([])
    replaceExpiredUser('u2')
    expect(deleted()).toEqual([])
  })

  it('waits for the same user after the check on start has ended a session by its age', () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('useMockData', 'true')
    noteSavedAreas(true)
    expect(restoreSession(signedInAt + 24 * hour + 1, true)).toBeNull()
    const kept = ['porchlight.expiredUser', `${OUTBOX_KEY_PREFIX}u1`, 'theme']
    expect(Object.keys(localStorage).sort()).toEqual(kept)
    expect(sessionStorage).toHaveLength(0)
    replaceExpiredUser('u1')
    expect(deleted()).toEqual([])
  })

  it('is deleted by the check on start if no area is saved, which alone is promised for longer', () => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    noteSavedAreas(true)
    noteSavedAreas(false)
    expect(restoreSession(signedInAt + 24 * hour + 1, true)).toBeNull()
    expect(deleted()).toEqual(everything)
  })

  it.each([
    ['the server has refused it', () => endRefusedSession(session, signedInAt + 30 * hour)],
    [
      'the check on start has ended it',
      () => {
        noteSavedAreas(true)
        return restoreSession(signedInAt + 30 * hour, true)
      },
    ],
  ])('is deleted when another user signs in after %s', (_what, end) => {
    vi.spyOn(console, 'info').mockImplementation(() => undefined)
    end()
    replaceExpiredUser('u2')
    expect(deleted()).toEqual(everything)
    expect(localStorage.getItem('porchlight.expiredUser')).toBeNull()
  })

  it('is deleted when the server refuses the account after that, and not for another account', () => {
    endRefusedSession(session, signedInAt + 30 * hour)
    deleteDataOfRefusedAccount('quinn@maple-demo.example')
    expect(deleted()).toEqual([])
    deleteDataOfRefusedAccount(' Riley@Maple-Demo.example')
    expect(deleted()).toEqual(everything)
  })

  it('stays while another tab has a newer session', () => {
    storeSession({ token: 'newer', user }, signedInAt)
    sessionStorage.setItem('token', 'secret')
    endRefusedSession(session, signedInAt + hour)
    expect(deleted()).toEqual([])
    expect(restoreSession(signedInAt + hour, true)?.token).toBe('newer')
  })
})
