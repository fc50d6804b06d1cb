import { lazyPart } from '../lib/lazyPart.ts'
import { useAbilities } from '../session/person/MeProvider.tsx'

const ExpiryNotices = lazyPart(async () => (await import('../features/dashboard/ExpiryNotices.tsx')).ExpiryNotices)
const WebhookNotice = lazyPart(async () => (await import('../features/webhooks/WebhookNotice.tsx')).WebhookNotice)

/** What managers must know, above their dashboards: webhooks that fail, and lists and permits that end soon. */
export function ManagerNotices() {
  const { manageDoNotKnock, manageWebhooks } = useAbilities()
  return (
    <>
      {manageWebhooks && <WebhookNotice to="/webhooks" />}
      {manageDoNotKnock && <ExpiryNotices />}
    </>
  )
}
