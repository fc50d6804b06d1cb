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
  areLetters?: boolean
}

/** Warns about unconfirmed, marked, incomplete and printed leads, with switches to include or exclude them. */
export function PrintWarnings({ check, exclusions, onChange, disabled, areLetters = true }: PrintWarningsProps) {
  const { includeUnconfirmed, includeDoNotKnock, excludeIncomplete, neverPrinted } = exclusions
  const { total, unconfirmed, doNotKnock, withoutOwner, withoutOwnerAddress, unprintableNames, printed } = check
  const missingSentences = [
    missingSentence(withoutOwner, total, 'owner name'),
    missingSentence(withoutOwnerAddress, total, 'owner address'),
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
              onChange={(next) => onChange({ ...exclusions, includeUnconfirmed: next })}
              disabled={disabled}
              className="-my-2"
            >
              {unconfirmed === 1 ? 'Include It' : 'Include Them'}
            </Switch>
          </div>
        </Note>
      )}
      {doNotKnock > 0 && (
        <Note hue="warn">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              <b className="font-semibold">
                {doNotKnock === 1 ? '1 lead is' : `${formatCount(doNotKnock)} leads are`} marked do not knock
              </b>{' '}
              and {includeDoNotKnock ? 'printed too' : 'left out'}.
            </span>
            <Switch
              checked={includeDoNotKnock}
              onChange={(next) => onChange({ ...exclusions, includeDoNotKnock: next })}
              disabled={disabled}
              className="-my-2"
            >
              Print Anyway
            </Switch>
          </div>
        </Note>
      )}
      {areLetters && printed > 0 && (
        <Note hue="info">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <span>
              {formatCount(printed)} of {formatCount(total)} {printed === 1 ? 'has' : 'have'} a printed letter.
            </span>
            <Switch
              checked={neverPrinted}
              onChange={(next) => onChange({ ...exclusions, neverPrinted: next })}
              disabled={disabled}
              className="-my-2"
            >
              Only leads never printed
            </Switch>
          </div>
        </Note>
      )}
      {!areLetters && unprintableNames > 0 && (
        <Note hue="warn">
          {formatCount(unprintableNames)} of {formatCount(total)} {unprintableNames === 1 ? 'has' : 'have'} an owner
          name with letters that labels cannot show, and {unprintableNames === 1 ? 'is' : 'are'} addressed to Current
          Resident.
        </Note>
      )}
      {missingSentences.length > 0 && (
        <Note hue="warn">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <div>
              {missingSentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
            <Switch
              checked={excludeIncomplete}
              onChange={(next) => onChange({ ...exclusions, excludeIncomplete: next })}
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

const missingSentence = (count: number, total: number, field: string): string =>
  count === 0 ? '' : `${formatCount(count)} of ${formatCount(total)} ${count === 1 ? 'has' : 'have'} no ${field}.`
