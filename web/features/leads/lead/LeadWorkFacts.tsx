import { useQuery } from '@apollo/client/react'
import { Mail, Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AssignableUsersDocument, type LeadDetailsFragment, LeadStagesDocument } from '../../../gql/graphql.ts'
import { useFreshQuery } from '../../../lib/freshQuery.ts'
import { formatLongDay, formatTime, fromFieldTime, toFieldTime } from '../../../lib/dates.ts'
import { emailLink, phoneLink } from '../../../lib/contactLinks.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useAbilities } from '../../../session/person/MeProvider.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { InlineField } from '../../../ui/InlineField.tsx'
import type { useLeadWork } from './useLeadWork.ts'

interface LeadWorkFactsProps {
  lead: LeadDetailsFragment
  work: Pick<ReturnType<typeof useLeadWork>, 'save' | 'setStage'>
}

const textFields = [
  { name: 'source', label: 'Source', type: 'text', maxLength: 100 },
  { name: 'contactName', label: 'Contact', type: 'text', maxLength: 200 },
  { name: 'contactPhone', label: 'Phone', type: 'tel', maxLength: 50 },
  { name: 'contactEmail', label: 'Email', type: 'email', maxLength: 320 },
] as const

/** Who works on a lead, when to follow up, its value, source and contact, each edited in place. Empty fields are behind a button. */
export function LeadWorkFacts({ lead, work }: LeadWorkFactsProps) {
  const { followUpAt, value } = lead
  const [showsEmpty, setShowsEmpty] = useState(false)
  const isEmpty = ({ name }: (typeof textFields)[number]) => !lead[name]
  return (
    <section aria-label="Work" className="mt-4 border-t border-line pt-4">
      <dl className="grid grid-cols-[6.25rem_minmax(0,1fr)] items-center gap-x-5 gap-y-1">
        <Fact name="Assigned To">
          <Assignee lead={lead} onSave={work.save} />
        </Fact>
        <Stage lead={lead} onSave={work.setStage} />
        <Fact name="Follow-up">
          <InlineField
            label="Follow-up"
            type="datetime-local"
            placeholder="Add a follow-up"
            display={followUpAt && `${formatLongDay(followUpAt)}, ${formatTime(followUpAt)}`}
            value={followUpAt ? toFieldTime(followUpAt) : ''}
            onSave={(text) =>
              void work.save(
                { followUpAt: text ? (fromFieldTime(text)?.toISOString() ?? null) : null },
                { followUpAt: followUpAt ?? null },
              )
            }
          />
        </Fact>
        <Fact name="Value">
          <InlineField
            label="Value in dollars"
            type="number"
            placeholder="Add a value"
            display={typeof value === 'number' ? formatMoney(value) : null}
            value={typeof value === 'number' ? String(value) : ''}
            onSave={(text) => void work.save({ value: text ? Number(text) : null }, { value: value ?? null })}
          />
        </Fact>
        {textFields
          .filter((field) => showsEmpty || !isEmpty(field))
          .map(({ name, label, type, maxLength }) => (
            <Fact key={name} name={label}>
              <div className="flex items-center gap-3">
                <InlineField
                  label={label}
                  type={type}
                  maxLength={maxLength}
                  placeholder="Add"
                  display={lead[name] ?? null}
                  value={lead[name] ?? ''}
                  onSave={(text) => void work.save({ [name]: text || null }, { [name]: lead[name] ?? null })}
                />
                <ContactLink name={name} value={lead[name]} />
              </div>
            </Fact>
          ))}
      </dl>
      {textFields.some(isEmpty) && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={showsEmpty}
          onClick={() => setShowsEmpty(!showsEmpty)}
          className="mt-1 -ml-2.5 max-md:-ml-3.5"
        >
          {showsEmpty ? 'Hide Empty Details' : 'Add Details'}
        </Button>
      )}
    </section>
  )
}

/** Calls or writes to the contact with one tap. */
function ContactLink({ name, value }: { name: (typeof textFields)[number]['name']; value: string | null | undefined }) {
  if (!value) return null
  const link = { contactPhone: phoneLink, contactEmail: emailLink, source: undefined, contactName: undefined }[name]?.(
    value,
  )
  if (!link) return null
  const isPhone = name === 'contactPhone'
  const label = `${isPhone ? 'Call' : 'Email'} ${value}`
  const Icon = isPhone ? Phone : Mail
  return (
    <a
      href={link}
      aria-label={label}
      title={label}
      className="-my-0.5 inline-flex size-9 shrink-0 items-center justify-center rounded-button text-accent-ink hover:bg-hover max-md:size-12"
    >
      <Icon aria-hidden size={18} />
    </a>
  )
}

/** A line of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="figures min-w-0 break-words">{children}</dd>
    </>
  )
}

/** The assignee, which owners and admins can change. */
function Assignee({ lead, onSave }: { lead: LeadDetailsFragment; onSave: LeadWorkFactsProps['work']['save'] }) {
  const { assignLeads } = useAbilities()
  const { data } = useFreshQuery(AssignableUsersDocument, { propertyId: lead.property?.id ?? null }, !assignLeads)
  const { assignedTo } = lead
  const shown = assignedTo && (
    <span className="flex items-center gap-2">
      <Avatar name={assignedTo.fullName} size={24} />
      {assignedTo.fullName}
    </span>
  )
  if (!assignLeads) return shown ?? <span className="text-ink-2">Nobody</span>
  const team = data?.assignableUsers ?? []
  // Include the current assignee while the team loads, and after they have left the team.
  const isMissing = assignedTo && !team.some(({ id }) => id === assignedTo.id)
  const people = isMissing ? [assignedTo, ...team] : team
  return (
    <InlineField
      label="Assigned To"
      placeholder="Assign"
      display={shown ?? null}
      value={assignedTo?.id ?? ''}
      options={[{ value: '', label: 'Nobody' }, ...people.map(({ id, fullName }) => ({ value: id, label: fullName }))]}
      onSave={(userId) => {
        const chosen = people.find(({ id }) => id === userId)
        const person = chosen ? { __typename: 'UserRef' as const, id: chosen.id, fullName: chosen.fullName } : null
        void onSave({ assignedTo: person }, { assignedTo: assignedTo ?? null })
      }}
    />
  )
}

/** The stage, if the tenant has stages. */
function Stage({ lead, onSave }: { lead: LeadDetailsFragment; onSave: LeadWorkFactsProps['work']['setStage'] }) {
  const { data } = useQuery(LeadStagesDocument, { fetchPolicy: 'cache-and-network' })
  const stages = data?.leadStages ?? []
  if (stages.length === 0) return null
  return (
    <Fact name="Stage">
      <InlineField
        label="Stage"
        placeholder="None"
        display={lead.stage?.name ?? null}
        value={lead.stage?.id ?? ''}
        options={[{ value: '', label: 'None' }, ...stages.map(({ id, name }) => ({ value: id, label: name }))]}
        onSave={(chosen) => void onSave(stages.find(({ id }) => id === chosen) ?? null)}
      />
    </Fact>
  )
}
