import { useMutation, useQuery } from '@apollo/client/react'
import { CompanySettingsDocument, UpdateTenantDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { TeamDoorsSwitch } from './TeamDoorsSwitch.tsx'

/** The settings of a company that its owner may change. Each change is saved at once. */
export function CompanySettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, loading, refetch } = useQuery(CompanySettingsDocument, { fetchPolicy: 'cache-and-network' })
  const [update, updating] = useMutation(UpdateTenantDocument)
  const tenant = data?.currentTenant
  const save = (teamDoorsVisible: boolean) =>
    void toastOutcome(
      update({ variables: { id: tenant!.id, input: { teamDoorsVisible } } }),
      'Settings saved',
      'Failed to save settings',
    )
  return (
    <Dialog open onClose={onClose} title="Company Settings" description={tenant?.companyName}>
      {tenant ? (
        <TeamDoorsSwitch checked={tenant.teamDoorsVisible} onChange={save} disabled={updating.loading} />
      ) : error ? (
        <ErrorState title="Failed to fetch data" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
      ) : (
        <LoadingRows label="the settings" rows={1} cells={['h-3.5 w-full']} rowClass="my-4" className="" />
      )}
    </Dialog>
  )
}
