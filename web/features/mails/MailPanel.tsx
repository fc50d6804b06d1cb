import { Check, Clock, X } from 'lucide-react'
import {
  type MailFilter,
  type MailKind,
  MailListDocument,
  type MailListQuery,
  type MailState,
} from '../../gql/graphql.ts'
import { formatDay, formatTime } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { activeFilters, urlFilter, useUrlFilters } from '../../lib/urlFilters.ts'
import { useTypedFilter } from '../../lib/useTypedFilter.ts'
import { definePages } from '../../lists/defineList.ts'
import { ListBody, ListEmpty } from '../../lists/ListBody.tsx'
import { usePages } from '../../lists/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { type Hue, tintClasses } from '../../ui/hues.ts'
import { Note } from '../../ui/Note.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'

type MailRow = MailListQuery['mails']['edges'][number]['node']

const mailPages = definePages({
  document: MailListDocument,
  connectionOf: ({ mails }) => mails,
  failed: 'Failed to fetch the mails',
})
const ALL = 'ALL'
const states: Record<MailState, { label: string; hue: Hue; Glyph: typeof Check }> = {
  QUEUED: { label: 'Queued', hue: 'mute', Glyph: Clock },
  SENT: { label: 'Sent', hue: 'good', Glyph: Check },
  FAILED: { label: 'Failed', hue: 'bad', Glyph: X },
}
const kindLabels: Record<MailKind, string> = {
  ACCOUNT_APPROVED: 'Account approved',
  APPROVAL_WANTED: 'Approval wanted',
  BACKUP_FAILED: 'Backup failed',
  EMAIL_CONFIRMATION: 'Email confirmation',
  INVITATION: 'Invitation',
  EXPORT_READY: 'Export ready',
  LOCKED_OUT: 'Failed sign-ins',
  NEW_DEVICE: 'New device',
  PASSWORD_RESET: 'Password link',
  WEBHOOK_DISABLED: 'Webhook disabled',
  REGISTRY_EXPIRES: "City's list expires",
  PERMIT_EXPIRES: "City's permit expires",
}

const mailFilters = {
  search: urlFilter<string>('to', ''),
  kind: urlFilter<MailKind | typeof ALL>('kind', ALL, [ALL, ...(Object.keys(kindLabels) as MailKind[])]),
  state: urlFilter<MailState | typeof ALL>('state', ALL, [ALL, 'QUEUED', 'SENT', 'FAILED']),
}

/** What became of the mails of the last 30 days, newest first. */
export function MailPanel() {
  const { filters, setFilters, clearFilters, isFiltered } = useUrlFilters(mailFilters)
  const { typed, setTyped, reset } = useTypedFilter(filters.search, setFilters)
  const rows = usePages(mailPages, { filter: activeFilters(mailFilters, filters) as MailFilter })
  const { rows: mails, isLoaded, head } = rows
  return (
    <>
      {head && !head.isMailEnabled && (
        <div className="mb-4">
          <Note hue="info">
            This server is not connected to a mail service, so it sends no mails. Until it is, invitations and password
            links are shown on screen, to be passed on by hand.
            <span className="mt-1 block text-small text-ink-2">
              To connect it, set <code>MAIL_URL</code>, <code>MAIL_FROM</code> and <code>PUBLIC_URL</code> where the
              server runs.
            </span>
          </Note>
        </div>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchField label="Search by address" value={typed} onChange={setTyped} className="w-64 max-md:w-full" />
        <Select
          variant="filter"
          label="Kind"
          value={filters.kind}
          onChange={(kind) => setFilters({ kind })}
          isActive={filters.kind !== ALL}
          options={[
            { value: ALL, label: 'All Kinds' },
            ...Object.entries(kindLabels).map(([value, label]) => ({ value: value as MailKind, label })),
          ]}
        />
        <Select
          variant="filter"
          label="State"
          value={filters.state}
          onChange={(state) => setFilters({ state })}
          isActive={filters.state !== ALL}
          options={[
            { value: ALL, label: 'All States' },
            ...Object.entries(states).map(([value, { label }]) => ({ value: value as MailState, label })),
          ]}
        />
        {isLoaded && head && head.totalCount > 0 && (
          <p className="ml-auto text-small text-ink-2">{pluralize(head.totalCount, 'mail', 'mails')}</p>
        )}
      </div>
      <ListBody
        list={mailPages}
        rows={rows}
        cards={
          <RecordRows
            rows={mails}
            className="w-[50%]"
            columns={[
              {
                label: 'To',
                className: 'py-2.5 font-semibold',
                cell: (mail) => (
                  <>
                    <span className="wrap-anywhere whitespace-normal">{mail.to}</span>
                    <MailError mail={mail} />
                  </>
                ),
              },
              { label: 'Kind', cell: ({ kind }) => kindLabels[kind] },
              { label: 'State', cell: (mail) => <StateBadge mail={mail} /> },
              { label: 'Tries', isNumber: true, cell: ({ tries }) => tries },
              { label: 'Time', isNumber: true, className: 'text-ink-2', cell: (mail) => <MailTime mail={mail} /> },
            ]}
            card={(mail) => (
              <>
                <div className="flex items-center gap-3">
                  <h2 className="min-w-0 flex-1 text-section">{kindLabels[mail.kind]}</h2>
                  <StateBadge mail={mail} />
                </div>
                <p className="mt-1 text-small text-ink-2 wrap-anywhere">{mail.to}</p>
                <p className="mt-2 text-small text-ink-2">
                  <MailTime mail={mail} />
                </p>
                <MailError mail={mail} />
              </>
            )}
          />
        }
        skeleton={<LoadingRows label="mails" rows={8} cells={['h-3 w-52', 'h-3 w-28', 'ml-auto h-5 w-20']} />}
        empty={
          <ListEmpty
            title="No mails"
            filteredHint="No mails of the last 30 days match these filters."
            hint="Invite somebody: invitations, links to choose a password and warnings appear here for 30 days."
            action={<ButtonLink to="/users/invitations">Open Invitations</ButtonLink>}
            isFiltered={isFiltered}
            clear={() => {
              reset()
              clearFilters()
            }}
          />
        }
        hasShowMore
      />
    </>
  )
}

function StateBadge({ mail: { state } }: { mail: MailRow }) {
  const { label, hue, Glyph } = states[state]
  return (
    <Badge colors={tintClasses[hue]} icon={Glyph}>
      {label}
    </Badge>
  )
}

/** When it was sent; before, when it was queued and is tried next. */
function MailTime({ mail: { sentAt, createdAt, nextTryAt, tries } }: { mail: MailRow }) {
  const at = sentAt ?? createdAt
  return (
    <>
      <time dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
      </time>
      {nextTryAt && tries > 0 && <span className="block">next try {formatTime(nextTryAt)}</span>}
    </>
  )
}

function MailError({ mail: { error } }: { mail: MailRow }) {
  return error && <p className="mt-1 text-small font-normal whitespace-normal text-bad wrap-anywhere">{error}</p>
}
