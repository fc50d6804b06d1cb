import { formatDateRange } from '../../lib/dates.ts'
import type { Period } from '../../gql/graphql.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { periods } from './periods.ts'

interface DashboardHeaderProps {
  title: string
  /** The days of the period; undefined until loaded. */
  range: { from: string; to: string; timeZone: string } | undefined
  period: Period
  onPeriod: (period: Period) => void
}

/** Title and date range of a dashboard, and the control to choose the period. */
export function DashboardHeader({ title, range, period, onPeriod }: DashboardHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-title">{title}</h1>
        <p className="mt-0.5 min-h-5 text-body text-ink-2">
          {range && formatDateRange(range.from, range.to, range.timeZone)}
        </p>
      </div>
      <SegmentedControl label="Period" options={periods} value={period} onChange={onPeriod} className="max-md:w-full" />
    </div>
  )
}
