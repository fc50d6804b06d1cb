// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { UsageFragment } from '../../gql/graphql.ts'
import { CostBreakdown } from './CostBreakdown.tsx'

afterEach(cleanup)

const service = (name: string, cost: number) => ({ service: name, name, count: 1, cost })
const byService = [service('Parcel Lookups', 2), service('Geocoding', 7), service('Map Loads', 2), service('API', 0.5)]

it('lists the most expensive service first, and equal ones in the order of the server', () => {
  const usage = {
    period: 'MONTH',
    from: '2026-11-01T04:00:00.000Z',
    timeZone: 'America/Indiana/Indianapolis',
    totalCost: 11.5,
    byService,
  } as unknown as UsageFragment
  render(<CostBreakdown usage={usage} failed={false} busy={false} retry={() => undefined} />)
  const names = screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(names).toEqual(['Geocoding', 'Parcel Lookups', 'Map Loads', 'API'])
})
