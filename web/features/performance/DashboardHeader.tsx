import { formatDateRange } from '../../lib/dates.ts'
import type { ReactNode } from 'react'
import type { Period } from '../../gql/graphql.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { periods } from './periods.ts'

interface DashboardHeaderProps {
  title: string
  /** The days of the period; undefined until loaded. */
  range: { from: string; to: string; timeZone: string } | undefined
  /** Null while given days are shown instead. */
  period: Period | null
  onPeriod: (period: Period) => void
  /** What the period is compared with: 'Oct 4 – 21'. */
  comparedWith?: string | undefined
  /** Another control, before that of the period. */
  children?: ReactNode
}

/** Title and date range of a dashboard, and the control to choose the period. */
export function DashboardHeader({ title, range, period, onPeriod, comparedWith, children }: DashboardHeaderProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="text-title">{title}</h1>
        <p className="mt-0.5 min-h-5 text-body text-ink-2">
          {range && formatDateRange(range.from, range.to, range.timeZone)}
          {range && comparedWith && ` · compared with ${comparedWith}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:w-full">
        {children}
        <SegmentedControl
          label="Period"
          options={periods}
          value={period}
          onChange={onPeriod}
          className="max-md:w-full"
        />
      </div>
    </div>
  )
}
