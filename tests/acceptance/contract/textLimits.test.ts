import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxLengthOf } from '../../../api/domain/maxLengths.ts'
import type { OpenApiDocument, Operation, Schema } from '../../../api/rest/openapiDocument.ts'
import { createSocketClient, graphql, rest, type Json } from '../../support/client.ts'
import { runSocketSession } from '../../faults/socketFrames.ts'
import { createContractFixture, operationsOf, type ContractFixture } from './contractFixture.ts'

let fixture: ContractFixture
let inTenant: Record<string, string>
beforeAll(async () => {
  fixture = await createContractFixture()
  inTenant = { 'x-tenant-id': fixture.testTenant.tenantId }
}, 120_000)
afterAll(() => fixture.teardown())

const tooLong = (name: string) => 'x'.repeat(maxLengthOf(name) + 1)
/** A quadratic pattern needed 30 seconds for it. */
const dots = `x@${'.'.repeat(80_000)}`

/** Whether any text is allowed. */
const isText = ({ type, maxLength }: Schema): boolean =>
  [type ?? []].flat().includes('string') && maxLength !== undefined

function bodyTextsOf({ components }: OpenApiDocument, { requestBody }: Operation, type: string): string[] {
  const given = requestBody?.content[type]?.schema
  const schema = given?.$ref ? components.schemas[given.$ref.split('/').at(-1)!] : given
  return Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) =>
    isText(inner) || inner.anyOf?.some(isText) ? [name] : [],
  )
}

const formWith = (name: string): FormData => {
  const form = new FormData()
  form.append(name, tooLong(name))
  form.append('file', new Blob(['a']), 'a.csv')
  return form
}

describe('a text that is too long', () => {
  it('is a 400 that names it in the path, query, body and form of each route', async () => {
    const { document, globalAdmin, server } = fixture
    const faults: string[] = []
    let sent = 0
    const expectRefused = async (place: string, name: string, response: { status: number; body: Json }) => {
      sent += 1
      const message = `At most ${maxLengthOf(name).toLocaleString('en-US')} characters.`
      if (response.status !== 400 || response.body['errors']?.[name] !== message)
        faults.push(`${place} ${name}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`)
    }
    for (const { method, path, operation } of operationsOf(document)) {
      const parameters = (operation.parameters ?? []).flatMap((parameter) => ('in' in parameter ? parameter : []))
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      const fill = (long?: string) =>
        inPath.reduce(
          (filled, { name }) => filled.replace(`{${name}}`, name === long ? tooLong(name) : randomUUID()),
          path,
        )
      const send = (target: string, body?: object) =>
        rest(server.url, globalAdmin.token, method, target, body, inTenant)
      for (const { name } of inPath) await expectRefused(`${method} ${path}`, name, await send(fill(name)))
      for (const { name, in: place, schema } of parameters)
        if (place === 'query' && isText(schema))
          await expectRefused(
            `${method} ${path}?`,
            name,
            await send(`${fill()}?${new URLSearchParams({ [name]: tooLong(name) })}`),
          )
      for (const name of bodyTextsOf(document, operation, 'application/json'))
        await expectRefused(`${method} ${path} body`, name, await send(fill(), { [name]: tooLong(name) }))
      for (const name of bodyTextsOf(document, operation, 'multipart/form-data')) {
        if (name === 'file') continue
        const headers = { authorization: `Bearer ${globalAdmin.token}`, ...inTenant }
        const response = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: formWith(name) })
        await expectRefused(`${method} ${path} form`, name, {
          status: response.status,
          body: (await response.json()) as Json,
        })
      }
    }
    expect(faults).toEqual([])
    expect(sent).toBeGreaterThan(100)
  }, 120_000)

  it.each([
    ['mutation { login(email: "given", password: "x") { accessToken } }', 'email', 320],
    ['mutation ($given: String!) { login(email: $given, password: "x") { accessToken } }', 'email', 320],
    ['mutation ($given: String!) { register(email: $given, password: "x", fullName: "x") { message } }', 'email', 320],
    ['mutation ($given: String = "given") { login(email: $given, password: "x") { accessToken } }', 'email', 320],
    [
      'mutation ($given: String!) { createUser(input: { email: $given, fullName: "x", password: "a sample", role: OWNER }) { id } }',
      'email',
      320,
    ],
    [
      'mutation ($given: String!) { createLead(input: { tag: STORM, contactEmail: $given }) { id } }',
      'contact_email',
      320,
    ],
    ['query ($given: String!) { quickFind(query: $given) { users { id } } }', 'query', 4_096],
  ])(
    'is refused by %s on both transports',
    async (document, field, limit) => {
      const query = document.replace('"given"', JSON.stringify(dots))
      const variables = document.includes('$given:') && !document.includes('"given"') ? { given: dots } : {}
      const message = `At most ${limit.toLocaleString('en-US')} characters.`
      const expected = {
        message: `${field}: ${message}`,
        extensions: { code: 'BAD_USER_INPUT', errors: { [field]: message }, limit },
      }
      const { errors } = await graphql(fixture.server.url, fixture.globalAdmin.token, query, variables, inTenant)
      expect(errors).toMatchObject([expected])
      const socket = createSocketClient(fixture.server.url, fixture.owner.token)
      const received = await new Promise<unknown>((resolve) => {
        socket.subscribe(
          { query, variables },
          { next: resolve, error: resolve, complete: () => resolve('completed without an error') },
        )
      })
      await socket.dispose()
      expect(received).toMatchObject([expected])
    },
    20_000,
  )

  it.each(['x-tenant-id', '\u6f22'.repeat(200)])('in what opens a socket closes it: %s', async (name) => {
    const payload = { authorization: `Bearer ${fixture.owner.token}`, [name]: tooLong(name) }
    const { closeCode } = await runSocketSession(fixture.server.url, [
      JSON.stringify({ type: 'connection_init', payload }),
    ])
    expect(closeCode).toBe(4403)
  })

  it('in an action of sync refuses only this action', async () => {
    const { rep, testTenant } = fixture
    const propertyId = testTenant.properties[0]![0]!
    const knock = (note: string) => ({
      id: randomUUID(),
      kind: 'KNOCK',
      knock: { propertyId, outcome: 'TALKED', note },
    })
    const actions = [knock('Ring twice.'), knock(tooLong('note'))]
    const sent = 'mutation ($actions: [SyncActionInput!]!) { sync(actions: $actions) { outcome code message } }'
    const { sync: results } = await fixture.execute(rep, sent, { actions })
    expect(results).toEqual([
      { outcome: 'APPLIED', code: null, message: null },
      { outcome: 'REFUSED', code: 'BAD_USER_INPUT', message: 'note: At most 2,000 characters.' },
    ])
  })
})
