import { expect, it } from 'vitest'
import { directionsLink } from './directions.ts'

const place = { lat: 39.77, lng: -86.16, address: '12 Elm St, Unit (B)' }

it.each([
  ['Android', 'Mozilla/5.0 (Linux; Android 15)', 'geo:39.77,-86.16?q=39.77,-86.16(12%20Elm%20St%2C%20Unit%20(B))'],
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 'https://maps.apple.com/?daddr=39.77%2C-86.16'],
  ['another device', 'Mozilla/5.0 (X11; Linux)', 'https://www.openstreetmap.org/directions?to=39.77%2C-86.16'],
])('directions on %s open the maps of the device', (_device, userAgent, link) => {
  expect(directionsLink(place, userAgent)).toBe(link)
})
