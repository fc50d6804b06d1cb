import { useNow } from '../../lib/useNow.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { DateRangeDialog } from '../../ui/DateRangeDialog.tsx'
import { dayBefore, type ReportRange } from './reportRange.ts'

interface DaysFormProps {
  range: ReportRange
  onDays: (days: { from: string; to: string }) => void
  onClose: () => void
}

/** Asks for the days of the dashboard. At first the last 30 days. */
export function DaysForm({ range, onDays, onClose }: DaysFormProps) {
  const timeZone = useMe().tenant?.timeZone
  const now = useNow()
  return (
    <DateRangeDialog
      title="Custom Dates"
      description="All of the page shows these days instead of the period."
      action="Show Days"
      isLimited
      first={range.from ?? dayBefore(now, 29, timeZone)}
      last={range.to ?? dayBefore(now, 0, timeZone)}
      onChoose={(from, to) => onDays({ from, to })}
      onClose={onClose}
    />
  )
}
