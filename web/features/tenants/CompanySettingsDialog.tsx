import { useMutation, useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { CompanySettingsDocument, UpdateTenantDocument, type UpdateTenantInput } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import { TeamDoorsSwitch } from './TeamDoorsSwitch.tsx'
import { TwoFactorsSwitch } from './TwoFactorsSwitch.tsx'

interface CompanySettingsDialogProps {
  /** Exports everything of the company. */
  exportButton: ReactNode
  onClose: () => void
}

/** The settings of a company that its owner may change. Each change is saved at once. */
export function CompanySettingsDialog({ exportButton, onClose }: CompanySettingsDialogProps) {
  const { data, error, loading, refetch } = useQuery(CompanySettingsDocument, { fetchPolicy: 'cache-and-network' })
  const [update, updating] = useMutation(UpdateTenantDocument)
  const tenant = data?.currentTenant
  const save = (input: UpdateTenantInput) =>
    void toastOutcome(update({ variables: { id: tenant!.id, input } }), 'Settings saved', 'Failed to save settings')
  return (
    <Dialog open onClose={onClose} title="Company Settings" description={tenant?.companyName}>
      {tenant ? (
        <div className="space-y-5">
          <TeamDoorsSwitch
            checked={tenant.teamDoorsVisible}
            onChange={(teamDoorsVisible) => save({ teamDoorsVisible })}
            disabled={updating.loading}
          />
          <TwoFactorsSwitch
            checked={tenant.requireTwoFactors}
            onChange={(requireTwoFactors) => save({ requireTwoFactors })}
            disabled={updating.loading}
          />
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
            <div>
              <p className="font-[550]">Data of the company</p>
              <p className="text-small text-ink-2">All lists, the activity log and the templates, in one zip file.</p>
            </div>
            {exportButton}
          </div>
        </div>
      ) : error ? (
        <ErrorState title="Failed to fetch data" onRetry={() => void refetch().catch(() => undefined)} busy={loading} />
      ) : (
        <LoadingRows label="the settings" rows={1} cells={['h-3.5 w-full']} rowClass="my-4" className="" />
      )}
    </Dialog>
  )
}
