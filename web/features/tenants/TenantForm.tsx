import type { ApolloCache } from '@apollo/client'
import { useMutation } from '@apollo/client/react'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { CreateTenantDocument, type TenantRowFragment, UpdateTenantDocument } from '../../gql/graphql.ts'
import { useTransientDraft } from '../../session/person/drafts.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { TeamDoorsSwitch } from './TeamDoorsSwitch.tsx'
import { TwoFactorsSwitch } from './TwoFactorsSwitch.tsx'
import { TimeZoneField } from '../../domain/TimeZoneField.tsx'
import { DEFAULT_TIME_ZONE, findTimeZone, timeZoneRule } from '../../domain/timeZones.ts'

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
  const draft = useTransientDraft<TenantFields>(tenant ? `tenant ${tenant.id}` : 'new tenant')
  const initial = tenant ?? newTenant
  const { register, control, handleSubmit, formState, subscribe } = useForm<TenantFields>({
    defaultValues: {
      name: initial.name,
      companyName: initial.companyName,
      timeZone: initial.timeZone,
      teamDoorsVisible: initial.teamDoorsVisible,
      requireTwoFactors: initial.requireTwoFactors,
      ...draft.read(),
    },
  })
  const { errors } = formState
  const [createTenant] = useMutation(CreateTenantDocument, rereadTenants)
  const [updateTenant] = useMutation(UpdateTenantDocument, rereadTenants)
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.save(values) }),
    [subscribe, draft],
  )

  const submit = handleSubmit(async (fields) => {
    const { name, companyName, timeZone, ...switches } = fields
    const input = { name: name.trim(), companyName: companyName.trim(), timeZone: findTimeZone(timeZone)!, ...switches }
    const saved = tenant
      ? updateTenant({ variables: { id: tenant.id, input } })
      : createTenant({ variables: { input } }).then(({ data }) => data && onCreated?.(data.createTenant))
    if (await toastOutcome(saved, tenant ? 'Tenant updated' : 'Tenant created', 'Failed to save tenant')) onClose()
  })
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title={tenant ? 'Edit Tenant' : 'Create Tenant'}
      action={tenant ? 'Save Changes' : 'Create Tenant'}
      busyAction={tenant ? 'Saving...' : 'Creating...'}
      className="grid gap-4"
    >
      <TextField
        label="Name"
        isRequired
        hint={errors.name ? undefined : 'Shown in parentheses next to the product name.'}
        error={errors.name?.message}
        {...register('name', { validate: (value) => value.trim() !== '' || 'Name is required' })}
      />
      <TextField
        label="Company Name"
        isRequired={Boolean(tenant)}
        optional={!tenant}
        error={errors.companyName?.message}
        {...register('companyName', {
          // A new tenant without a company name gets its name.
          validate: (value) => !tenant || value.trim() !== '' || 'Company name is required',
        })}
      />
      <TimeZoneField error={errors.timeZone?.message} {...register('timeZone', timeZoneRule)} />
      <Controller
        control={control}
        name="teamDoorsVisible"
        render={({ field: { value, onChange } }) => <TeamDoorsSwitch checked={value} onChange={onChange} />}
      />
      <Controller
        control={control}
        name="requireTwoFactors"
        render={({ field: { value, onChange } }) => <TwoFactorsSwitch checked={value} onChange={onChange} />}
      />
    </FormDialog>
  )
}
