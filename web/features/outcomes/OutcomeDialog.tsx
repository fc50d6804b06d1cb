import { useMutation } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { colorOptions } from '../../domain/colorOptions.tsx'
import { outcomeLabels } from '../../domain/labels.ts'
import { markLabels, OutcomeMark } from '../../domain/OutcomeMark.tsx'
import { OUTCOMES } from '../../domain/outcomes.ts'
import {
  type KnockOutcome,
  type OutcomeColor,
  type OutcomeMark as Mark,
  type OutcomeRowFragment,
  OutcomesDocument,
  SaveOutcomeDocument,
} from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { refetching } from '../../lib/refetching.ts'
import { fillClasses } from '../../ui/hues.ts'
import { classNames } from '../../ui/classNames.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'

const MAX_NAME_LENGTH = 40
const meanings = OUTCOMES.map(({ outcome, label }) => ({ value: outcome, label }))
const colors: { value: OutcomeColor; label: string; icon: ReactNode }[] = [
  ...colorOptions,
  {
    value: 'MUTE',
    label: 'Gray',
    icon: <span aria-hidden className={classNames('size-3 rounded-full', fillClasses.mute)} />,
  },
]

interface OutcomeDialogProps {
  /** Undefined for a new one. */
  outcome: OutcomeRowFragment | undefined
  onClose: () => void
}

/** Adds an outcome of the company's own, or edits one. What it counts as is chosen once. */
export function OutcomeDialog({ outcome, onClose }: OutcomeDialogProps) {
  const [name, setName] = useState(outcome?.name ?? '')
  const [meaning, setMeaning] = useState<KnockOutcome>(outcome?.meaning ?? 'NOBODY_HOME')
  const [mark, setMark] = useState<Mark>(outcome?.mark ?? 'FLAG')
  const [color, setColor] = useState<OutcomeColor>(outcome?.color ?? 'SLATE')
  const [save] = useMutation(SaveOutcomeDocument, refetching(OutcomesDocument))
  const submit = async () => {
    await save({ variables: { input: { ...(outcome && { id: outcome.id }), name, meaning, mark, color } } })
    toastSuccess('Outcome saved')
    return true
  }
  return (
    <FormDialog
      title={outcome ? 'Edit Outcome' : 'Add Outcome'}
      onSubmit={submit}
      failureText="The outcome was not saved. Check the connection and try again."
      onClose={onClose}
      action="Save Outcome"
      className="grid gap-4"
    >
      <TextField
        label="Name"
        isRequired
        dir="auto"
        value={name}
        maxLength={2 * MAX_NAME_LENGTH}
        hint={`As reps read it at the door, at most ${MAX_NAME_LENGTH} characters.`}
        onChange={({ target }) => setName(target.value)}
      />
      {outcome ? (
        <p className="text-body text-ink-2">
          Counts as {outcomeLabels[meaning]}. That stays, because knocks were counted by it.
        </p>
      ) : (
        <Select
          label="Counts as"
          hint="In every number and on the map. It cannot be changed later."
          options={meanings}
          value={meaning}
          onChange={setMeaning}
        />
      )}
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Mark"
          options={markLabels.map((option) => ({
            value: option.mark,
            label: option.label,
            icon: <OutcomeMark mark={option.mark} color={color} size={20} />,
          }))}
          value={mark}
          onChange={setMark}
        />
        <Select label="Color" options={colors} value={color} onChange={setColor} />
      </div>
    </FormDialog>
  )
}
