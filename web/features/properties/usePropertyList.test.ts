import { describe, expect, it } from 'vitest'
import type { PropertyListQuery } from '../../gql/graphql.ts'
import { appendPage, mergeFirstPages } from './usePropertyList.ts'

type Connection = PropertyListQuery['properties']

const connection = (ids: string, hasNextPage: boolean): Connection => ({
  totalCount: 9,
  tagsFound: [],
  pageInfo: { hasNextPage, endCursor: ids.at(-1) ?? null },
  edges: ids.split('').map((id) => ({ cursor: id, node: { id } })) as Connection['edges'],
})
const idsOf = ({ edges }: Connection) => edges.map(({ node }) => node.id).join('')

describe('the property list', () => {
  it('appends the next page without duplicating a property that moved to it', () => {
    const both = appendPage(connection('abc', true), connection('cde', false))
    expect(idsOf(both)).toBe('abcde')
    expect(both.pageInfo).toEqual({ hasNextPage: false, endCursor: 'e' })
  })

  it('keeps later pages when the first one is refetched', () => {
    const kept = mergeFirstPages(connection('abcdef', true), connection('xab', true))
    expect(idsOf(kept)).toBe('xabdef')
    expect(kept.pageInfo).toEqual({ hasNextPage: true, endCursor: 'f' })
  })

  it('is the refetched page if there are no more', () => {
    expect(idsOf(mergeFirstPages(connection('abcdef', true), connection('ab', false)))).toBe('ab')
    expect(idsOf(mergeFirstPages(connection('ab', true), connection('xab', true)))).toBe('xab')
  })
})
