import { useCallback, useEffect } from 'react'
import { useVirtualRows } from '../../lib/useVirtualRows.ts'
import type { LeadRow } from './leadRanges.ts'

/** The rows to render of a long list of leads, with their leads; see `useVirtualRows`. */
export function useLeadRows(
  { rows: leads, onRowsRendered }: { rows: readonly LeadRow[]; onRowsRendered: (first: number, last: number) => void },
  estimatedHeight: number,
  gap?: number,
) {
  const virtual = useVirtualRows({
    count: leads.length,
    estimatedHeight,
    gap,
    keyOf: useCallback((index: number) => leads[index]?.id ?? String(index), [leads]),
  })
  const first = virtual.rows[0]?.index
  const last = virtual.rows.at(-1)?.index
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRowsRendered(first, last)
  }, [first, last, leads.length, onRowsRendered])
  const rows = virtual.rows.flatMap((row) => {
    const lead: LeadRow | undefined = leads[row.index]
    return lead ? [{ ...row, lead }] : []
  })
  return { ...virtual, rows }
}
