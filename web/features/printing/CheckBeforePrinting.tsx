import type { PrintCheckQuery } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/counts.ts'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Who is left out: those with an unconfirmed owner unless they are included, the incomplete if that is wanted. */
export interface LeavingOut {
  includeUnconfirmed: boolean
  leaveOutIncomplete: boolean
}

export const usualLeavingOut: LeavingOut = { includeUnconfirmed: false, leaveOutIncomplete: false }

interface CheckBeforePrintingProps {
  check: PrintCheckQuery['printCheck']
  leaving: LeavingOut
  onChange: (leaving: LeavingOut) => void
  disabled: boolean
}

/** What some letters would lack, and whether they are printed all the same. */
export function CheckBeforePrinting({ check, leaving, onChange, disabled }: CheckBeforePrintingProps) {
  const { includeUnconfirmed, leaveOutIncomplete } = leaving
  const { total, unconfirmed, withoutOwner, withoutOwnerAddress } = check
  const lacking = [
    lackOf(withoutOwner, total, 'owner name'),
    lackOf(withoutOwnerAddress, total, 'owner address'),
  ].filter(Boolean)
  return (
    <>
      {unconfirmed > 0 && (
        <Note hue="warn">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              <b className="font-semibold">
                {unconfirmed === 1 ? '1 lead has' : `${formatCount(unconfirmed)} leads have`} an unconfirmed parcel
              </b>{' '}
              and {unconfirmed === 1 ? 'is' : 'are'} {includeUnconfirmed ? 'printed too' : 'left out'}.
            </span>
            <Switch
              checked={includeUnconfirmed}
              onChange={(next) => onChange({ ...leaving, includeUnconfirmed: next })}
              disabled={disabled}
              className="-my-2"
            >
              {unconfirmed === 1 ? 'Include it' : 'Include them'}
            </Switch>
          </div>
        </Note>
      )}
      {lacking.length > 0 && (
        <Note hue="warn">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <div>
              {lacking.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
            <Switch
              checked={leaveOutIncomplete}
              onChange={(next) => onChange({ ...leaving, leaveOutIncomplete: next })}
              disabled={disabled}
              className="-my-2"
            >
              Leave out
            </Switch>
          </div>
        </Note>
      )}
    </>
  )
}

const lackOf = (count: number, total: number, what: string): string =>
  count === 0 ? '' : `${formatCount(count)} of ${formatCount(total)} ${count === 1 ? 'has' : 'have'} no ${what}.`
