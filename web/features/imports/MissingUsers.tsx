import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { saveFile } from '../../lib/rest.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Note } from '../../ui/Note.tsx'
import { isAddress, useInviteMissing, type Invited } from './useInviteMissing.ts'

const FILE_NAME = 'porchlight-invitation-links.txt'

/** The people whom a file names and who have no account here, with the number of their rows. All can be invited at once. */
export function MissingUsers({ job }: { job: ImportJobFragment }) {
  const { missingUsers } = job.import!
  const { canInvite, isLoaded, invited, wasInvited, waiting, isBusy, invite } = useInviteMissing(
    missingUsers.map(({ name }) => name),
  )
  if (missingUsers.length === 0) return null
  const links = [...invited].flatMap(([email, result]) =>
    'url' in result && !result.mailed ? `${email} ${result.url}` : [],
  )
  return (
    <Card title="People Without an Account" aside={pluralize(missingUsers.length, 'person', 'people')}>
      <div className="grid gap-3 px-5 pt-1 pb-1 max-md:px-4">
        <p className="text-small text-ink-2">
          What the file assigns to them belongs to nobody until they join with the address in the file, and then is
          theirs. Their past visits stay in the history without a name, unless the file is imported after they have
          joined.
        </p>
        {canInvite && (waiting.length > 0 || isBusy) && (
          <Button
            disabled={!isLoaded}
            busy={isBusy}
            busyLabel={`Inviting, ${formatCount(waiting.length)} left...`}
            onClick={() => void invite()}
            className="justify-self-start"
          >
            Invite {pluralize(waiting.length, 'Sales Rep')}
          </Button>
        )}
        {!canInvite && <p className="text-small text-ink-2">Ask an owner to invite them.</p>}
        {links.length > 0 && !isBusy && (
          <>
            <Note hue="warn">
              Each link works once, within 7 days and for its address only. Copy or download them now: they are not
              shown again.
            </Note>
            <Button
              icon={Download}
              onClick={() => saveFile(new Blob([`${links.join('\n')}\n`], { type: 'text/plain' }), FILE_NAME)}
              className="justify-self-start"
            >
              Download {pluralize(links.length, 'Link')}
            </Button>
          </>
        )}
      </div>
      <ul className="mt-2">
        {missingUsers.map(({ name, rows }) => (
          <li
            key={name}
            className="flex min-h-12 items-center justify-between gap-x-3 gap-y-1 border-t border-line px-5 py-1 text-body max-md:flex-wrap max-md:px-4 max-md:py-2"
          >
            <span className="min-w-0 truncate max-md:w-full" title={name}>
              {name}
            </span>
            <span className="flex items-center gap-3 text-small whitespace-nowrap text-ink-2">
              <InvitationOf name={name} result={invited.get(name)} wasInvited={wasInvited(name)} />
              <span className="figures">{pluralize(rows, 'row')}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The result of inviting one person. */
function InvitationOf({
  name,
  result,
  wasInvited,
}: {
  name: string
  result: Invited | undefined
  wasInvited: boolean
}) {
  if (result && 'refusal' in result) return <span className="whitespace-normal text-bad">{result.refusal}</span>
  if (result?.mailed) return <span>Invited by mail</span>
  if (result) return <CopyLink name={name} url={result.url} />
  if (wasInvited) return <span>Invited</span>
  if (!isAddress(name))
    return (
      <Link to="/users" className="link">
        No address: add in Users
      </Link>
    )
  return null
}

function CopyLink({ name, url }: { name: string; url: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setIsCopied(true)
    } catch {
      // The browser refused access to the clipboard. The links can still be downloaded.
    }
  }
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy Link'}
      <span className="sr-only">of {name}</span>
    </Button>
  )
}
