import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ChooseTenantState } from '../features/viewAs/ChooseTenantState.tsx'
import { WebhookPanel } from '../features/webhooks/WebhookPanel.tsx'
import { useMe } from '../session/person/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /webhooks: the URLs that get the events of the tenant, and what was delivered to them. */
export function WebhooksScreen() {
  const { tenant } = useMe()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title="Webhooks"
        parent={{ to: '/api-keys', label: 'API Keys' }}
        hint={
          <>
            Your systems hear about changes as they happen. Signed by the{' '}
            <a href="https://www.standardwebhooks.com" className="link max-md:py-1.5">
              Standard Webhooks
            </a>{' '}
            rules.
          </>
        }
      >
        {tenant && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)} className="floats-on-phone">
            Add Endpoint
          </Button>
        )}
      </PageHeader>
      {tenant ? (
        <WebhookPanel {...{ isCreating, setCreating }} />
      ) : (
        <ChooseTenantState hint="Webhooks belong to one tenant." />
      )}
    </>
  )
}
