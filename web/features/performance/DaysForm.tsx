import { useState } from 'react'
import { useNow } from '../../lib/useNow.ts'
import { useMe } from '../../session/person/MeProvider.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { dayBefore, parseDays, type ReportRange } from './reportRange.ts'
import { DAY_MS } from '../../lib/dates.ts'

interface DaysFormProps {
  range: ReportRange
  onDays: (days: { from: string; to: string }) => void
  onClose: () => void
}

const MAX_DAYS = 731

/** Two days in a dialog. At first the last 30 days. */
export function DaysForm({ range, onDays, onClose }: DaysFormProps) {
  const timeZone = useMe().tenant?.timeZone
  const now = useNow(60_000)
  const [from, setFrom] = useState(range.from ?? dayBefore(now, 29, timeZone))
  const [to, setTo] = useState(range.to ?? dayBefore(now, 0, timeZone))
  const [error, setError] = useState<string>()
  const submit = () => {
    const days = parseDays(from, to)
    if (!days) setError('Choose a last day that is not before the first.')
    else if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) setError('Choose at most two years.')
    else onDays(days)
  }
  return (
    <FormDialog
      title="Custom Dates"
      description="All of the page shows these days instead of the period."
      action="Show Days"
      onSubmit={submit}
      onClose={onClose}
      className="grid grid-cols-2 gap-4"
    >
      <TextField
        label="First day"
        type="date"
        required
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="Last day"
        type="date"
        required
        value={to}
        error={error}
        onChange={(event) => setTo(event.target.value)}
      />
    </FormDialog>
  )
}
