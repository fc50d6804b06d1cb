import { createContext, type FunctionComponent, type ReactElement, type ReactNode } from 'react'

export interface MenuProps {
  /** An element that accepts a ref and the props of a button. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

interface PartProps {
  children: ReactNode
}

interface ItemProps extends PartProps {
  onSelect: () => void
  icon?: ReactNode
  destructive?: boolean
  /** For what is often done several times. */
  keepsOpen?: boolean
  disabled?: boolean
}

interface CheckboxItemProps extends PartProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

interface SubMenuProps extends PartProps {
  label: ReactNode
}

interface LinkProps extends PartProps {
  to: string
  icon?: ReactNode
}

export interface MenuRadioGroupProps<T extends string> {
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** What a menu consists of. */
export interface MenuParts {
  MenuItem: FunctionComponent<ItemProps>
  MenuCheckboxItem: FunctionComponent<CheckboxItemProps>
  SubMenu: FunctionComponent<SubMenuProps>
  MenuLink: FunctionComponent<LinkProps>
  MenuSeparator: FunctionComponent
  MenuLabel: FunctionComponent<PartProps>
  MenuRadioGroup: FunctionComponent<MenuRadioGroupProps<string>>
}

/** The parts, inside a menu that was opened. */
export const MenuPartsContext = createContext<MenuParts | null>(null)
