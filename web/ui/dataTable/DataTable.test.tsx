// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('has a skeleton in each column of eight rows while it loads, which are no rows to screen readers', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  const columns = ['Property', 'Created'].map((label) => ({ id: label, label, cell: (row: string) => row }))
  const table = { label: 'leads', columns, columnsKey: 'test', rows: [], keyOf: (row: string) => row, total: 0 }
  const { container, rerender } = render(<DataTable {...table} isLoading />)
  const cellsOfRows = () => [...container.querySelectorAll('tbody tr')].map((row) => row.children.length)
  expect(cellsOfRows()).toEqual(Array.from({ length: 8 }, () => 2))
  expect(screen.getAllByRole('row')).toHaveLength(1)
  expect(screen.getByRole('status').getAttribute('aria-label')).toBe('Loading leads')
  rerender(<DataTable {...table} empty="No leads found" />)
  expect(cellsOfRows()).toEqual([1])
  expect(screen.queryByRole('status')).toBeNull()
})
