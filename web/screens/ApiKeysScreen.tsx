import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiKeyPanel } from '../features/apiKeys/ApiKeyPanel.tsx'
import { useAbilities } from '../session/person/MeProvider.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** /api-keys: API keys of the signed-in user; linked next to Logout. */
export function ApiKeysScreen() {
  const { manageWebhooks } = useAbilities()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title="API Keys"
        hint={
          <>
            For programs that act on your behalf. See the{' '}
            <a href="/api/docs" className="link max-md:py-1.5 max-md:font-normal max-md:text-ink-2">
              REST reference
            </a>
            {manageWebhooks ? ', the' : ' and the'}{' '}
            <a href="/graphql" className="link max-md:py-1.5 max-md:font-normal max-md:text-ink-2">
              GraphQL explorer
            </a>
            {manageWebhooks && (
              <>
                {' '}
                and, for events as they happen,{' '}
                <Link to="/webhooks" className="link max-md:py-1.5 max-md:font-normal max-md:text-ink-2">
                  Webhooks
                </Link>
              </>
            )}
            .
          </>
        }
      >
        <Button variant="primary" icon={Plus} onClick={() => setCreating(true)} className="floats-on-phone">
          Create API Key
        </Button>
      </PageHeader>
      <ApiKeyPanel {...{ isCreating, setCreating }} />
    </>
  )
}
