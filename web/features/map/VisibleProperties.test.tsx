// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { PropertyMarker } from './markerFeatures.ts'
import { VisibleProperties } from './VisibleProperties.tsx'

afterEach(cleanup)

const marker = (id: string, streetNumber: string, streetName: string | null) =>
  ({ id, streetNumber, streetName, unit: null, status: 'NEW', priority: 'NORMAL' }) as PropertyMarker

it('names each house with its street, because two streets have the same numbers', () => {
  const properties = [
    marker('1', '1018', 'W 12th Demo St'),
    marker('2', '1018', 'W 13th Demo St'),
    marker('3', '', null),
  ]
  render(<VisibleProperties properties={properties} clusters={[]} selectedId="2" onSelect={() => undefined} />)
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  expect(names.toSorted()).toEqual(['1018 W 12th Demo St, New', '1018 W 13th Demo St, New', 'No number, New'])
})
