// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { MetricQuery } from '../../domain/Metric.tsx'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { CostByService } from './CostByService.tsx'

afterEach(cleanup)

const [from, to] = ['2026-06-08T04:00:00.000Z', '2026-06-15T04:00:00.000Z']
const query = {
  title: 'Cost, this week',
  input: { figure: 'TOTAL_COST' as const, from, to },
  compared: { from: '2026-06-01T04:00:00.000Z', to: from },
}

it('shows what each service cost now and before, with the difference and the share, and opens its events', async () => {
  const costs = {
    regridLookups: [3, 1],
    mapLoads: [1, 1.5],
    geocoding: [0.2151, 0.1551],
    documentPrinting: [0, 0],
    apiCalls: [0.001, 0.002],
  }
  const total = (amount: number | undefined) => ({ __typename: 'Explanation', total: amount })
  const fields = Object.entries(costs).flatMap(([name, [now, before]]) => [
    [name, total(now)],
    [`${name}Before`, total(before)],
  ])
  const onSelect = vi.fn<(query: MetricQuery) => void>()
  const answers = { CostByService: { data: Object.fromEntries(fields) as object } }
  const { sent } = renderSignedIn(<CostByService query={query} onSelect={onSelect} />, { answers })
  const rowOf = async (name: string) =>
    within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await rowOf('Regrid lookups')).toEqual(['$3.00', '$1.00', '+$2.00', '71.2%'])
  expect(await rowOf('Map loads')).toEqual(['$1.00', '$1.50', '−$0.50', '23.7%'])
  // As the rounded amounts differ: 0.22 and 0.16.
  expect((await rowOf('Geocoding')).slice(0, 3)).toEqual(['$0.22', '$0.16', '+$0.06'])
  expect(await rowOf('API calls')).toEqual(['$0.00', '$0.00', '$0.00', '0.0%'])
  expect(await rowOf('All Services')).toEqual(['$4.22', '$2.66', '+$1.56', '100.0%'])
  expect(screen.getByText(/^This is the cost of software usage/).tagName).toBe('P')
  expect(sent).toEqual([['CostByService', { from, to, comparedFrom: query.compared.from, comparedTo: from }]])

  await userEvent.click(screen.getByRole('button', { name: 'Map loads: list the events' }))
  await userEvent.click(screen.getByRole('button', { name: 'All Services: list the events' }))
  expect(onSelect.mock.calls).toEqual([
    [{ title: 'Cost, this week: Map loads', input: { ...query.input, service: 'MAP_LOADS' } }],
    [{ title: 'Cost, this week: all services', input: query.input }],
  ])
})
