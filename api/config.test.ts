import { describe, expect, it } from 'vitest'
import { readConfig, WrongSetting } from './config.ts'

describe('the configuration', () => {
  it('needs nothing: every setting has a default', () => {
    expect(readConfig({})).toMatchObject({ port: 4000, databaseUrl: null, demo: true, globalAdminEmail: null })
  })

  it('takes an empty setting for one that is not there', () => {
    expect(readConfig({ PORT: '', GLOBAL_ADMIN_EMAIL: '', MAPBOX_TOKEN: '' })).toEqual(readConfig({}))
  })

  it('makes no demo on a database of your own', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/porchlight' }).demo).toBe(false)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it.each([
    ['PORT', 'eighty', /PORT: .*port number/],
    ['PORT', '70000', /PORT/],
    ['DATABASE_URL', 'mysql://db.example', /DATABASE_URL: takes an address/],
    ['DEMO', 'perhaps', /DEMO/],
    ['GLOBAL_ADMIN_EMAIL', 'boss', /GLOBAL_ADMIN_EMAIL: takes an e-mail address/],
    ['MINIMUM_PASSWORD_LENGTH', '3', /MINIMUM_PASSWORD_LENGTH/],
  ])('names %s when it is %s, and says what it takes', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(WrongSetting)
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[^]*DEMO/)
  })
})
