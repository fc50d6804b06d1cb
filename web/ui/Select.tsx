import { lazy } from 'react'
import { FieldFrame, useFieldIds } from './Field.tsx'
import { SelectButton, type SelectControlProps, type SelectProps } from './SelectButton.tsx'
import { useFirstOpen } from './useFirstOpen.ts'

export type { SelectOption } from './SelectButton.tsx'

// Loaded when a select is opened, because the list's library is large and most screens have selects.
const load = () => import('./OpenedSelect.tsx')
const OpenedSelect = lazy(async () => ({ default: (await load()).OpenedSelect }))

/** A select. Option values must not be empty strings. */
export function Select<T extends string>(props: SelectProps<T>) {
  const ids = useFieldIds()
  if (props.variant === 'filter') return <SelectControl {...props} id={ids.input} />
  const { label, error, hint, optional, className } = props
  return (
    <FieldFrame {...{ ids, label, error, hint, optional, className }}>
      <SelectControl {...props} id={ids.input} />
    </FieldFrame>
  )
}

function SelectControl<T extends string>(props: SelectControlProps<T>) {
  const { opened, triggerProps } = useFirstOpen(load)
  // A list of options of T chooses only values of T.
  if (opened) return <OpenedSelect {...(props as unknown as SelectControlProps<string>)} />
  return <SelectButton select={props} {...triggerProps} />
}
