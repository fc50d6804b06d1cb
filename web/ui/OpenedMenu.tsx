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
} from '@radix-ui/react-dropdown-menu'
import { type FocusEvent, useRef } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './classNames.ts'
import { type MenuParts, type MenuProps, MenuPartsContext } from './menuParts.ts'

const itemClasses =
  'flex h-8 items-center gap-2 rounded-badge px-2.5 outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-sunken max-md:h-12'
const contentClasses =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto rounded-card border border-line bg-surface p-1 text-body text-ink shadow-popup data-[state=closed]:animate-fade-out data-[state=open]:animate-popup-in'

/** The menu with its trigger. It is open when it is rendered first; if `focusFirst`, the first item has the focus then. */
export function OpenedMenu({ trigger, children, align = 'start', focusFirst }: MenuProps & { focusFirst: boolean }) {
  // Radix UI focuses the first item only after keys that are pressed while the menu exists.
  const isFirstFocus = useRef(focusFirst)
  const focusFirstItem = ({ target, currentTarget }: FocusEvent) => {
    if (!isFirstFocus.current || target !== currentTarget) return
    isFirstFocus.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
  }
  return (
    <MenuPartsContext value={parts}>
      <Root modal={false} defaultOpen>
        <Trigger asChild>{trigger}</Trigger>
        <Portal>
          <Content
            align={align}
            sideOffset={4}
            collisionPadding={8}
            onFocus={focusFirstItem}
            className={contentClasses}
          >
            {children}
          </Content>
        </Portal>
      </Root>
    </MenuPartsContext>
  )
}

const MenuItem: MenuParts['MenuItem'] = ({ onSelect, icon, children, ...options }) => {
  const { destructive = false, disabled = false, keepsOpen = false } = options
  return (
    <Item
      onSelect={(event) => {
        if (keepsOpen) event.preventDefault()
        onSelect()
      }}
      disabled={disabled}
      className={classNames(itemClasses, destructive && 'text-bad')}
    >
      {icon}
      {children}
    </Item>
  )
}

const MenuCheckboxItem: MenuParts['MenuCheckboxItem'] = ({ checked, onChange, children }) => (
  <CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
    className={itemClasses}
  >
    {children}
    <Check aria-hidden size={16} className={classNames('ml-auto', !checked && 'invisible')} />
  </CheckboxItem>
)

const SubMenu: MenuParts['SubMenu'] = ({ label, children }) => (
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

const MenuLink: MenuParts['MenuLink'] = ({ to, icon, children }) => (
  <Item asChild>
    <Link to={to} className={itemClasses}>
      {icon}
      {children}
    </Link>
  </Item>
)

const MenuSeparator: MenuParts['MenuSeparator'] = () => <Separator className="mx-1 my-1 h-px bg-line" />

const MenuLabel: MenuParts['MenuLabel'] = ({ children }) => (
  <Label className="px-2.5 pt-1.5 pb-0.5 text-micro text-ink-2">{children}</Label>
)

const MenuRadioGroup: MenuParts['MenuRadioGroup'] = ({ options, value, onChange }) => (
  <RadioGroup value={value} onValueChange={onChange}>
    {options.map((option) => (
      <RadioItem key={option.value} value={option.value} className={itemClasses}>
        {option.label}
        {option.value === value && <Check aria-hidden size={16} className="ml-auto" />}
      </RadioItem>
    ))}
  </RadioGroup>
)

const parts: MenuParts = {
  MenuItem,
  MenuCheckboxItem,
  SubMenu,
  MenuLink,
  MenuSeparator,
  MenuLabel,
  MenuRadioGroup,
}
