import { Download, Keyboard } from 'lucide-react'
import type { ReactElement } from 'react'
import { useInstallPrompt } from '../lib/installPrompt.ts'
import { hasKeyboard } from '../lib/shortcuts.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { Menu, MenuItem, MenuLabel, MenuLink, MenuRadioGroup, MenuSeparator } from '../ui/Menu.tsx'
import { themeOptions } from '../ui/ThemeChoice.tsx'
import { useTheme } from '../ui/theme.ts'
import { accountItemsOf } from './menuItems.ts'
import { useQuickFind } from './quickFindContext.ts'

/** The menu under the name, which is the trigger: further screens, the theme and the keyboard help. */
export function AccountMenu({ trigger }: { trigger: ReactElement }) {
  const me = useMe()
  const { choice, choose } = useTheme()
  const { openHelp } = useQuickFind()
  const install = useInstallPrompt()
  return (
    <Menu trigger={trigger} align="end">
      {accountItemsOf(me).map(({ to, label, icon: Icon }) => (
        <MenuLink key={to} to={to} icon={<Icon aria-hidden size={16} className="text-ink-2" />}>
          {label}
        </MenuLink>
      ))}
      {hasKeyboard() && (
        <MenuItem onSelect={openHelp} icon={<Keyboard aria-hidden size={16} className="text-ink-2" />}>
          Keyboard Shortcuts
        </MenuItem>
      )}
      {install && (
        <MenuItem onSelect={install} icon={<Download aria-hidden size={16} className="text-ink-2" />}>
          Install App
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup options={themeOptions} value={choice} onChange={choose} />
    </Menu>
  )
}
