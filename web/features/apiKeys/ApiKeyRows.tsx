import { Ban, Eye, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { ApiKeyRowFragment, ApiKeyScope } from '../../gql/graphql.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RecordRows } from '../../ui/RecordRows.tsx'
import { tintClasses } from '../../ui/hues.ts'

interface ApiKeyRowsProps {
  keys: readonly ApiKeyRowFragment[]
  onRevoke: (key: ApiKeyRowFragment) => void
}

/** The keys as a table; on a phone as cards. */
export const ApiKeyRows = ({ keys, onRevoke }: ApiKeyRowsProps) => (
  <RecordRows
    rows={keys}
    className="w-[34%]"
    columns={[
      { label: 'Key', className: 'max-w-0 font-normal', cell: (key) => <KeyName apiKey={key} /> },
      { label: 'Access', cell: ({ scope }) => <ScopeBadge scope={scope} /> },
      { label: 'Expiry', isNumber: true, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
      { label: 'Last Used', isNumber: true, className: 'text-ink-2', cell: (key) => <LastUsed at={key.lastUsedAt} /> },
    ]}
    actions={(key) => <RevokeButton apiKey={key} onRevoke={onRevoke} />}
    card={(key) => (
      <>
        <div className="flex items-start justify-between gap-3">
          <KeyName apiKey={key} />
          <ScopeBadge scope={key.scope} />
        </div>
        <p className="mt-2 text-small text-ink-2">
          <Expiry at={key.expiresAt} /> · <LastUsed at={key.lastUsedAt} />
        </p>
        <RevokeButton apiKey={key} onRevoke={onRevoke} className="mt-3 w-full" />
      </>
    )}
  />
)

function KeyName({ apiKey }: { apiKey: ApiKeyRowFragment }) {
  return (
    <span className="block min-w-0 md:flex md:items-baseline md:gap-2">
      <span className="block truncate leading-5 font-semibold max-md:whitespace-normal max-md:wrap-anywhere md:max-w-full md:shrink-0">
        {apiKey.name}
      </span>
      <span className="figures block truncate text-small leading-4 text-ink-2">
        plk_…{apiKey.hint} · created {formatDate(apiKey.createdAt)}
      </span>
    </span>
  )
}

function ScopeBadge({ scope }: { scope: ApiKeyScope }) {
  return scope === 'FULL' ? (
    <Badge colors="bg-accent-tint text-accent-ink" icon={PenLine}>
      Full access
    </Badge>
  ) : (
    <Badge colors={tintClasses.info} icon={Eye}>
      Read only
    </Badge>
  )
}

function Expiry({ at }: { at: string }) {
  const [openedAt] = useState(Date.now)
  if (Date.parse(at) > openedAt)
    return (
      <>
        Until <time dateTime={at}>{formatDate(at)}</time>
      </>
    )
  return (
    <span className="inline-flex items-center gap-1.5 font-[550] text-bad">
      <Ban aria-hidden size={15} />
      Expired {formatDate(at)}
    </span>
  )
}

function LastUsed({ at }: { at: string | null | undefined }) {
  if (!at) return 'Never used'
  return (
    <time dateTime={at} className="figures">
      {formatDate(at)}, {formatTime(at)}
    </time>
  )
}

function RevokeButton({
  apiKey,
  onRevoke,
  className,
}: { apiKey: ApiKeyRowFragment; className?: string } & Pick<ApiKeyRowsProps, 'onRevoke'>) {
  return (
    <Button
      variant="destructive"
      size="small"
      aria-label={`Revoke ${apiKey.name}`}
      onClick={() => onRevoke(apiKey)}
      className={className}
    >
      Revoke
    </Button>
  )
}
