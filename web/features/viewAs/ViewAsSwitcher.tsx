import { ChevronDown } from 'lucide-react'
import type { ViewAsRole } from '../../session/person/viewAs.ts'
import { classNames } from '../../ui/classNames.ts'
import { Menu, MenuRadioGroup } from '../../ui/Menu.tsx'

const views: readonly { role: ViewAsRole | null; label: string }[] = [
  { role: null, label: 'Admin View' },
  { role: 'OWNER', label: 'View as Owner' },
  { role: 'ADMIN', label: 'View as Admin' },
  { role: 'SALES_REP', label: 'View as Sales Rep' },
]

interface ViewAsSwitcherProps {
  viewedRole: ViewAsRole | null
  onSwitch: (role: ViewAsRole | null) => void
}

/** The four views as buttons. Radios would switch the view, and reload the app, on every arrow key. */
export function ViewAsSwitcher({ viewedRole, onSwitch }: ViewAsSwitcherProps) {
  return (
    <div
      role="group"
      aria-label="View the app as"
      className={classNames('flex rounded-button p-[3px] text-small', viewedRole ? 'bg-on-accent/12' : 'bg-on-bar/14')}
    >
      {views.map(({ role, label }) => {
        const current = role === viewedRole
        return (
          <button
            key={label}
            type="button"
            aria-pressed={current}
            onClick={() => onSwitch(role)}
            className={classNames(
              'h-[30px] rounded-badge px-2.5 whitespace-nowrap outline-current transition-colors lg:px-3',
              current && 'font-semibold',
              current && (viewedRole ? 'bg-on-accent text-accent' : 'bg-on-bar text-bar'),
              !current && (viewedRole ? 'text-on-accent hover:bg-on-accent/10' : 'text-bar-2 hover:text-on-bar'),
            )}
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}

const ADMIN_VIEW = 'ADMIN_VIEW'

/** The four views as a menu, for narrow screens. */
export function ViewAsMenu({ viewedRole, onSwitch }: ViewAsSwitcherProps) {
  const options = views.map(({ role, label }) => ({ value: role ?? ADMIN_VIEW, label }))
  const value = viewedRole ?? ADMIN_VIEW
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className="-mr-2 inline-flex h-11 shrink-0 items-center gap-1.5 rounded-button px-2 text-small font-semibold whitespace-nowrap outline-current"
        >
          {viewedRole ? 'Change' : 'Admin View'}
          <span className="sr-only">: view the app as</span>
          <ChevronDown aria-hidden size={16} />
        </button>
      }
    >
      <MenuRadioGroup
        options={options}
        value={value}
        onChange={(next) => onSwitch(next === ADMIN_VIEW ? null : (next as ViewAsRole))}
      />
    </Menu>
  )
}
