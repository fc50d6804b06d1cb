import { useMutation, useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import {
  CompanySettingsDocument,
  type TenantRowFragment,
  UpdateTenantDocument,
  type UpdateTenantInput,
} from '../../gql/graphql.ts'
import { useFields } from '../../lib/useFields.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'
import { TextField } from '../../ui/Field.tsx'
import { notBlank } from '../../domain/accountRules.ts'
import { LogoSettings } from './LogoSettings.tsx'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { chosenTimeZone, timeZoneRule, timeZoneText } from '../../domain/timeZones.ts'
import { TenantSwitch } from './TenantSwitch.tsx'

/** The settings of a company that its owner may change. `exportButton` exports everything of the company. */
export function CompanySettings({ exportButton }: { exportButton: ReactNode }) {
  const { data, error, loading, refetch } = useQuery(CompanySettingsDocument, { fetchPolicy: 'cache-and-network' })
  const tenant = data?.currentTenant
  if (tenant) return <Settings key={tenant.id} tenant={tenant} exportButton={exportButton} onLogoChanged={refetch} />
  return (
    <Card title="Company">
      <LoadingOrError query={{ error, loading, refetch }} label="the settings" rows={4} className="px-5" />
    </Card>
  )
}

interface SettingsProps {
  tenant: TenantRowFragment & { logoUrl: string | null }
  exportButton: ReactNode
  onLogoChanged: () => Promise<unknown>
}

function Settings({ tenant, exportButton, onLogoChanged }: SettingsProps) {
  const [update, updating] = useMutation(UpdateTenantDocument)
  const save = (input: UpdateTenantInput) =>
    toastOutcome(update({ variables: { id: tenant.id, input } }), 'Settings saved', 'Failed to save settings')
  return (
    <div className="grid gap-4">
      <Card title="Company">
        <CompanyForm tenant={tenant} onSave={save} />
        <div className="border-t border-line px-5 py-4 max-md:px-4">
          <LogoSettings logoUrl={tenant.logoUrl} onChanged={onLogoChanged} />
        </div>
      </Card>
      <Card title="Team">
        <div className="space-y-5 px-5 pt-3 pb-5 max-md:px-4">
          {(['teamDoorsVisible', 'requireTwoFactors', 'allowNearestDoors'] as const).map((setting) => (
            <TenantSwitch
              key={setting}
              setting={setting}
              checked={tenant[setting]}
              onChange={(isOn) => void save({ [setting]: isOn })}
              disabled={updating.loading}
            />
          ))}
        </div>
      </Card>
      <Card title="Data of the Company">
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-2 pb-5 max-md:px-4">
          <p className="text-body text-ink-2">All lists, the activity log and the templates, in one zip file.</p>
          {exportButton}
        </div>
      </Card>
    </div>
  )
}

interface CompanyFields {
  name: string
  companyName: string
  timeZone: string
}

/** The names and the time zone, which are saved together. */
function CompanyForm({
  tenant,
  onSave,
}: {
  tenant: TenantRowFragment
  onSave: (input: CompanyFields) => Promise<unknown>
}) {
  const { name, companyName, timeZone } = tenant
  const { field, submit, isSubmitting, formState, reset } = useFields<CompanyFields>({
    name,
    companyName,
    timeZone: timeZoneText(timeZone),
  })
  const send = submit(async (fields) => {
    const input = {
      name: fields.name.trim(),
      companyName: fields.companyName.trim(),
      timeZone: chosenTimeZone(fields.timeZone, timeZone),
    }
    if (await onSave(input)) reset({ ...input, timeZone: timeZoneText(input.timeZone) })
  })
  return (
    <form onSubmit={(event) => void send(event)} noValidate className="grid gap-4 px-5 pt-3 pb-5 max-md:px-4">
      {/* The answer replaces what is in the fields. */}
      <fieldset aria-label="Company" disabled={isSubmitting} className="contents">
        <TextField
          label="Name"
          isRequired
          hint="Shown in parentheses next to the product name."
          {...field('name', notBlank('Name is required'))}
        />
        <TextField
          label="Company Name"
          isRequired
          hint="Printed on letters."
          {...field('companyName', notBlank('Company name is required'))}
        />
        <TimeZoneField {...field('timeZone', timeZoneRule)} />
      </fieldset>
      <div>
        <Button type="submit" variant="primary" disabled={!formState.isDirty} busy={isSubmitting} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  )
}
