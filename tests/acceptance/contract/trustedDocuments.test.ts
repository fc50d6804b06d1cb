import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocketClient, graphql, type Json } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

const webDir = mkdtempSync(path.join(tmpdir(), 'porchlight-client-'))
let fixture: ServerFixture
beforeAll(async () => {
  mkdirSync(path.join(webDir, 'documents'))
  for (const [name, document] of [
    ['app', 'query Me { me { fullName } }'],
    ['signUp', 'query Offer($token: String!) { invitationOffer(token: $token) { role } }'],
    ['signIn', 'mutation Login($email: String!) { login(email: $email, password: "x") { accessToken } }'],
  ] as const)
    writeFileSync(path.join(webDir, `documents/${name}.json`), JSON.stringify({ [`sha256:${name}`]: document }))
  fixture = await createServerFixture({
    ownServer: 'answers only known documents',
    env: { WEB_DIR: webDir, GRAPHQL_DOCUMENTS: 'client' },
  })
}, 120_000)
afterAll(async () => {
  await fixture.teardown()
  rmSync(webDir, { recursive: true })
})

async function send(body: object, token: string | null = fixture.owner.token): Promise<Json> {
  const response = await fetch(`${fixture.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as object) }
}

/** Sends a GET with a query in its URL and a body, which `fetch` refuses to send. */
async function getWithBody(query: string, body: string): Promise<[status: number, answer: unknown]> {
  const sent = request(`${fixture.server.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: {
      authorization: `Bearer ${fixture.owner.token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return [response.statusCode!, await json(response)]
}

const named = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })

describe('a server that executes only the documents of its web client', () => {
  it('executes them by their hash, over HTTP and over a socket', async () => {
    const expected = { me: { __typename: 'Me', fullName: 'Sample Owner' } }
    expect(await send(named('sha256:app'))).toMatchObject({ status: 200, data: expected })
    const client = createSocketClient(fixture.server.url, fixture.owner.token)
    const answer = await new Promise((next, error) =>
      client.subscribe(
        { query: 'query { apiKeys { id } }', ...named('sha256:app') },
        { next, error, complete: () => undefined },
      ),
    )
    await client.dispose()
    expect(answer).toEqual({ data: expected })
  })

  it('executes those of the sign-in without a session', async () => {
    const { errors } = await send(
      { ...named('sha256:signIn'), variables: { email: 'nobody@porchlight.example' } },
      null,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  })

  it('refuses others, over HTTP and over a socket', async () => {
    const query = 'query Me { me { fullName } }'
    const refused = { errors: [{ extensions: { code: 'FORBIDDEN' } }] }
    expect(await send({ query })).toMatchObject({ status: 403, ...refused })
    expect(await send(named('sha256:other'))).toMatchObject({ status: 403, ...refused })
    for (const body of ['', '{}', JSON.stringify(named('sha256:app'))])
      expect(await getWithBody(query, body)).toMatchObject([403, refused])
    const client = createSocketClient(fixture.server.url, fixture.owner.token)
    const errors = await new Promise((error) =>
      client.subscribe({ query }, { next: () => undefined, error, complete: () => undefined }),
    )
    await client.dispose()
    expect(errors).toMatchObject(refused.errors)
  })
})

it('another server asks for the text of an unknown document', async () => {
  const other = await createServerFixture()
  const body = JSON.stringify(named('sha256:other'))
  const response = await fetch(`${other.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] })
  expect(await graphql(other.server.url, other.owner.token, '{ me { id } }')).toMatchObject({ data: { me: {} } })
  await other.teardown()
})
