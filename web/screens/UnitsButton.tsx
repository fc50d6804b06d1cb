import { describeUnits, type UnitCounts } from '../features/properties/unitCounts.ts'
import { Button } from '../ui/Button.tsx'

interface UnitsButtonProps extends UnitCounts {
  /** Takes two lines beside the owner, as the lead there does. */
  phone: boolean
  onClick: () => void
}

/** Says how many units a building has and how many of them are saved, and opens the list of them. */
export function UnitsButton({ phone, onClick, ...counts }: UnitsButtonProps) {
  const text = describeUnits(counts)
  if (!phone) return <Button onClick={onClick}>{text}</Button>
  const [units, saved] = text.split(' · ')
  return (
    <button
      type="button"
      aria-label={text}
      onClick={onClick}
      className="h-12 shrink-0 rounded-phone-card bg-sunken px-2.5 text-left text-[1rem]/5 hover:bg-pressed"
    >
      <span className="block font-semibold">{units}</span>
      <span className="block text-ink-2">{saved}</span>
    </button>
  )
}
