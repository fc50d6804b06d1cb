import type { PrintCheckQuery } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/counts.ts'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'

interface CheckBeforePrintingProps {
  check: PrintCheckQuery['printCheck']
  includeUnconfirmed: boolean
  onInclude: (include: boolean) => void
  disabled: boolean
}

/** What some letters would lack, and whether leads with an unconfirmed owner are printed all the same. */
export function CheckBeforePrinting({ check, includeUnconfirmed, onInclude, disabled }: CheckBeforePrintingProps) {
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
            <Switch checked={includeUnconfirmed} onChange={onInclude} disabled={disabled} className="-my-2">
              {unconfirmed === 1 ? 'Include it' : 'Include them'}
            </Switch>
          </div>
        </Note>
      )}
      {lacking.length > 0 && (
        <Note hue="warn">
          {lacking.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
    </>
  )
}

const lackOf = (count: number, total: number, what: string): string =>
  count === 0 ? '' : `${formatCount(count)} of ${formatCount(total)} ${count === 1 ? 'has' : 'have'} no ${what}.`
