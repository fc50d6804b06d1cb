import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { DoorMarkFragment } from '../../gql/graphql.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { tintClasses } from '../../ui/hues.ts'
import { describeMark } from './describeMark.ts'
import { LiftDialog } from './LiftDialog.tsx'

interface DoNotKnockNoticeProps {
  mark: DoorMarkFragment
  /** Large for a sheet, or compact for the popup. */
  size?: 'large' | 'compact'
}

/** Why nobody may knock at a door, with what was said about it. Who may lift the mark can do it here. */
export function DoNotKnockNotice({ mark, size = 'compact' }: DoNotKnockNoticeProps) {
  const { manageDoNotKnock } = useAbilities()
  const [isLifting, setIsLifting] = useState(false)
  return (
    <section
      aria-label="Do not knock"
      className={classNames(
        'flex gap-3 rounded-phone-card p-3.5 text-ink!',
        tintClasses.bad,
        // High enough that a sheet at half height ends before the next row of buttons, not in the middle of it.
        size === 'large' && 'min-h-29 sideways:min-h-0',
      )}
    >
      <Ban aria-hidden size={size === 'large' ? 28 : 22} className="shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <h3 className={size === 'large' ? 'text-[1.0625rem]/6 font-semibold' : 'text-body font-semibold'}>
          Do not knock
        </h3>
        <p className={size === 'large' ? 'text-[1rem]/6' : 'text-body'}>{describeMark(mark)}</p>
        {mark.reason && (
          <p dir="auto" className="mt-1 text-small text-ink-2 wrap-anywhere">
            {mark.reason}
          </p>
        )}
      </div>
      {manageDoNotKnock && (
        // Beside the text, because below it a sheet at half height would cut it.
        <Button size="small" className="shrink-0 self-start" onClick={() => setIsLifting(true)}>
          Lift...
        </Button>
      )}
      {isLifting && <LiftDialog id={mark.id} onClose={() => setIsLifting(false)} />}
    </section>
  )
}
