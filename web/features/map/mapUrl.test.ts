import { expect, it } from 'vitest'
import { mapLink } from '../../domain/mapLink.ts'
import { movesToUser, readMapUrl, writeMapUrl } from './mapUrl.ts'

const camera = { center: { lat: 39.77, lng: -86.16 }, zoom: 18.6 }

it('what is written is read, and other parameters stay', () => {
  const search = writeMapUrl('?lead=1&house=old&at=1,2,3', { camera, propertyId: 'a-1' })
  expect(search).toBe('?lead=1&at=39.77000,-86.16000,18.60&house=a-1')
  expect(readMapUrl(search)).toEqual({ camera, propertyId: 'a-1' })
  expect(writeMapUrl(search, { camera: undefined, propertyId: undefined })).toBe('?lead=1')
  expect(readMapUrl(mapLink('a-1').slice('/map'.length))).toEqual({ camera: undefined, propertyId: 'a-1' })
})

it.each(['', '39.77,-86.16', '91,0,18', '0,181,18', '0,0,-1', '0,0,23', 'a,b,c', ',,', '1,2,3,4'])(
  'the position %j is ignored',
  (at) => {
    expect(readMapUrl(`?at=${at}`).camera).toBeUndefined()
  },
)

it('moves to the user only where the URL names no position and no property', () => {
  const movesFrom = (search: string) => movesToUser(readMapUrl(search), true)
  expect(['', '?at=39.77,-86.16,18.6', '?house=p1', '?house='].map(movesFrom)).toEqual([true, false, false, true])
  expect(movesToUser(readMapUrl(''), false)).toBe(false)
})
