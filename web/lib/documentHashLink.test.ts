import { ApolloLink, gql, InMemoryCache, ApolloClient, Observable } from '@apollo/client'
import { expect, it } from 'vitest'
import { createDocumentHashLink } from './documentHashLink.ts'

const hashed = Object.assign(
  gql`
    query Count {
      item {
        count
      }
    }
  `,
  { __meta__: { hash: 'sha256:1' } },
)
const extensions = { persistedQuery: { version: 1, sha256Hash: 'sha256:1' } }
const data = { item: { __typename: 'Item', count: 1 } }

function createClient(known: boolean) {
  const sent: object[] = []
  const server = new ApolloLink(({ extensions, getContext }) => {
    const { includeQuery } = (getContext()['http'] ?? { includeQuery: true }) as { includeQuery: boolean }
    sent.push({ includeQuery, extensions: { ...extensions } })
    const unknown = { errors: [{ message: 'Unknown', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] }
    return new Observable((observer) => {
      observer.next(known || includeQuery ? { data } : unknown)
      observer.complete()
    })
  })
  const link = ApolloLink.from([createDocumentHashLink(), server])
  return { sent, client: new ApolloClient({ cache: new InMemoryCache(), link }) }
}

it('sends the hash of a document without its text, although Apollo Client adds __typename to it', async () => {
  const { sent, client } = createClient(true)
  expect((await client.query({ query: hashed })).data).toEqual(data)
  expect(sent).toEqual([{ includeQuery: false, extensions }])
})

it('sends the text, too, when the server does not know the hash', async () => {
  const { sent, client } = createClient(false)
  expect((await client.query({ query: hashed })).data).toEqual(data)
  expect(sent).toEqual([
    { includeQuery: false, extensions },
    { includeQuery: true, extensions },
  ])
})

it('sends the text of a document without a hash', async () => {
  const { sent, client } = createClient(true)
  await client.query({ query: gql('{ item { count } }') })
  expect(sent).toEqual([{ includeQuery: true, extensions: {} }])
})
