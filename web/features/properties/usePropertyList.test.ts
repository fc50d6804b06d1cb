import { describe, expect, it } from 'vitest'
import type { PropertyListQuery } from '../../gql/graphql.ts'
import { continued, renewed } from './usePropertyList.ts'

type Connection = PropertyListQuery['properties']

const list = (ids: string, hasNextPage: boolean): Connection => ({
  totalCount: 9,
  tagsFound: [],
  pageInfo: { hasNextPage, endCursor: ids.at(-1) ?? null },
  edges: ids.split('').map((id) => ({ cursor: id, node: { id } })) as Connection['edges'],
})
const idsOf = ({ edges }: Connection) => edges.map(({ node }) => node.id).join('')

describe('the list of properties', () => {
  it('goes on with the next page, with a house that moved down only once', () => {
    const both = continued(list('abc', true), list('cde', false))
    expect(idsOf(both)).toBe('abcde')
    expect(both.pageInfo).toEqual({ hasNextPage: false, endCursor: 'e' })
  })

  it('keeps its place when its beginning is read again', () => {
    const kept = renewed(list('abcdef', true), list('xab', true))
    expect(idsOf(kept)).toBe('xabdef')
    expect(kept.pageInfo).toEqual({ hasNextPage: true, endCursor: 'f' })
  })

  it('is what was read where that is all there is', () => {
    expect(idsOf(renewed(list('abcdef', true), list('ab', false)))).toBe('ab')
    expect(idsOf(renewed(list('ab', true), list('xab', true)))).toBe('xab')
  })
})
