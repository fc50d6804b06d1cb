import { Check, ChevronRight } from 'lucide-react'
import {
  CheckboxItem,
  Content,
  Item,
  Label,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Sub,
  SubContent,
  SubTrigger,
  Trigger,
} from 'radix-ui/dropdown-menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './classNames.ts'

const itemClasses =
  'flex h-8 items-center gap-2 rounded-badge px-2.5 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-sunken max-md:h-12'
const contentClasses =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup data-[state=closed]:animate-fade-out data-[state=open]:animate-popup-in'

/** A dropdown menu for a trigger element that accepts a ref. */
export function Menu({
  trigger,
  children,
  align = 'start',
  defaultOpen = false,
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  /** Opens the menu when it is rendered first. */
  defaultOpen?: boolean
}) {
  return (
    <Root modal={false} defaultOpen={defaultOpen}>
      <Trigger asChild>{trigger}</Trigger>
      <Portal>
        <Content align={align} sideOffset={4} collisionPadding={8} className={contentClasses}>
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

interface MenuCheckboxItemProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A checkbox inside a menu, which stays open. */
export function MenuCheckboxItem({ checked, onChange, children }: MenuCheckboxItemProps) {
  return (
    <CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClasses}
    >
      <span className="flex size-4 items-center justify-center">{checked && <Check aria-hidden size={16} />}</span>
      {children}
    </CheckboxItem>
  )
}

/** An item that opens another menu beside it. */
export function SubMenu({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Sub>
      <SubTrigger className={classNames(itemClasses, 'data-[state=open]:bg-sunken')}>
        {label}
        <ChevronRight aria-hidden size={16} className="ml-auto" />
      </SubTrigger>
      <Portal>
        <SubContent sideOffset={4} collisionPadding={8} className={contentClasses}>
          {children}
        </SubContent>
      </Portal>
    </Sub>
  )
}

/** A link to another screen. */
export function MenuLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Item asChild>
      <Link to={to} className={itemClasses}>
        {icon}
        {children}
      </Link>
    </Item>
  )
}

export function MenuSeparator() {
  return <Separator className="mx-1 my-1 h-px bg-line" />
}

/** The heading of the items that follow. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Label className="px-2.5 pt-1.5 pb-0.5 text-micro text-ink-2">{children}</Label>
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
