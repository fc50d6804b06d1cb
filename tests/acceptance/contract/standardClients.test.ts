import { Client, fetchExchange } from '@urql/core'
import { serverAudits } from 'graphql-http'
import { afterAll, describe, expect, it } from 'vitest'
import { createServerFixture } from '../../support/serverFixture.ts'

const fixture = await createServerFixture()
afterAll(() => fixture.teardown())

const url = `${fixture.server.url}/graphql`
const authorization = `Bearer ${fixture.rep.token}`

it('urql reads and writes with its defaults, which send a query by GET', async () => {
  const methods: string[] = []
  const client = new Client({
    url,
    exchanges: [fetchExchange],
    fetchOptions: { headers: { authorization } },
    fetch: (input, request) => {
      methods.push(request?.method ?? 'GET')
      return fetch(input, request)
    },
  })
  const me = await client.query('{ me { id } }', {}).toPromise()
  expect([me.error, me.data]).toMatchObject([undefined, { me: { id: fixture.rep.id } }])
  const load = await client.mutation('mutation { logMapLoad(lat: 39, lng: -86, zoom: 18) { message } }', {}).toPromise()
  expect(load.error).toBeUndefined()
  expect(methods).toEqual(['GET', 'POST'])
})

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({
    url,
    fetchFn: (input: string, request?: RequestInit) =>
      fetch(input, { ...request, headers: { ...(request?.headers as object), authorization } }),
  })
  // Decision 77 has the reasons.
  const decidedStatus = new Map<string, string>([
    ['MAY use 400 status code on string {extensions} parameter', 'notice'],
    ['MAY use 400 status code on number {extensions} parameter', 'notice'],
    ['MAY use 400 status code on boolean {extensions} parameter', 'notice'],
    ['MAY use 400 status code on array {extensions} parameter', 'notice'],
    ['SHOULD use 200 status code on document parsing failure when accepting application/json', 'warn'],
    ['SHOULD use 200 status code on document validation failure when accepting application/json', 'warn'],
    ['SHOULD use a status code of 200 on variable coercion failure when accepting application/json', 'warn'],
  ])
  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (name, audit) => {
    expect((await audit.fn()).status).toBe(decidedStatus.get(name) ?? 'ok')
  })

  it('has every audit that the decision names', () => {
    const names = new Set<string>(audits.map(({ name }) => name))
    expect([...decidedStatus.keys()].filter((name) => !names.has(name))).toEqual([])
  })
})
