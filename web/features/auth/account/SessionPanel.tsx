import { useMutation, useQuery } from '@apollo/client/react'
import { MonitorSmartphone, Smartphone } from 'lucide-react'
import {
  EndOtherSessionsDocument,
  EndSessionDocument,
  type OwnSessionFragment,
  OwnSessionsDocument,
} from '../../../gql/graphql.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { tintClasses } from '../../../ui/hues.ts'
import { formatDay, formatTime } from '../../../lib/dates.ts'
import { refetching } from '../../../lib/refetching.ts'
import { toastOutcome, useFailureToast } from '../../../session/failureToasts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { LoadingOrError } from '../../../ui/LoadingOrError.tsx'

const FAILED = 'Failed to fetch data'
const refetchSessions = refetching(OwnSessionsDocument)

/** The devices on which the user is signed in. Each of the others can be signed out. */
export function SessionPanel() {
  const { data, error, loading, refetch } = useQuery(OwnSessionsDocument, { fetchPolicy: 'cache-and-network' })
  useFailureToast(error, FAILED)
  const [endSession, ending] = useMutation(EndSessionDocument, refetchSessions)
  const [endOthers, endingOthers] = useMutation(EndOtherSessionsDocument, refetchSessions)
  const sessions = data?.sessions.edges.map(({ node }) => node)
  const end = ({ id }: OwnSessionFragment) =>
    void toastOutcome(endSession({ variables: { id } }), 'Device signed out', 'Failed to sign the device out')
  const endAllOthers = () =>
    void toastOutcome(endOthers(), 'All other devices signed out', 'Failed to sign the devices out')
  return (
    <Card
      title="Devices"
      aside={
        sessions &&
        sessions.length > 1 && (
          <Button size="small" variant="destructive" busy={endingOthers.loading} onClick={endAllOthers}>
            Sign Out All Others
          </Button>
        )
      }
    >
      {!sessions ? (
        <LoadingOrError
          query={{ error, loading, refetch }}
          failure={FAILED}
          label="devices"
          rows={2}
          cells={['size-8', 'h-3 w-48', 'h-3 w-24']}
        />
      ) : (
        <ul className="px-5 pt-1 pb-3 max-md:px-4">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={end}
              busy={ending.loading && ending.data === undefined}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface SessionRowProps {
  session: OwnSessionFragment
  onEnd: (session: OwnSessionFragment) => void
  busy: boolean
}

function SessionRow({ session, onEnd, busy }: SessionRowProps) {
  const { device, address, createdAt, lastUsedAt, current } = session
  const Glyph = /iPhone|Android/.test(device) ? Smartphone : MonitorSmartphone
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <Glyph aria-hidden size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-[550]">
          {device}
          {current && <Badge colors={tintClasses.good}>This device</Badge>}
        </p>
        {/* Each fact on a line of its own on a phone, where a date breaks in its middle. */}
        <p className="figures flex flex-wrap gap-x-1.5 text-small text-ink-2 max-md:flex-col">
          {!current && (
            <span>
              Last used <When at={lastUsedAt} />
            </span>
          )}
          <span>
            Signed in <When at={createdAt} />
          </span>
          {address && <span>From {address}</span>}
        </p>
      </div>
      {!current && (
        <Button size="small" aria-label={`Sign out ${device}`} disabled={busy} onClick={() => onEnd(session)}>
          Sign Out
        </Button>
      )}
    </li>
  )
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at}>
      {formatDay(at)}, {formatTime(at)}
    </time>
  )
}
