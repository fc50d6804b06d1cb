import { Check, ChevronDown } from 'lucide-react'
import { Content, Icon, Item, ItemIndicator, ItemText, Portal, Root, Trigger, Value, Viewport } from 'radix-ui/select'
import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { FieldFrame, useFieldIds } from './Field.tsx'

export interface SelectOption<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  /** Shown after the label in a secondary color. */
  detail?: string
}

interface SelectProps<T extends string> {
  label: string
  /** 'field' has a visible label; 'filter' is compact and uses the label as accessible name. */
  variant?: 'field' | 'filter'
  options: readonly SelectOption<T>[]
  /** Null while nothing is chosen; shows the placeholder. */
  value: T | null
  onChange: (value: T) => void
  placeholder?: string
  /** Highlights a filter that is set. */
  isActive?: boolean
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean
  disabled?: boolean
  className?: string
}

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

function SelectControl<T extends string>({ variant = 'field', id, ...props }: SelectProps<T> & { id: string }) {
  return (
    <Root
      value={props.value ?? ''}
      onValueChange={(next) => props.onChange(next as T)}
      disabled={props.disabled ?? false}
    >
      <Trigger
        id={id}
        aria-label={variant === 'filter' ? props.label : undefined}
        data-invalid={props.error ? '' : undefined}
        className={classNames(
          'field-box inline-flex items-center justify-between gap-2 px-3 text-body whitespace-nowrap disabled:bg-sunken disabled:text-ink-3',
          variant === 'field' ? 'h-10 w-full max-md:h-12' : 'h-9 max-md:h-10 max-md:rounded-full',
          variant === 'filter' && props.isActive && 'border-focus bg-accent-tint font-[550]',
          variant === 'filter' && props.className,
        )}
      >
        <span className="truncate">
          <Value placeholder={<span className="text-ink-3">{props.placeholder}</span>} />
        </span>
        <Icon>
          <ChevronDown aria-hidden size={16} />
        </Icon>
      </Trigger>
      <Portal>
        <Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup data-[state=open]:animate-popup-in"
        >
          <Viewport>
            {props.options.map((option) => (
              <Item
                key={option.value}
                value={option.value}
                className="flex h-8 items-center gap-2 rounded-badge px-2.5 outline-none select-none data-[highlighted]:bg-sunken max-md:h-12"
              >
                <ItemText>
                  <span className="inline-flex items-center gap-2">
                    {option.icon}
                    {option.label}
                    {option.detail && <span className="text-small text-ink-2">{option.detail}</span>}
                  </span>
                </ItemText>
                <ItemIndicator className="ml-auto pl-3">
                  <Check aria-hidden size={16} />
                </ItemIndicator>
              </Item>
            ))}
          </Viewport>
        </Content>
      </Portal>
    </Root>
  )
}
