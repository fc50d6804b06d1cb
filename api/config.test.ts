import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig, InvalidSetting } from './config.ts'

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toMatchObject({ port: 4000, databaseUrl: null, demo: true, globalAdminEmail: null })
  })

  it('is loaded with schemas that generate no functions', () => {
    expect(z.config()).toMatchObject({ jitless: true })
  })

  it('treats an empty setting as not set', () => {
    expect(readConfig({ PORT: '', GLOBAL_ADMIN_EMAIL: '', MAPBOX_TOKEN: '' })).toEqual(readConfig({}))
  })

  it('creates no demo data in an external database', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/porchlight' }).demo).toBe(false)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('reads the mail server from its URL', () => {
    const settings = { MAIL_FROM: 'Porchlight <mail@porchlight.example>', PUBLIC_URL: 'https://porchlight.example/' }
    const from = { name: 'Porchlight', address: 'mail@porchlight.example' }
    const read = (url: string) => readConfig({ ...settings, MAIL_URL: url })
    expect(read('smtps://sam%40mail.example:a%3Ab@mail.example')).toMatchObject({
      publicUrl: 'https://porchlight.example',
      mail: {
        ...{ host: 'mail.example', port: 465, isSecure: true, from },
        credentials: { user: 'sam@mail.example', password: 'a:b' },
      },
    })
    expect(read('smtp://[::1]:2525').mail).toEqual({
      ...{ host: '::1', port: 2525, isSecure: false, credentials: null, from },
    })
    expect(readConfig({ PORT: '4100' })).toMatchObject({ mail: null, publicUrl: 'http://localhost:4100' })
  })

  it('reads the owner password from PGPASSWORD unless the URL has one', () => {
    const { databaseUrl } = readConfig({ DATABASE_URL: 'postgres://owner@db.example/porchlight', PGPASSWORD: 'a b' })
    expect(databaseUrl).toBe('postgres://owner:a%20b@db.example/porchlight')
    const own = 'postgres://owner:own@db.example/porchlight'
    expect(readConfig({ DATABASE_URL: own, PGPASSWORD: 'other' }).databaseUrl).toBe(own)
  })

  it.each([
    ['PORT', 'eighty', /PORT: .*port number/],
    ['PORT', '70000', /PORT/],
    ['DATABASE_URL', 'mysql://db.example', /DATABASE_URL: must be a URL/],
    // The URL of the application role is derived from this one, which requires a host.
    ['DATABASE_URL', 'postgres:///porchlight', /DATABASE_URL: must be a URL/],
    ['DEMO', 'perhaps', /DEMO/],
    ['ALLOWED_ORIGINS', '*', /ALLOWED_ORIGINS: must be origins such as/],
    ['ALLOWED_ORIGINS', 'https://a.example,https://b.example/app', /ALLOWED_ORIGINS: must be origins/],
    ['PUBLIC_URL', 'https://app.example.com/porchlight', /PUBLIC_URL: must be an origin/],
    ['PUBLIC_URL', 'javascript:alert(1)', /PUBLIC_URL: must be an origin/],
    ['MAIL_URL', 'https://mail.example.com', /MAIL_URL: must be a URL such as smtps/],
    ['MAIL_URL', 'smtp://mail.example.com/?pool=true', /MAIL_URL: must be a URL such as smtps/],
    ['MAIL_URL', 'smtp://user:100%@mail.example.com', /MAIL_URL: must be a URL such as smtps/],
    ['MAIL_FROM', 'Porchlight', /MAIL_FROM: must be an address/],
    ['MAIL_FROM', 'Porchlight <a@mail.example>, <b@mail.example>', /MAIL_FROM: must be an address/],
    ['MAIL_FROM', 'Porchlight\r\nBcc: <a@mail.example>', /MAIL_FROM: must be an address/],
    ['MAIL_FROM', 'mail@porchlight.example', /MAIL_URL: requires MAIL_FROM, and the other way round/],
    ['API_DOCS', 'closed', /API_DOCS: must be public or signed-in/],
    ['GLOBAL_ADMIN_EMAIL', 'boss', /GLOBAL_ADMIN_EMAIL: must be an email address/],
    ['MINIMUM_PASSWORD_LENGTH', '3', /MINIMUM_PASSWORD_LENGTH/],
    ['SESSION_IDLE', '2', /SESSION_IDLE: must be off, or minutes from 5 to 1440/],
  ])('rejects %s=%s and says what it accepts', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(InvalidSetting)
    expect(() => readConfig({ [name]: value })).toThrow(sentence)
  })

  it.each([
    [{}, false],
    [{ DEMO: 'off' }, false],
    [{ DEMO: 'off', HOST: 'localhost' }, false],
    [{ DEMO: 'off', HOST: '::1' }, false],
    [{ DEMO: 'off', HOST: '0.0.0.0' }, true],
    [{ DEMO: 'off', HOST: '192.0.2.7' }, true],
    // With the demo, the server listens on the loopback address whatever HOST says.
    [{ HOST: '0.0.0.0' }, false],
    [{ TRUSTED_PROXIES: '1' }, true],
    [{ DATABASE_URL: 'postgres://db.example/porchlight' }, false],
    [{ DATABASE_URL: 'postgres://db.example/porchlight', HOST: '0.0.0.0' }, true],
    [{ DATABASE_URL: 'postgres://db.example/porchlight', HOST: '0.0.0.0', SETUP_CODE: 'off' }, false],
    [{ SETUP_CODE: 'on' }, true],
  ])('with %j requires a set-up code: %s', (environment, isRequired) => {
    expect(readConfig(environment).setupCodeRequired).toBe(isRequired)
  })

  it('requires a key for the anchors of the log', () => {
    const both = { ANCHOR_FILE: '/anchors/log.jsonl', ANCHOR_KEY_FILE: '/keys/anchor.pem' }
    expect(readConfig(both).anchor).toEqual({ file: '/anchors/log.jsonl', keyFile: '/keys/anchor.pem' })
    expect(readConfig({}).anchor).toBeNull()
    expect(() => readConfig({ ANCHOR_FILE: '/anchors/log.jsonl' })).toThrow(/ANCHOR_FILE: requires ANCHOR_KEY_FILE/)
  })

  it('encrypts backups unless that is switched off, and not both', () => {
    expect(readConfig({})).toMatchObject({
      backupEncryption: true,
      backupRecipient: null,
      backupIdentityDir: '.backup-identity',
      backupCommand: null,
    })
    expect(readConfig({ BACKUP_ENCRYPTION: 'off' }).backupEncryption).toBe(false)
    const both = { BACKUP_ENCRYPTION: 'off', BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }
    expect(() => readConfig(both)).toThrow(/BACKUP_ENCRYPTION: must be on with BACKUP_RECIPIENT/)
  })

  it('names all invalid settings at once', () => {
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
    [{ GEOCODER: 'mapbox', MAPBOX_TOKEN: 'pk.x', BASEMAP: 'maplibre' }, /mapbox requires BASEMAP=mapbox/],
    [{ REGRID_URL: 'app.regrid.com' }, /REGRID_URL: must be an http or https URL/],
    [{ MAPBOX_URL: 'file:///etc/passwd' }, /MAPBOX_URL/],
  ])('refuses %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(InvalidSetting)
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
