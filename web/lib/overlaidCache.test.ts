import { gql } from '@apollo/client'
import { expect, it } from 'vitest'
import { OverlaidCache } from './overlaidCache.ts'

it('has one transformed document for each document, also after its results were reset', () => {
  const cache = new OverlaidCache()
  const document = gql('{ properties { id } }')
  const transformed = cache.transformDocument(document)
  expect(cache.transformDocument(transformed)).toBe(transformed)
  cache.gc({ resetResultCache: true })
  expect(cache.transformDocument(document)).toBe(transformed)
})
