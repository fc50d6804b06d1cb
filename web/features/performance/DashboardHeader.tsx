import { formatDateRange } from '../../lib/formatDateRange.ts'
import type { ReactNode } from 'react'
import type { Period } from '../../gql/graphql.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { periods } from './periods.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'

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
    <PageHeader
      title={title}
      hint={
        <>
          {range && <NoBreak>{formatDateRange(range.from, range.to, range.timeZone)}</NoBreak>}
          {range && comparedWith && (
            <>
              {' · compared with '}
              <NoBreak>{comparedWith}</NoBreak>
            </>
          )}
        </>
      }
    >
      {children}
      <SegmentedControl
        label="Period"
        options={periods}
        value={period}
        onChange={onPeriod}
        className="max-md:order-first max-md:flex-1"
      />
    </PageHeader>
  )
}

/** Days of which neither half begins a line on a phone. */
function NoBreak({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}
