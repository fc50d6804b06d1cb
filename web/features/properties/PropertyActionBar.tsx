import { AssignMenu } from '../../domain/AssignMenu.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { SelectionBar } from '../../ui/SelectionBar.tsx'

interface PropertyActionBarProps {
  count: number
  onAssign: (userId: string | null) => Promise<unknown>
  onClear: () => void
}

/** What can be done with the selected properties. */
export function PropertyActionBar({ count, onAssign, onClear }: PropertyActionBarProps) {
  return (
    <SelectionBar label="Selected properties" text={`${formatCount(count)} selected`} onClear={onClear}>
      <AssignMenu onAssign={(userId) => void onAssign(userId)} />
    </SelectionBar>
  )
}
