import { useCombobox } from 'downshift'
import { Check, ChevronDown } from 'lucide-react'
import { Anchor, Content, Portal, Root } from '@radix-ui/react-popover'
import { useState } from 'react'
import { classNames } from './classNames.ts'
import { FieldFrame, useFieldIds } from './Field.tsx'

export interface ComboboxOption {
  value: string
  label: string
}

interface ComboboxProps {
  label: string
  /** 'field' has a visible label. The others use the label as accessible name; 'bar' is for dark bars. */
  variant?: 'field' | 'filter' | 'bar'
  options: readonly ComboboxOption[]
  /** Null while nothing is chosen; shows the placeholder. */
  value: string | null
  onChange: (value: string) => void
  placeholder?: string
  /** Highlights a filter that is set. */
  isActive?: boolean
  error?: string | undefined
  optional?: boolean
  disabled?: boolean
}

/** A select with a search field, for long lists. */
export function Combobox(props: ComboboxProps) {
  const ids = useFieldIds()
  const { variant = 'field', label, error, optional } = props
  if (variant !== 'field') return <ComboboxControl {...props} variant={variant} id={ids.input} />
  return (
    <FieldFrame ids={ids} label={label} error={error} optional={optional}>
      <ComboboxControl {...props} variant={variant} id={ids.input} />
    </FieldFrame>
  )
}

const boxClasses = {
  field: 'field-box h-10 w-full pl-3 text-body max-md:h-12',
  filter: 'field-box h-9 w-44 shrink-0 pl-3 text-body max-md:h-11 max-md:rounded-full',
  bar: 'h-[30px] w-52 min-w-0 rounded-button bg-on-bar/14 pl-2.5 text-small font-semibold outline-on-bar max-md:h-11 max-md:w-40 max-md:bg-transparent max-md:pl-0 max-md:text-[1rem]',
}

type ControlProps = ComboboxProps & { variant: NonNullable<ComboboxProps['variant']>; id: string }

function ComboboxControl({ variant, id, label, options, value, onChange, placeholder, ...props }: ControlProps) {
  const { isActive = false, error, disabled = false } = props
  const selectedItem = options.find((option) => option.value === value) ?? null
  // Empty until the user types, so that an opened list shows all options and not only the selected one.
  const [search, setSearch] = useState('')
  const items = options.filter((option) => option.label.toLowerCase().includes(search.trim().toLowerCase()))
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<ComboboxOption>({
    inputId: id,
    items,
    selectedItem,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    onIsOpenChange: () => setSearch(''),
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setSearch(inputValue)
    },
    onSelectedItemChange: ({ selectedItem: chosen }) => chosen && onChange(chosen.value),
    stateReducer: (state, { type, changes }) => {
      const { InputBlur, InputChange, InputKeyDownEscape } = useCombobox.stateChangeTypes
      if (type === InputChange) return { ...changes, highlightedIndex: 0 }
      // Typed text is only a search. Leaving the field restores the label of the selected option.
      if (type === InputBlur || type === InputKeyDownEscape)
        return { ...changes, selectedItem: state.selectedItem, inputValue: state.selectedItem?.label ?? '' }
      return changes
    },
  })
  return (
    <Root open={isOpen}>
      <Anchor asChild>
        <span
          data-invalid={error ? '' : undefined}
          className={classNames(
            'relative inline-flex items-center',
            boxClasses[variant],
            isActive && 'border-focus bg-accent-tint font-[550]',
            disabled && 'pointer-events-none bg-sunken text-ink-3',
          )}
        >
          <input
            {...getInputProps({ disabled, onFocus: (event) => event.currentTarget.select() })}
            aria-label={label}
            aria-labelledby={undefined}
            // The list is not there while it is closed.
            {...(isOpen ? {} : { 'aria-controls': undefined })}
            aria-invalid={error ? true : undefined}
            placeholder={placeholder}
            autoComplete="off"
            maxLength={200}
            className="h-full w-full min-w-0 cursor-pointer truncate bg-transparent pr-9 outline-none placeholder:text-ink-3"
          />
          <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-3" />
        </span>
      </Anchor>
      <Portal>
        <Content
          asChild
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <ul
            {...getMenuProps({}, { suppressRefError: true })}
            aria-label={label}
            aria-labelledby={undefined}
            className="z-50 max-h-[min(22rem,var(--radix-popover-content-available-height))] min-w-(--radix-popover-trigger-width) overflow-y-auto rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup"
          >
            {items.map((option, index) => (
              <li
                key={option.value}
                {...getItemProps({ item: option, index, 'aria-selected': option.value === value })}
                className={classNames(
                  'flex h-8 items-center gap-2 rounded-badge px-2.5 select-none max-md:h-12',
                  index === highlightedIndex && 'bg-sunken',
                )}
              >
                {option.label}
                {option.value === value && <Check aria-hidden size={16} className="ml-auto" />}
              </li>
            ))}
            {items.length === 0 && <li className="px-2.5 py-2 text-ink-2">No matches</li>}
          </ul>
        </Content>
      </Portal>
    </Root>
  )
}
