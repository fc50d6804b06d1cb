import { CalendarRange, X } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { type ReportRange, rangeName } from './reportRange.ts'

const DaysForm = lazyPart(async () => (await import('./DaysForm.tsx')).DaysForm)

interface DaysButtonProps {
  range: ReportRange
  onDays: (days: { from: string; to: string } | null) => void
}

/** Chooses any days for the dashboard instead of the period. */
export function DaysButton({ range, onDays }: DaysButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasDays = Boolean(range.from)
  return (
    <span className="flex items-center gap-1 max-md:w-full">
      <Button icon={CalendarRange} onClick={() => setIsOpen(true)} className="max-md:flex-1">
        {hasDays ? rangeName(range) : 'Custom Dates'}
      </Button>
      {hasDays && <IconButton label="Show the period again" icon={X} onClick={() => onDays(null)} />}
      {isOpen && (
        <DaysForm
          range={range}
          onClose={() => setIsOpen(false)}
          onDays={(days) => {
            setIsOpen(false)
            onDays(days)
          }}
        />
      )}
    </span>
  )
}
