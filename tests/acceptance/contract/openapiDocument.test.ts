import { readFileSync } from 'node:fs'
import { validate } from '@readme/openapi-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSchema } from '../../../api/resolvers/all.ts'
import type { OpenApiDocument, Operation } from '../../../api/rest/openapiDocument.ts'
import { rest } from '../../support/client.ts'
import { createServerFixture } from '../../support/serverFixture.ts'
import { createValidator } from './schemaValidation.ts'
import { createPermissionFixture, type PermissionFixture } from '../permissions/permissionFixture.ts'

let fixture: PermissionFixture
let document: OpenApiDocument
let operations: { name: string; operation: Operation }[]

beforeAll(async () => {
  fixture = await createPermissionFixture()
  document = (await rest(fixture.url, null, 'GET', '/openapi.json')).body as OpenApiDocument
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
}, 60_000)
afterAll(() => fixture.teardown())

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const received = await validate(structuredClone(document) as never)
    expect(received).toMatchObject({ valid: true, warnings: [] })
  })

  it('describes exactly the routes of the server', () => {
    const mounted = fixture.routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    expect(operations.map(({ name }) => name).sort()).toEqual(mounted.sort())
  })

  it('has a description of every operation, parameter and response', () => {
    const silent = operations.filter(
      ({ operation }) =>
        !operation.summary || Object.values(operation.responses).some(({ description }) => !description),
    )
    expect(silent).toEqual([])
  })

  it('describes the answers to wrong headers and parameters, and of a request that nobody signed in for', async () => {
    const authorization = `Bearer ${fixture.globalAdmin.token}`
    const id = '00000000-0000-4000-8000-000000000000'
    const wrongs: { path: string; headers: Record<string, string>; status: number }[] = [
      { path: '?unknown=1', headers: { authorization }, status: 400 },
      { path: '', headers: {}, status: 401 },
      { path: '', headers: { authorization, 'x-tenant-id': id }, status: 404 },
      {
        path: '',
        headers: { authorization, 'x-impersonate-role': 'sales_rep', 'x-impersonate-user': id },
        status: 404,
      },
      { path: '', headers: { authorization, 'x-impersonate-role': 'none' }, status: 422 },
    ]
    const reads = operations.filter(({ name, operation }) => /^GET [^{]*$/.test(name) && !operation.security)
    expect(reads.length).toBeGreaterThan(30)
    for (const { name, operation } of reads)
      for (const { path, headers, status } of wrongs) {
        const response = await fetch(`${fixture.url}/api${name.slice('GET '.length)}${path}`, { headers })
        const { code } = (await response.json()) as { code: string }
        expect([name, response.status, code]).toEqual([name, status, expect.any(String)])
        expect(Object.keys(operation.responses)).toContain(String(status))
      }
  })

  it('has an example of every JSON body and response that matches its schema', () => {
    const faultsAt = createValidator(document)
    const pieces = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses }]) => [
        { at: ['paths', path, method, 'requestBody'], content: requestBody?.content },
        ...Object.entries(responses).map(([status, { content }]) => ({
          at: ['paths', path, method, 'responses', status],
          content,
        })),
      ]),
    )
    const examples = pieces.flatMap(({ at, content }) => {
      const json = content?.['application/json']
      return json ? [{ at, example: json.example }] : []
    })
    const wrong = examples.flatMap(({ at, example }) =>
      faultsAt([...at, 'content', 'application/json', 'schema'], example).map((fault) => `${at.join(' ')}: ${fault}`),
    )
    expect(wrong).toEqual([])
    expect(examples.length).toBeGreaterThan(80)
  })

  it('has unique operation ids', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('has every GraphQL operation that the recipes do not list as one that only GraphQL has', async () => {
    const schema = await makeSchema()
    const [, section] = readFileSync('docs/recipes.md', 'utf8').split('## Operations that only GraphQL has\n')
    const listed = [...section!.split('\n## ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    const routes = new Set(operations.map(({ operation }) => operation['x-graphql']?.split('.')[1]))
    const others = [schema.getQueryType(), schema.getMutationType()]
      .flatMap((type) => Object.keys(type!.getFields()))
      .filter((name) => !routes.has(name))
    expect(new Set(listed)).toEqual(new Set(others))
  })

  it('names only GraphQL operations that exist', async () => {
    const schema = await makeSchema()
    const schemaOperations = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type!.getFields()).map((field) => `${type!.name}.${field}`),
    )
    const graphqlOperations = operations.flatMap(({ operation }) => operation['x-graphql'] ?? [])
    expect(graphqlOperations.filter((operation) => !schemaOperations.includes(operation))).toEqual([])
  })
})

describe('a closed document', async () => {
  const closed = await createServerFixture({ ownServer: 'hides the documents', env: { API_DOCS: 'signed-in' } })
  afterAll(() => closed.teardown())
  const read = (token: string | null) => rest(closed.server.url, token, 'GET', '/openapi.json')

  it('is for signed-in users and API keys only, and says so', async () => {
    for (const token of [null, 'made-up']) expect([token, (await read(token)).status]).toEqual([token, 401])
    const key = await rest(closed.server.url, closed.rep.token, 'POST', '/api-keys', {
      name: 'x',
      scope: 'read',
      expires_in_days: 1,
    })
    for (const token of [closed.rep.token, key.body['data'].token as string]) {
      const { status, body, headers } = await read(token)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      const { paths } = body as OpenApiDocument
      expect(paths['/openapi.json']!['get']).toMatchObject({ 'x-permission': 'signedIn' })
      expect(Object.keys(paths)).toEqual(Object.keys(document.paths))
    }
  })

  it('leaves pages that contain nothing of it', async () => {
    const page = await fetch(`${closed.server.url}/api/docs`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/operationId|\/leads/)
  })
})

describe('the reference page', () => {
  it('shows the document with scripts and styles of this server only, none of them inline', async () => {
    const page = await fetch(`${fixture.url}/api/docs`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const html = await page.text()
    expect(html.match(/<script>|<style|<img|@import|url\(|\son\w+=|https?:/g)).toBeNull()
    const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
    expect(files).toHaveLength(4)
    for (const path of files) {
      const file = await fetch(`${fixture.url}${path}`)
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/css'
      expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, `${type}; charset=utf-8`])
      if (path.includes('reference.')) expect(await file.text()).not.toMatch(/https?:|@import/)
    }
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    const start = await (await fetch(`${fixture.url}/api/docs/reference.js`)).text()
    expect(start).toContain("url: '/api/openapi.json'")
    expect(start).toContain('tryItOutEnabled: true')
  })

  it('uses the typeface of the product, served by this server', async () => {
    const style = await (await fetch(`${fixture.url}/api/docs/reference.css`)).text()
    const [, path] = /font-family: 'Figtree Variable';.*src: url\(([^)]+)\)/.exec(style)!
    const font = await fetch(`${fixture.url}${path}`)
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  })
})
