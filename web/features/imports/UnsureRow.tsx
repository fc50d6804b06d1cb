import { PanelRight } from 'lucide-react'
import type { ImportRowItemFragment } from '../../gql/graphql.ts'
import { formatFeet } from '../../lib/formatFeet.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import type { RowChoice } from './rowChoices.ts'

interface UnsureRowProps {
  row: ImportRowItemFragment
  choice: RowChoice | undefined
  onChoose: (choice: RowChoice) => void
}

type Candidate = ImportRowItemFragment['candidates'][number]

/** An unsure row of the file beside the properties that it may mean, and the choice. */
export function UnsureRow({ row, choice, onChoose }: UnsureRowProps) {
  const { candidates, decision } = row
  return (
    <li className="border-t border-line px-5 py-4 max-md:px-4">
      <div className="grid gap-x-6 gap-y-3 @md:grid-cols-2">
        <div className="min-w-0">
          <p className="text-micro text-ink-2">In the file, row {formatCount(row.row)}</p>
          <p className="text-body font-semibold break-words">{row.address ?? 'No address'}</p>
          <p className="text-small break-words text-ink-2">{row.ownerName ?? 'No owner'}</p>
        </div>
        <div className="min-w-0">
          <p className="text-micro text-ink-2">
            {candidates.length > 1 ? `May be one of ${formatCount(candidates.length)} properties` : 'May be'}
          </p>
          {candidates.length === 0 && <p className="text-body text-ink-2">The saved property was deleted.</p>}
          {candidates.map((candidate, at) => (
            <div key={at} className="flex items-start gap-2">
              {candidates.length === 1 ? (
                <CandidateFacts candidate={candidate} />
              ) : (
                <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-start gap-2.5 py-1">
                  <input
                    type="radio"
                    name={`candidate of row ${row.row}`}
                    disabled={candidate.propertyId === null || decision !== null}
                    checked={choice?.decision === 'SAME' && choice.propertyId === candidate.propertyId}
                    onChange={() => onChoose({ decision: 'SAME', propertyId: candidate.propertyId ?? null })}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <CandidateFacts candidate={candidate} />
                </label>
              )}
              <ShowCandidate candidate={candidate} />
            </div>
          ))}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-small text-warn">
          {row.reason} {row.warning}
        </p>
        {decision ? (
          <p className="text-small text-ink-2">Decided, not saved yet.</p>
        ) : (
          <SegmentedControl
            label={`Row ${row.row}`}
            className="max-md:w-full"
            options={[
              { value: 'SAME', label: 'Same' },
              { value: 'NEW', label: 'New' },
              { value: 'SKIP', label: 'Skip' },
            ]}
            value={choice?.decision ?? null}
            onChange={(next) => onChoose({ decision: next, propertyId: null })}
          />
        )}
      </div>
      {choice?.decision === 'SAME' && candidates.length > 1 && choice.propertyId === null && (
        <p className="mt-2 text-small text-ink-2">Choose which of the properties it is.</p>
      )}
    </li>
  )
}

function CandidateFacts({ candidate }: { candidate: Candidate }) {
  const { propertyId, address, ownerName, distanceMeters } = candidate
  return (
    <span className="min-w-0 flex-1">
      <span className="block text-body font-semibold break-words">{address ?? 'No address'}</span>
      <span className="block text-small break-words text-ink-2">
        {ownerName ?? 'No owner'}
        {distanceMeters != null && ` · ${distanceMeters < 1 ? 'same point' : `${formatFeet(distanceMeters)} away`}`}
        {!propertyId && ' · another row of this file'}
      </span>
    </span>
  )
}

/** Opens the property of a candidate beside the list. It stands outside of the label, whose click chooses the candidate. */
function ShowCandidate({ candidate: { propertyId, address } }: { candidate: Candidate }) {
  const { openProperty } = useOpenRecord()
  if (!propertyId) return null
  return (
    <IconButton
      size="small"
      label={`Show ${address ?? 'the property'}`}
      icon={PanelRight}
      onClick={() => openProperty(propertyId)}
    />
  )
}
