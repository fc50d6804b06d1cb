import { KeyRound, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { type Me, useMe } from '../session/MeProvider.tsx'
import { useSession } from '../session/SessionProvider.tsx'
import { MenuButton } from '../ui/AppMenu.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { Logo } from '../ui/Logo.tsx'
import { RoleBadge } from '../domain/RoleBadge.tsx'
import { menuItemsOf } from './menuItems.ts'
import { paths } from './paths.ts'

/** With more items, the menu moves to a second line below 1100 px. */
const MAX_ONE_LINE_ITEMS = 4

/** Product and tenant, navigation, the note of the layout, the user and the logout button. */
export function TopBar({ note }: { note?: ReactNode }) {
  const me = useMe()
  const { signOut } = useSession()
  const items = menuItemsOf(me)
  const isTwoLines = items.length > MAX_ONE_LINE_ITEMS
  return (
    <header className="border-b border-line bg-surface">
      <div
        className={classNames(
          'mx-auto flex min-h-14 max-w-[1440px] items-center gap-x-5 px-4 md:px-6 lg:px-10 xl:gap-x-7 min-[1360px]:gap-x-9',
          isTwoLines && 'md:max-lg:flex-wrap',
        )}
      >
        <Link
          to={paths.home}
          className="flex h-14 min-w-0 shrink-0 items-center max-md:shrink gap-2.5 rounded-badge -outline-offset-2"
        >
          <Logo />
          <ProductTitle tenant={me.tenant?.name} />
        </Link>
        <nav
          aria-label="Main"
          className={classNames(
            'flex min-w-0 gap-4 overflow-x-auto [scrollbar-width:none] max-md:hidden xl:gap-6',
            isTwoLines && 'max-lg:order-last max-lg:w-full max-lg:[&>a]:h-11',
          )}
        >
          {items.map((item) => (
            <NavLink key={item.to} to={item.to} end className={({ isActive }) => navLinkClasses(isActive)}>
              {item.label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2.5 md:shrink-1000">
          {note}
          <div className="flex items-center gap-2.5 max-md:hidden">
            <UserName name={me.fullName} />
            <MyRoleBadge me={me} />
            <span aria-hidden className="mx-1 h-6 w-px bg-line" />
            <Link
              to={paths.apiKeys}
              title="API keys"
              aria-label="API keys"
              className="-mr-1.5 inline-flex size-[30px] items-center justify-center rounded-button text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
            >
              <KeyRound aria-hidden size={15} />
            </Link>
            <Button variant="quiet" size="small" icon={<LogOut aria-hidden size={15} />} onClick={signOut}>
              Logout
            </Button>
          </div>
          <MenuButton className="-mr-2 md:hidden" />
        </div>
      </div>
    </header>
  )
}

/**
 * The user's name. It is truncated before the navigation shrinks, and visually hidden when not even its beginning fits.
 */
function UserName({ name }: { name: string }) {
  return (
    <span className="grid grid-cols-[minmax(1.75rem,max-content)] max-lg:-ml-2.5 max-lg:grid-cols-[minmax(0,max-content)]">
      {/* A name that does not fit next to the avatar wraps to the second line, which is clipped. */}
      <span className="flex h-7 flex-wrap items-center justify-end overflow-hidden">
        <span className="h-7 max-lg:w-0 max-lg:overflow-hidden">
          <Avatar name={name} />
        </span>
        <span title={name} className="min-w-20 basis-20 grow truncate pl-2.5 font-[550]">
          {name}
        </span>
      </span>
    </span>
  )
}

/** 'Porchlight (Maple Demo Roofing)', with the tenant on a second line on narrow screens. */
export function ProductTitle({ tenant }: { tenant: string | undefined }) {
  return (
    <span className="min-w-0 leading-tight xl:flex xl:gap-1 xl:whitespace-nowrap">
      <span className="block text-[0.9375rem] font-[650] max-md:text-[1.0625rem]">Porchlight</span>
      {tenant && <span className="block truncate text-[0.9375rem] text-ink-2 max-xl:text-small">({tenant})</span>}
    </span>
  )
}

/** The effective role, in amber while a global admin views the app as another role. */
export function MyRoleBadge({ me }: { me: Me }) {
  return <RoleBadge role={me.effectiveRole} viewingAs={me.effectiveRole !== me.role} />
}

function navLinkClasses(active: boolean): string {
  return classNames(
    'relative flex h-14 shrink-0 items-center rounded-badge text-body whitespace-nowrap -outline-offset-2 transition-colors hover:text-ink',
    active
      ? 'font-semibold text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-[3px] after:rounded-t-full after:bg-accent'
      : 'text-ink-2',
  )
}
