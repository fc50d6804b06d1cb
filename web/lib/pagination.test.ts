import { gql, InMemoryCache } from '@apollo/client'
import { expect, it } from 'vitest'
import { relayConnection } from './pagination.ts'

const query = gql`
  query Users($first: Int!, $after: String) {
    users(first: $first, after: $after) {
      edges {
        cursor
        node {
          id
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`
const newCache = () => new InMemoryCache({ typePolicies: { Query: { fields: { users: relayConnection } } } })

function write(cache: InMemoryCache, ids: string[], { after = null as string | null, hasNextPage = true } = {}) {
  const edges = ids.map((id) => ({ __typename: 'UserEdge', cursor: id, node: { __typename: 'User', id } }))
  const pageInfo = { __typename: 'PageInfo', hasNextPage, endCursor: ids.at(-1) }
  const users = { __typename: 'UserConnection', edges, pageInfo }
  cache.writeQuery({ query, variables: { first: 2, after }, data: { users } })
}

function read(cache: InMemoryCache) {
  const data = cache.readQuery<{ users: { edges: { cursor: string }[]; pageInfo: { hasNextPage: boolean } } }>({
    query,
    variables: { first: 2, after: null },
  })
  return [data?.users.edges.map(({ cursor }) => cursor).join(''), data?.users.pageInfo.hasNextPage]
}

it('appends the next page', () => {
  const cache = newCache()
  write(cache, ['a', 'b'])
  write(cache, ['c', 'd'], { after: 'b', hasNextPage: false })
  expect(read(cache)).toEqual(['abcd', false])
})

it('keeps later pages when the first is refetched, unless it no longer adjoins them', () => {
  const cache = newCache()
  write(cache, ['a', 'b'])
  write(cache, ['c', 'd'], { after: 'b', hasNextPage: false })
  write(cache, ['z', 'a'])
  expect(read(cache)).toEqual(['zabcd', false])
  write(cache, ['x', 'y'])
  expect(read(cache)).toEqual(['xy', true])
})

it('leaves out evicted nodes', () => {
  const cache = newCache()
  write(cache, ['a', 'b'])
  write(cache, ['c', 'd'], { after: 'b' })
  cache.evict({ id: 'User:c' })
  expect(read(cache)).toEqual(['abd', true])
})
