import { Check } from 'lucide-react'
import { Content, Item, Portal, RadioGroup, RadioItem, Root, Trigger } from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'

const itemClasses =
  'flex h-8 items-center gap-2 rounded-badge px-2.5 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-sunken max-md:h-12'

/** A dropdown menu for a trigger element that accepts a ref. */
export function Menu({
  trigger,
  children,
  align = 'start',
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <Root modal={false}>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup data-[state=closed]:animate-fade-out data-[state=open]:animate-popup-in"
        >
          {children}
        </Content>
      </Portal>
    </Root>
  )
}

interface MenuItemProps {
  onSelect: () => void
  icon?: ReactNode
  destructive?: boolean
  disabled?: boolean
  children: ReactNode
}

export function MenuItem({ onSelect, icon, destructive = false, disabled = false, children }: MenuItemProps) {
  return (
    <Item onSelect={onSelect} disabled={disabled} className={classNames(itemClasses, destructive && 'text-bad')}>
      {icon}
      {children}
    </Item>
  )
}

interface MenuRadioGroupProps<T extends string> {
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** A radio group inside a menu. */
export function MenuRadioGroup<T extends string>({ options, value, onChange }: MenuRadioGroupProps<T>) {
  return (
    <RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={itemClasses}>
          {option.label}
          {option.value === value && <Check aria-hidden size={16} className="ml-auto" />}
        </RadioItem>
      ))}
    </RadioGroup>
  )
}
