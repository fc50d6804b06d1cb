import { Suspense } from 'react'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { useOpenedRecord } from '../session/records.tsx'

// Loaded when a record is opened.
const EventDrawer = lazyNamed(async () => (await import('../screens/EventDrawer.tsx')).EventDrawer)
const LeadDrawer = lazyNamed(async () => (await import('../screens/LeadDrawer.tsx')).LeadDrawer)
const PropertyDrawer = lazyNamed(async () => (await import('../screens/PropertyDrawer.tsx')).PropertyDrawer)

/** The drawer with the record that the URL names, over any screen. */
export function RecordDrawer() {
  const record = useOpenedRecord()
  return (
    <Suspense>
      {record?.kind === 'lead' && <LeadDrawer id={record.id} />}
      {record?.kind === 'event' && <EventDrawer id={record.id} />}
      {record?.kind === 'property' && <PropertyDrawer id={record.id} />}
    </Suspense>
  )
}
