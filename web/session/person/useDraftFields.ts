import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useFields } from '../../lib/useFields.ts'
import { useTransientDraft } from './drafts.ts'

/** The fields of a form. What was typed, except a password, is kept as a draft under the name `form` when the session expires. */
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
