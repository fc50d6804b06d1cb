import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let folder: string
let database: TestDatabase
let server: TestServer

const workerFile = 'precache([{"revision":"5b68-minimum-password-length-6-sign-up-approval","url":"index.html"}])'

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-pages-'))
  cpSync('web/index.html', path.join(folder, 'index.html'))
  writeFileSync(path.join(folder, 'serviceWorker.js'), workerFile)
  mkdirSync(path.join(folder, 'explorer'))
  writeFileSync(path.join(folder, 'explorer/index.html'), '<!doctype html><title>Explorer</title>')
  database = await createTestDatabase()
  const env = { WEB_DIR: folder, MINIMUM_PASSWORD_LENGTH: '10', SIGNUP: 'invite', TRUSTED_PROXIES: '1' }
  server = await startServer({ databaseUrl: database.ownerUrl, env })
}, 120_000)
afterAll(async () => {
  await server.stop()
  await database.close()
  rmSync(folder, { recursive: true })
})

const asked = (address: string, accept: string) => fetch(`${server.url}${address}`, { headers: { accept } })
/** Not by fetch, which refuses TRACE. */
const send = (method: string) =>
  new Promise<{ status?: number; type?: string; text: string }>((resolve, reject) => {
    const request = httpRequest(`${server.url}/`, { method, headers: { 'x-sample': 'sample secret' } }, (response) => {
      response.setEncoding('utf8')
      void response
        .toArray()
        .then((parts) =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], text: parts.join('') }),
        )
    })
    request.on('error', reject).end()
  })
const asBrowser = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('a browser', () => {
  it.each(['/', '/login', '/properties?search=a'])('gets the page at %s, and revalidates it', async (address) => {
    const page = await asked(address, asBrowser)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await page.text()).toContain('<div id="root">')
    // Send the conditional header explicitly: fetch would send `cache-control: no-cache`.
    const headers = { 'if-none-match': page.headers.get('etag')!, 'cache-control': 'max-age=0' }
    const again = await fetch(`${server.url}${address}`, { headers })
    expect(again.status).toBe(304)
  })

  it.each(['/', '/assets/missing.js', '/api/health/live', '/api/auth/me', '/graphql'])(
    'is told to use TLS from now on where it did, and not without: %s',
    async (address) => {
      const hstsOf = async (headers: Record<string, string>) =>
        (await fetch(`${server.url}${address}`, { headers })).headers.get('strict-transport-security')
      expect(await hstsOf({ 'x-forwarded-proto': 'https' })).toBe('max-age=31536000')
      // The last entry is the one of the trusted proxy.
      for (const proto of ['http', 'https, http']) expect(await hstsOf({ 'x-forwarded-proto': proto })).toBeNull()
      expect(await hstsOf({})).toBeNull()
    },
  )

  it('gets the configured minimum password length, and who may sign up', async () => {
    const page = await (await asked('/register', asBrowser)).text()
    expect(page).toContain('<meta name="minimum-password-length" content="10"')
    expect(page).toContain('<meta name="sign-up" content="invite"')
  })

  it('gets it in the page that the service worker stores, too, whose revision changes with it', async () => {
    const page = await asked('/index.html', '*/*')
    expect(await page.text()).toContain('<meta name="minimum-password-length" content="10"')
    const worker = await asked('/serviceWorker.js', '*/*')
    expect(worker.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(await worker.text()).toBe(workerFile.replace('length-6-sign-up-approval', 'length-10-sign-up-invite'))
  })

  it('gets a page that reloads while the explorer is being built', async () => {
    const page = path.join(folder, 'explorer/index.html')
    renameSync(page, `${page}.later`)
    const response = await asked('/graphql', asBrowser)
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await response.text()).toContain('<meta http-equiv="refresh"')
    renameSync(`${page}.later`, page)
    expect((await asked('/graphql', asBrowser)).status).toBe(200)
  })

  it.each(['/', '/index.html', '/map', '/graphql', '/api/docs', '/api/legacy/static/flyer.html', '/api/unknown'])(
    'is allowed no inline script and no unknown inline style at %s',
    async (address) => {
      const policy = (await asked(address, asBrowser)).headers.get('content-security-policy')
      expect(policy).toMatch(/(default|style)-src/)
      expect(policy).not.toMatch(/unsafe-(inline|eval)|nonce/)
    },
  )

  it.each([
    'GET /',
    'GET /assets/missing.js',
    'POST /',
    'GET /graphql',
    'GET /api/docs',
    'GET /api/auth/me',
    'GET /api/unknown',
  ])('may show nothing in a frame of another page: %s', async (request) => {
    const [method, address] = request.split(' ') as [string, string]
    const { headers } = await fetch(`${server.url}${address}`, { method, headers: { accept: asBrowser } })
    expect(headers.get('content-security-policy')).toMatch(/object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
    expect(headers.get('x-frame-options')).toBe('DENY')
  })

  it('gets nothing back for TRACE, and a problem for another method that no page has', async () => {
    const answers = await Promise.all(['TRACE', 'DELETE'].map((method) => send(method)))
    for (const { status, type, text } of answers) {
      expect([status, type]).toEqual([404, 'application/problem+json; charset=utf-8'])
      expect(JSON.parse(text)).toMatchObject({ detail: 'There is no such page.' })
      expect(text).not.toContain('sample secret')
    }
  })

  it('gets the explorer at /graphql, unlike a program', async () => {
    expect(await (await asked('/graphql', asBrowser)).text()).toContain('<title>Explorer</title>')
    for (const accept of ['application/json', '*/*'])
      expect((await asked('/graphql', accept)).headers.get('content-type')).toMatch(/^application\/json/)
  })
})
