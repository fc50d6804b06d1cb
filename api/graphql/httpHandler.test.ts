import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ApolloServer } from '@apollo/server'
import express from 'express'
import { buildSchema, GraphQLError } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeOperations } from './execution.ts'
import { serveGraphql } from './httpHandler.ts'

const schema = buildSchema('type Query { word(length: Int!): String! fails: String }')
Object.assign(schema.getQueryType()!.getFields()['word']!, {
  resolve: (_: unknown, { length }: { length: number }) => 'ä'.repeat(length),
})
schema.getQueryType()!.getFields()['fails']!.resolve = () => {
  throw new GraphQLError('It fails.', { extensions: { code: 'CONFLICT' } })
}
const formatError = (formatted: object) => ({ message: '', ...formatted })
const apollo = new ApolloServer({
  schema,
  plugins: [executeOperations(schema, formatError) as object],
  stopOnTerminationSignals: false,
})
const app = express().use(
  '/graphql',
  express.json(),
  serveGraphql(apollo, async () => ({ ctx: { actor: null } })),
)
let url = ''
const server = app.listen(0, '127.0.0.1')
beforeAll(async () => {
  await Promise.all([apollo.start(), server.listening || once(server, 'listening')])
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await apollo.stop()
})

function post(query: string, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
}

describe('a GraphQL response', () => {
  it('is compressed from 1 kB on, if the client accepts it', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    const [large, small] = [await post('{ word(length: 512) }', gzip), await post('{ word(length: 50) }', gzip)]
    expect(large.headers.get('content-encoding')).toBe('gzip')
    expect(large.headers.get('vary')).toBe('Accept-Encoding')
    expect(await large.json()).toEqual({ data: { word: 'ä'.repeat(512) } })
    expect(small.headers.get('content-encoding')).toBeNull()
    expect(Number(small.headers.get('content-length'))).toBe(Buffer.byteLength(await small.text()))
    const plain = await post('{ word(length: 512) }', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.json()).toEqual({ data: { word: 'ä'.repeat(512) } })
  })

  it('has the same errors the first time and when its document is compiled', async () => {
    const answers = []
    for (let time = 0; time < 3; time += 1)
      answers.push((await (await post('{ fails word(length: 1) }')).json()) as object)
    expect(answers[0]).toMatchObject({
      data: { fails: null, word: 'ä' },
      errors: [{ message: 'It fails.', path: ['fails'], extensions: { code: 'CONFLICT' } }],
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('to a GET reads the query of the URL, and another method is refused', async () => {
    const query = await fetch(`${url}?query=${encodeURIComponent('{ word(length: 2) }')}`, {
      headers: { 'apollo-require-preflight': 'yes' },
    })
    expect(await query.json()).toEqual({ data: { word: 'ää' } })
    const refused = await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})
