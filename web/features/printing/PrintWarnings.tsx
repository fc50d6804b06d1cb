import type { ReactNode } from 'react'
import type { PrintCheckQuery } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Note } from '../../ui/Note.tsx'
import { Switch } from '../../ui/Switch.tsx'

/** Which leads are not printed: those with an unconfirmed owner or a marked door unless included, incomplete or printed ones if excluded. */
export interface PrintExclusions {
  includeUnconfirmed: boolean
  includeDoNotKnock: boolean
  excludeIncomplete: boolean
  neverPrinted: boolean
}

export const defaultExclusions: PrintExclusions = {
  includeUnconfirmed: false,
  includeDoNotKnock: false,
  excludeIncomplete: false,
  neverPrinted: false,
}

interface PrintWarningsProps {
  check: PrintCheckQuery['printCheck']
  exclusions: PrintExclusions
  onChange: (exclusions: PrintExclusions) => void
  disabled: boolean
  /** Labels and envelopes do not count as printed letters. */
  areLetters: boolean
}

/** Warns about unconfirmed, marked, incomplete and printed leads, with switches to include or exclude them. */
export function PrintWarnings({ check, exclusions, onChange, disabled, areLetters }: PrintWarningsProps) {
  const { includeUnconfirmed, includeDoNotKnock } = exclusions
  const { total, unconfirmed, doNotKnock, withoutOwner, withoutOwnerAddress, unprintableNames, printed } = check
  const missingSentences = [
    missingSentence(withoutOwner, total, 'owner name'),
    missingSentence(withoutOwnerAddress, total, 'owner address'),
  ].filter(Boolean)
  const switchOf = (name: keyof PrintExclusions, label: string) => (
    <Switch
      checked={exclusions[name]}
      onChange={(next) => onChange({ ...exclusions, [name]: next })}
      disabled={disabled}
      className="-my-2"
    >
      {label}
    </Switch>
  )
  return (
    <>
      {unconfirmed > 0 && (
        <Warning action={switchOf('includeUnconfirmed', unconfirmed === 1 ? 'Include It' : 'Include Them')}>
          <b className="font-semibold">
            {unconfirmed === 1 ? '1 lead has' : `${formatCount(unconfirmed)} leads have`} an unconfirmed parcel
          </b>{' '}
          and {unconfirmed === 1 ? 'is' : 'are'} {includeUnconfirmed ? 'printed too' : 'left out'}.
        </Warning>
      )}
      {doNotKnock > 0 && (
        <Warning action={switchOf('includeDoNotKnock', 'Print Anyway')}>
          <b className="font-semibold">
            {doNotKnock === 1 ? '1 lead is' : `${formatCount(doNotKnock)} leads are`} marked do not knock
          </b>{' '}
          and {includeDoNotKnock ? 'printed too' : 'left out'}.
        </Warning>
      )}
      {areLetters && printed > 0 && (
        <Warning hue="info" action={switchOf('neverPrinted', 'Only leads never printed')}>
          {formatCount(printed)} of {formatCount(total)} {printed === 1 ? 'has' : 'have'} a printed letter.
        </Warning>
      )}
      {!areLetters && unprintableNames > 0 && (
        <Note hue="warn">
          {formatCount(unprintableNames)} of {formatCount(total)} {unprintableNames === 1 ? 'has' : 'have'} an owner
          name with letters that labels cannot show, and {unprintableNames === 1 ? 'is' : 'are'} addressed to Current
          Resident.
        </Note>
      )}
      {missingSentences.length > 0 && (
        <Warning action={switchOf('excludeIncomplete', 'Leave out')}>
          {missingSentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Warning>
      )}
    </>
  )
}

/** A note with what can be done about it. */
const Warning = ({
  hue = 'warn',
  action,
  children,
}: {
  hue?: 'warn' | 'info'
  action: ReactNode
  children: ReactNode
}) => (
  <Note hue={hue}>
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div>{children}</div>
      {action}
    </div>
  </Note>
)

const missingSentence = (count: number, total: number, field: string): string =>
  count === 0 ? '' : `${formatCount(count)} of ${formatCount(total)} ${count === 1 ? 'has' : 'have'} no ${field}.`
