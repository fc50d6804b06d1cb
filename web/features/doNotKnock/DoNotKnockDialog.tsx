import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { streetOf } from '../../domain/streetOf.ts'
import type { DoNotKnockKind } from '../../gql/graphql.ts'
import { addDays, fromFieldTime } from '../../lib/dates.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { useSubmit } from '../../session/outbox/useSubmit.ts'
import { useAbilities } from '../../session/person/MeProvider.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { kindOptions } from './markKinds.ts'

/** Marks a door where nobody may knock, also without a connection. */
export function DoNotKnockDialog({ id, address, onClose }: { id: string; address: string; onClose: () => void }) {
  const { manageDoNotKnock } = useAbilities()
  const submit = useSubmit()
  const [kind, setKind] = useState<DoNotKnockKind>('ASKED')
  const { texts, text } = useTexts({ reason: '', lastDay: '' })
  const save = async () => {
    // The mark is in force on the whole last day.
    const midnight = fromFieldTime(`${texts.lastDay}T00:00`)
    const until = midnight && addDays(midnight, 1).toISOString()
    const doNotKnock = { propertyId: id, kind, reason: texts.reason || null, until }
    const action = { id: uuidv7(), kind: 'DO_NOT_KNOCK' as const, occurredAt: new Date().toISOString(), doNotKnock }
    const sent = await submit({ action: { ...action, dependsOn: [id] }, propertyId: id, title: address })
    if (sent !== 'waiting') toastSuccess('Door marked')
    return true
  }
  return (
    <FormDialog
      title="Do Not Knock"
      description={streetOf(address)}
      onSubmit={save}
      onClose={onClose}
      failureText="The door was not marked. Check the connection and try again."
      action="Mark Door"
      busyAction="Marking..."
      className="grid gap-4"
    >
      {manageDoNotKnock ? (
        <Select label="Why" options={kindOptions} value={kind} onChange={setKind} />
      ) : (
        <p className="text-body text-ink-2">They asked us not to knock. Nobody of the team can log a knock here.</p>
      )}
      <TextField label="What was said" optional dir="auto" maxLength={500} {...text('reason')} />
      <TextField
        label="Last day"
        optional
        type="date"
        hint="Without it, the mark stays until somebody lifts it."
        {...text('lastDay')}
      />
    </FormDialog>
  )
}
