import { CalendarRange, X } from 'lucide-react'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
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
    <span className="flex items-center gap-1">
      {/* On a phone it is an icon beside the periods. The chosen days are in the header, and choosing a period ends them. */}
      <Button
        icon={CalendarRange}
        onClick={() => setIsOpen(true)}
        className={classNames('max-md:[&_svg]:size-5', hasDays && 'max-md:border-focus! max-md:bg-accent-tint!')}
      >
        <span className="max-md:sr-only">{hasDays ? rangeName(range) : 'Custom Dates'}</span>
      </Button>
      {hasDays && (
        <IconButton label="Show the period again" icon={X} onClick={() => onDays(null)} className="max-md:hidden" />
      )}
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
