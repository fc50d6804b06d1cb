import type { ApolloCache } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { Controller } from 'react-hook-form'
import { CreateTenantDocument, type TenantRowFragment, UpdateTenantDocument } from '../../gql/graphql.ts'
import { useDraftFields } from '../../session/person/useDraftFields.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TenantSwitch } from './TenantSwitch.tsx'
import { notBlank } from '../../domain/accountRules.ts'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { chosenTimeZone, DEFAULT_TIME_ZONE, timeZoneRule, timeZoneText } from '../../domain/timeZones.ts'

interface TenantFields {
  name: string
  companyName: string
  timeZone: string
  teamDoorsVisible: boolean
  requireTwoFactors: boolean
}

const newTenant: TenantFields = {
  name: '',
  companyName: '',
  timeZone: DEFAULT_TIME_ZONE,
  teamDoorsVisible: true,
  requireTwoFactors: false,
}

/** Lists of tenants that are on the screen, and the choices of one, are read again. */
const rereadTenants = { update: (cache: ApolloCache) => void cache.evict({ fieldName: 'tenants' }) }

interface TenantFormProps {
  /** Null for a new one. */
  tenant: TenantRowFragment | null
  onCreated?: (tenant: TenantRowFragment) => void
  onClose: () => void
}

/** Creates a tenant, or edits the given one. The input survives an expired session. */
export function TenantForm({ tenant, onCreated, onClose }: TenantFormProps) {
  const { name, companyName, timeZone, teamDoorsVisible, requireTwoFactors } = tenant ?? newTenant
  const { field, control, submit } = useDraftFields<TenantFields>(tenant ? `tenant ${tenant.id}` : 'new tenant', {
    ...{ name, companyName, timeZone: timeZoneText(timeZone), teamDoorsVisible, requireTwoFactors },
  })
  const [createTenant] = useMutation(CreateTenantDocument, rereadTenants)
  const [updateTenant] = useMutation(UpdateTenantDocument, rereadTenants)

  const send = submit(async (fields) => {
    const input = {
      ...fields,
      name: fields.name.trim(),
      companyName: fields.companyName.trim(),
      timeZone: chosenTimeZone(fields.timeZone, timeZone),
    }
    const saved = tenant
      ? updateTenant({ variables: { id: tenant.id, input } })
      : createTenant({ variables: { input } }).then(({ data }) => data && onCreated?.(data.createTenant))
    if (await toastOutcome(saved, tenant ? 'Tenant updated' : 'Tenant created', 'Failed to save tenant')) onClose()
  })
  return (
    <FormDialog
      onSubmit={send}
      onClose={onClose}
      title={tenant ? 'Edit Tenant' : 'Create Tenant'}
      action={tenant ? 'Save Changes' : 'Create Tenant'}
      busyAction={tenant ? 'Saving...' : 'Creating...'}
      className="grid gap-4"
    >
      <TextField
        label="Name"
        isRequired
        hint="Shown in parentheses next to the product name."
        {...field('name', notBlank('Name is required'))}
      />
      <TextField
        label="Company Name"
        isRequired={Boolean(tenant)}
        optional={!tenant}
        {...field('companyName', {
          // A new tenant without a company name gets its name.
          validate: (value) => !tenant || value.trim() !== '' || 'Company name is required',
        })}
      />
      <TimeZoneField {...field('timeZone', timeZoneRule)} />
      {(['teamDoorsVisible', 'requireTwoFactors'] as const).map((setting) => (
        <Controller
          key={setting}
          control={control}
          name={setting}
          render={({ field: { value, onChange } }) => (
            <TenantSwitch setting={setting} checked={value} onChange={onChange} />
          )}
        />
      ))}
    </FormDialog>
  )
}
