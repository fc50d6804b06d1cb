import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useFields } from '../../lib/useFields.ts'
import { useTransientDraft } from './drafts.ts'

/** The fields of the form of that name. Their input, except a password, survives an expired session. */
export function useDraftFields<Values extends FieldValues>(form: string, initialValues: Values) {
  const draft = useTransientDraft<Values>(form)
  const [defaultValues] = useState(() => ({ ...initialValues, ...draft.read() }) as DefaultValues<Values>)
  const fields = useFields<Values>(defaultValues)
  const { subscribe } = fields
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { password: _never, ...typed } }) => draft.save(typed as unknown as Partial<Values>),
      }),
    [subscribe, draft],
  )
  return fields
}
