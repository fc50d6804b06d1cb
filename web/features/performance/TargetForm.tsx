import { useMutation, useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  type Period,
  SetTargetDocument,
  TargetPeopleDocument,
  type TargetRowFragment,
  TargetsDocument,
} from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { parseTarget, targetMetrics, targetOwner, targetPeriods } from './targetText.ts'

interface TargetFormProps {
  /** The target to edit; null for a new one. */
  target: TargetRowFragment | null
  /** The initial period of a new target. */
  period: Period
  onClose: () => void
}

/** The option that stands for the whole team, which has no user. */
const TEAM = 'team'

/** Sets or removes the target of a rep or of the whole team. */
export function TargetForm({ target, period: shownPeriod, onClose }: TargetFormProps) {
  const people =
    useQuery(TargetPeopleDocument, { skip: target !== null, fetchPolicy: 'cache-and-network' }).data?.users.edges ?? []
  const [userId, setUserId] = useState<string | null>(target ? (target.user?.id ?? TEAM) : null)
  const [metric, setMetric] = useState(target?.metric ?? 'LEADS_CREATED')
  const [period, setPeriod] = useState(target?.period ?? shownPeriod)
  const [text, setText] = useState(target ? String(target.value) : '')
  const [errors, setErrors] = useState<{ user?: string; value?: string }>({})
  const [setTarget, { loading: busy }] = useMutation(SetTargetDocument, refetching(TargetsDocument))

  const send = async (value: number, targetUserId: string) => {
    await setTarget({
      variables: { input: { userId: targetUserId === TEAM ? null : targetUserId, period, metric, value } },
    })
    return true
  }
  const remove = async (from: string) => {
    const failed = 'The target was not removed. Check the connection and try again.'
    if (await toastOutcome(send(0, from), 'Target removed', failed)) onClose()
  }
  const submit = () => {
    const { value, error } = parseTarget(text)
    setErrors({
      ...(userId ? {} : { user: 'Choose a sales rep or the whole team.' }),
      ...(error ? { value: error } : {}),
    })
    return userId && value !== null ? send(value, userId) : undefined
  }

  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      failureText="The target was not saved. Check the connection and try again."
      busy={busy}
      title={target ? `Target of ${targetOwner(target.user)}` : 'Set Target'}
      action="Set Target"
      className="grid gap-4"
      aside={
        target && (
          <Button
            size="large"
            variant="destructive"
            disabled={busy}
            onClick={() => void remove(target.user?.id ?? TEAM)}
            className="md:mr-auto"
          >
            Remove Target
          </Button>
        )
      }
    >
      {!target && (
        <>
          <Combobox
            label="Sales Rep"
            options={[
              { value: TEAM, label: 'Whole team' },
              ...people.map(({ node }) => ({ value: node.id, label: node.fullName })),
            ]}
            value={userId}
            onChange={setUserId}
            placeholder="Choose a sales rep"
            error={userId ? undefined : errors.user}
          />
          <Select label="Metric" options={targetMetrics} value={metric} onChange={setMetric} />
          <Select label="Period" options={targetPeriods} value={period} onChange={setPeriod} />
        </>
      )}
      <TextField
        label={
          target ? `${targetMetrics.find(({ value }) => value === metric)!.label}, ${periodLabel(period)}` : 'Target'
        }
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={errors.value}
      />
    </FormDialog>
  )
}

const periodLabel = (period: Period): string => targetPeriods.find(({ value }) => value === period)!.label.toLowerCase()
