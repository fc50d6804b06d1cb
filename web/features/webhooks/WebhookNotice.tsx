import { useQuery } from '@apollo/client/react'
import { Link } from 'react-router-dom'
import { WebhookListDocument } from '../../gql/graphql.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { Note } from '../../ui/Note.tsx'
import { disabledText, shortUrl } from './webhookTexts.ts'

/** For managers: the webhooks that were disabled because they failed. Nothing if there is none. */
export function WebhookNotice({ to }: { to: string }) {
  const { manageWebhooks } = useAbilities()
  const { tenant } = useMe()
  const { data } = useQuery(WebhookListDocument, { skip: !manageWebhooks || !tenant, fetchPolicy: 'cache-and-network' })
  const disabled = data?.webhooks.filter(({ disabledReason }) => disabledReason && disabledReason !== 'MANAGER') ?? []
  if (disabled.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {disabled.map((webhook) => (
        <Note key={webhook.id} hue="warn">
          Webhook {shortUrl(webhook.url)}: {disabledText(webhook)}{' '}
          <Link to={to} className="link">
            Open Webhooks
          </Link>
        </Note>
      ))}
    </div>
  )
}
