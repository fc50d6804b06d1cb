import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/** What a drawer can show. */
const recordKinds = ['lead', 'property', 'event'] as const
export type RecordKind = (typeof recordKinds)[number]

export interface OpenedRecord {
  kind: RecordKind
  /** The id of the lead or property, or the event id. */
  id: string
}

/** The receipt of a metric under its figure, which the URL names as it does a record. The id is the query as JSON. */
interface OpenedReceipt {
  kind: 'receipt'
  id: string
}

/** The record in the drawer, which the URL names (`?lead=...`), so that links and Back work; null if none is open. */
export function useOpenedRecord(): OpenedRecord | null {
  const { search } = useLocation()
  return useMemo(() => {
    const params = new URLSearchParams(search)
    const kind = recordKinds.find((candidate) => params.has(candidate))
    const id = kind && params.get(kind)
    return kind && id ? { kind, id } : null
  }, [search])
}

/**
 * Functions that open a record in the drawer, over any screen. Opening adds an entry to the browser's history, so that Back
 * shows what was there before; `replace` shows another record in its place.
 */
export function useOpenRecord() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  return useMemo(() => {
    /** The number of history entries that opened records added. */
    const depth = (state as { records?: number } | null)?.records ?? 0
    const params = new URLSearchParams(search)
    // Another record of the same kind takes the place of the open one.
    const open = (
      record: OpenedRecord | OpenedReceipt | null,
      { replace = record !== null && params.has(record.kind), ...texts } = {},
    ) =>
      void navigate(
        { search: searchWith(search, record) },
        { replace, state: { ...texts, records: replace ? depth : depth + 1 }, preventScrollReset: true },
      )
    return {
      openLead: (id: string) => open({ kind: 'lead', id }),
      openProperty: (id: string) => open({ kind: 'property', id }),
      openEvent: (id: string) => open({ kind: 'event', id }),
      /** Opens the receipt of a metric. `texts` are kept in the history entry and not in the URL. */
      openReceipt: (query: object, texts: object) =>
        open({ kind: 'receipt', id: JSON.stringify(query) }, { replace: false, ...texts }),
      replaceRecord: (record: OpenedRecord) => open(record, { replace: true }),
      closeRecord: () => (depth > 0 ? void navigate(-depth) : open(null, { replace: true })),
    }
  }, [navigate, search, state])
}

/** The query of a URL with `record` as its only open record. */
export function searchWith(search: string, record: OpenedRecord | OpenedReceipt | null): string {
  const params = new URLSearchParams(search)
  for (const kind of [...recordKinds, 'receipt']) params.delete(kind)
  if (record) params.set(record.kind, record.id)
  return params.toString()
}

/** The list that the open record is part of, for 'next' and 'previous'. */
export interface RecordSequence {
  kind: RecordKind
  /** The loaded ids in the order of the list. */
  ids: readonly string[]
  /** The number of records on all pages. */
  total: number
}

const SequenceContext = createContext<{
  sequence: RecordSequence | null
  setSequence: (sequence: RecordSequence | null) => void
}>({ sequence: null, setSequence: () => undefined })

/** Connects the list on the screen with the drawer beside it. */
export function RecordSequenceProvider({ children }: { children: ReactNode }) {
  const [sequence, setSequence] = useState<RecordSequence | null>(null)
  return <SequenceContext value={useMemo(() => ({ sequence, setSequence }), [sequence])}>{children}</SequenceContext>
}

/** Offers the records of a list to the drawer while the list is on the screen. */
export function useOfferSequence(sequence: RecordSequence | null): void {
  const { setSequence } = useContext(SequenceContext)
  useEffect(() => {
    setSequence(sequence)
    return () => setSequence(null)
  }, [setSequence, sequence])
}

/** Where the open record stands in the list on the screen; null if it is not in a list. */
export function useRecordPosition(record: OpenedRecord) {
  const { sequence } = useContext(SequenceContext)
  const index = sequence?.kind === record.kind ? sequence.ids.indexOf(record.id) : -1
  if (!sequence || index < 0) return null
  return {
    index,
    total: Math.max(sequence.total, sequence.ids.length),
    previous: sequence.ids[index - 1] ?? null,
    next: sequence.ids[index + 1] ?? null,
  }
}
