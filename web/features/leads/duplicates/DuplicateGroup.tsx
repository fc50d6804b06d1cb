import { useMutation } from '@apollo/client/react'
import { Merge } from 'lucide-react'
import { useId, useState } from 'react'
import { streetOf } from '../../../domain/streetOf.ts'
import { DismissDuplicatesDocument, type DuplicateLeadFragment, MergeLeadsDocument } from '../../../gql/graphql.ts'
import { PropertyTypeIcon } from '../../../domain/PropertyTypeIcon.tsx'
import { propertyTypeLabels } from '../../../domain/labels.ts'
import { StatusBadge } from '../../../domain/StatusBadge.tsx'
import { pluralize } from '../../../lib/numbers.ts'
import { changeWithUndo } from '../../../lists/changeWithUndo.ts'
import { toastOutcome } from '../../../session/failureToasts.ts'
import { useOpenRecord } from '../../../session/records.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { LeadLink } from '../LeadLink.tsx'
import { useNotifyLeadsChanged } from '../LeadsLiveProvider.tsx'
import { createdText, followUpText, keptByDefault, leftOutByDefault, lossOf, reasonOf } from './duplicateChoice.ts'

/** Leads of one house. The user chooses which one is kept, and which of the others are merged into it. */
export function DuplicateGroup({ leads, onMerged }: { leads: readonly DuplicateLeadFragment[]; onMerged: () => void }) {
  const name = useId()
  const { openLead } = useOpenRecord()
  const [keptId, setKeptId] = useState(() => keptByDefault(leads).id)
  const [leftOut, setLeftOut] = useState(() => leftOutByDefault(leads))
  const [isAsking, setIsAsking] = useState(false)
  const [merge] = useMutation(MergeLeadsDocument)
  const [saveDismissal, { loading: isDismissing }] = useMutation(DismissDuplicatesDocument)
  const notifyChanged = useNotifyLeadsChanged()
  const dismiss = () => {
    const ids = leads.map(({ id }) => id)
    return changeWithUndo(ids, {
      value: true,
      readBefore: () => new Map(ids.map((id) => [id, false])),
      save: (leadIds, dismissed) => saveDismissal({ variables: { ids: [...leadIds], dismissed } }),
      onChanged: notifyChanged,
      done: 'No longer shown as duplicates',
      failed: 'Failed to save that these are not duplicates',
    })
  }
  const kept = leads.find(({ id }) => id === keptId) ?? keptByDefault(leads)
  const merged = leads.filter(({ id }) => id !== kept.id && !leftOut.has(id))
  const mergeLabel = `Merge ${pluralize(merged.length + 1, 'Lead')}`
  const confirm = async () => {
    const saved = merge({ variables: { keepId: kept.id, mergeIds: merged.map(({ id }) => id) } })
    if (!(await toastOutcome(saved, 'Leads merged', 'Failed to merge the leads'))) return
    setIsAsking(false)
    onMerged()
  }
  return (
    <Card title={streetOf(kept.address)}>
      <ul className="px-5 pt-2 max-md:px-4">
        {leads.map((lead) => (
          <li
            key={lead.id}
            className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 border-t border-line py-2.5 md:grid-cols-[84px_92px_minmax(0,1.6fr)_minmax(0,1fr)_120px_220px]"
          >
            <label className="flex min-h-9 items-center gap-2 text-small">
              <input
                type="radio"
                name={name}
                checked={lead.id === kept.id}
                onChange={() => setKeptId(lead.id)}
                aria-label={`Keep the lead of ${createdText(lead)}`}
                className="size-4 accent-[var(--color-ink)]"
              />
              Keep
            </label>
            <label className="flex min-h-9 items-center gap-2 text-small">
              <input
                type="checkbox"
                checked={lead.id === kept.id || !leftOut.has(lead.id)}
                disabled={lead.id === kept.id}
                onChange={(event) => {
                  const next = new Set(leftOut)
                  if (event.target.checked) next.delete(lead.id)
                  else next.add(lead.id)
                  setLeftOut(next)
                }}
                aria-label={`Merge the lead of ${createdText(lead)}`}
                className="size-4 accent-[var(--color-ink)]"
              />
              Merge
            </label>
            <span className="min-w-0 max-md:col-span-3 max-md:row-start-2">
              <span className="block truncate font-semibold" title={lead.address}>
                <LeadLink lead={lead} onOpen={openLead} />
              </span>
              <span className="block truncate text-small text-ink-2">
                {lead.ownerName ?? 'Unknown Owner'}
                {lead.property?.parcelId ? ` · ${lead.property.parcelId}` : ''}
                {lead.id !== kept.id && ` · ${reasonOf(lead, kept)}`}
              </span>
              {(lead.contactName || lead.contactPhone) && (
                <span className="block truncate text-small text-ink-2">
                  {[lead.contactName, lead.contactPhone].filter(Boolean).join(' · ')}
                </span>
              )}
              {lead.followUpAt && (
                <span className="block truncate text-small text-ink-2">Follow-up {followUpText(lead)}</span>
              )}
            </span>
            <span className="flex min-w-0 items-center gap-2 text-small max-md:col-span-2">
              <PropertyTypeIcon type={lead.tag} size={20} />
              <span className="truncate">{propertyTypeLabels[lead.tag]}</span>
            </span>
            <StatusBadge status={lead.status} />
            <span className="figures text-right text-small whitespace-nowrap text-ink-2 max-md:col-span-3 max-md:text-left">
              {lead.rep ? `${lead.rep.fullName.split(' ')[0]}, ` : ''}
              {createdText(lead)}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2.5 border-t border-line px-5 py-3.5 max-md:px-4 max-md:*:flex-1">
        <Button onClick={() => void dismiss()} busy={isDismissing} busyLabel="Saving...">
          Not Duplicates
        </Button>
        <Button icon={Merge} disabled={merged.length === 0} onClick={() => setIsAsking(true)}>
          {mergeLabel}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Merge Leads"
          confirmLabel={mergeLabel}
          busyLabel="Merging..."
          onConfirm={confirm}
          onClose={() => setIsAsking(false)}
        >
          {pluralize(merged.length, 'lead')} will be merged into the lead of {createdText(kept)} at{' '}
          {streetOf(kept.address)}. It gets their notes, their history, and their values where it has none. Deleted:
          {merged.map((lead) => {
            const { lead: text, values } = lossOf(lead, kept)
            return (
              <span key={lead.id} className="mt-1.5 block">
                {text}
                {values.length > 0 && <span className="block text-bad">Lost: {values.join(', ')}</span>}
              </span>
            )
          })}
          <span className="mt-1.5 block">This cannot be undone.</span>
        </ConfirmDialog>
      )}
    </Card>
  )
}
