import { describe, expect, it } from 'vitest'
import { readConfig, InvalidSetting } from './config.ts'

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

  it('knows the password of the owner where libpq would find it, and its own is put first', () => {
    const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://owner@db.example/porchlight', PGPASSWORD: 'a b' })
    expect(databaseUrl).toBe('postgres://owner:a%20b@db.example/porchlight')
    const own = 'postgres://owner:own@db.example/porchlight'
    expect(readConfig({ DATABASE_URL: own, PGPASSWORD: 'other' }).databaseUrl).toBe(own)
  })

  it.each([
    ['PORT', 'eighty', /PORT: .*port number/],
    ['PORT', '70000', /PORT/],
    ['DATABASE_URL', 'mysql://db.example', /DATABASE_URL: takes an address/],
    // Without a host there is no place for the name of the application's role.
    ['DATABASE_URL', 'postgres:///porchlight', /DATABASE_URL: takes an address/],
    ['DEMO', 'perhaps', /DEMO/],
    ['GLOBAL_ADMIN_EMAIL', 'boss', /GLOBAL_ADMIN_EMAIL: takes an e-mail address/],
    ['MINIMUM_PASSWORD_LENGTH', '3', /MINIMUM_PASSWORD_LENGTH/],
  ])('names %s when it is %s, and says what it takes', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(InvalidSetting)
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it('names everything that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT[^]*DEMO/)
  })

  it.each([
    [{}, ['embedded', 'embedded', 'maplibre']],
    [{ MAPBOX_TOKEN: 'pk.x' }, ['embedded', 'mapbox', 'mapbox']],
    [{ REGRID_TOKEN: 'x' }, ['regrid', 'embedded', 'maplibre']],
    [{ REGRID_TOKEN: 'x', PARCEL_PROVIDER: 'embedded' }, ['embedded', 'embedded', 'maplibre']],
    [{ MAPBOX_TOKEN: 'pk.x', BASEMAP: 'maplibre' }, ['embedded', 'embedded', 'maplibre']],
    [{ MAPBOX_TOKEN: 'pk.x', GEOCODER: 'embedded' }, ['embedded', 'embedded', 'mapbox']],
  ])('with %j uses the providers %j', (environment, providers) => {
    const { parcelProvider, geocoder, basemap } = readConfig(environment)
    expect([parcelProvider, geocoder, basemap]).toEqual(providers)
  })

  it.each([
    [{ PARCEL_PROVIDER: 'regrid' }, /REGRID_TOKEN/],
    [{ GEOCODER: 'mapbox' }, /MAPBOX_TOKEN/],
    [{ GEOCODER: 'mapbox', MAPBOX_TOKEN: 'pk.x', BASEMAP: 'maplibre' }, /only to be used with BASEMAP=mapbox/],
    [{ REGRID_URL: 'app.regrid.com' }, /REGRID_URL: takes an address/],
    [{ MAPBOX_URL: 'file:///etc/passwd' }, /MAPBOX_URL/],
  ])('refuses %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(InvalidSetting)
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
