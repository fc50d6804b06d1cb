import { useMutation } from '@apollo/client/react'
import { FilePlus2 } from 'lucide-react'
import { AddStarterTemplatesDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'

/** Adds a plain letter for each service type, where a company has no template yet. */
export function AddStartersButton() {
  const [add, { loading }] = useMutation(AddStarterTemplatesDocument, {
    // Screens that show templates read them again.
    update: (cache) => void cache.evict({ fieldName: 'templates' }),
  })
  const submit = () => toastOutcome(add(), 'Starter templates added', 'Failed to add starter templates')
  return (
    <Button icon={FilePlus2} busy={loading} busyLabel="Adding..." onClick={() => void submit()}>
      Add Starter Templates
    </Button>
  )
}
