import { ChevronDown, LogOut, Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { COMMAND_KEY } from '../lib/shortcuts.ts'
import { type Me, useMe } from '../session/person/MeProvider.tsx'
import { useSession } from '../session/person/SessionProvider.tsx'
import { MenuButton, useAppMenu } from '../ui/AppMenu.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { CompanyLogo } from '../ui/CompanyLogo.tsx'
import { classNames } from '../ui/classNames.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Logo } from '../ui/Logo.tsx'
import { RoleBadge } from '../domain/RoleBadge.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { MenuNavLink } from './MenuNavLink.tsx'
import { menuItemsOf } from './menuItems.ts'
import { paths } from './paths.ts'
import { useQuickFind } from './quickFindContext.ts'

/** With more items, the menu moves to a second line below 1100 px. */
const MAX_ONE_LINE_ITEMS = 4
/** With more items, the menu moves to a second line below 1200 px, and the tenant stays below the product at every width. */
const MAX_UNCROWDED_ITEMS = 6

/** Product and tenant, or on a phone the title of the screen, navigation, Quick find, the note of the layout, the user with their menu, and the logout button. */
export function TopBar({ note }: { note?: ReactNode }) {
  const me = useMe()
  const { signOut } = useSession()
  const { openQuickFind } = useQuickFind()
  const { setTitlePlace, setActionPlace } = useAppMenu()
  const items = menuItemsOf(me)
  const isTwoLines = items.length > MAX_ONE_LINE_ITEMS
  const isCrowded = items.length > MAX_UNCROWDED_ITEMS
  return (
    <header className="border-b border-line bg-surface">
      <div
        className={classNames(
          'mx-auto flex min-h-14 max-w-[1440px] items-center gap-x-5 px-4 md:px-6 lg:px-10 min-[1360px]:gap-x-9',
          !isCrowded && 'xl:gap-x-7',
          isTwoLines && (isCrowded ? 'md:max-xl:flex-wrap' : 'md:max-lg:flex-wrap'),
        )}
      >
        <MenuButton className="-mr-4 -ml-3 md:hidden" />
        <div className="title-or-product">
          <div ref={setTitlePlace} className="flex items-baseline gap-2" />
          <Link
            to={paths.home}
            className="flex h-14 min-w-0 shrink-0 items-center gap-2.5 rounded-badge -outline-offset-2"
          >
            <Logo />
            {me.tenant?.logoUrl && (
              <CompanyLogo
                url={me.tenant.logoUrl}
                className={classNames('h-7 max-w-20', isCrowded ? 'max-[1400px]:hidden' : 'max-xl:hidden')}
              />
            )}
            <ProductTitle tenant={me.tenant?.name} isStacked={isCrowded} />
          </Link>
        </div>
        <nav
          aria-label="Main"
          className={classNames(
            'flex min-w-0 gap-4 overflow-x-auto [scrollbar-width:none] max-md:hidden',
            isCrowded ? 'xl:gap-5' : 'xl:gap-6',
            isTwoLines && 'max-lg:order-last max-lg:w-full max-lg:[&>a]:h-11',
            isCrowded && 'max-xl:order-last max-xl:w-full max-xl:[&>a]:h-11',
          )}
        >
          {items.map((item) => (
            <MenuNavLink key={item.to} item={item} className="nav-item">
              {item.label}
            </MenuNavLink>
          ))}
        </nav>
        <QuickFindField onOpen={openQuickFind} />
        <div className="flex shrink-0 items-center gap-2.5 max-md:ml-auto md:shrink-[1000000]">
          {note}
          <div ref={setActionPlace} className="-mr-2.5 flex empty:hidden md:hidden" />
          <div className="flex items-center gap-2.5 max-md:hidden">
            <AccountMenu trigger={<AccountButton me={me} />} />
            <span aria-hidden className="h-6 w-px bg-line" />
            <Button variant="quiet" size="small" icon={LogOut} onClick={signOut}>
              Logout
            </Button>
          </div>
          <IconButton
            label="Quick find"
            icon={Search}
            iconSize={21}
            onClick={openQuickFind}
            className="-mr-2 md:hidden"
          />
        </div>
      </div>
    </header>
  )
}

/** Looks like a search field where there is room, and is an icon elsewhere. */
function QuickFindField({ onOpen }: { onOpen: () => void }) {
  return (
    // It shrinks before everything else does.
    <div className="@container ml-auto min-w-9 shrink-[1000000000000] basis-9 max-md:hidden lg:basis-46">
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        title={`Quick find (${COMMAND_KEY}+K)`}
        onClick={onOpen}
        className="ml-auto flex h-[34px] w-9 items-center @min-[9rem]:w-full gap-2.5 overflow-hidden rounded-button border border-line-2 bg-surface px-[9px] text-ink-2 transition-colors hover:bg-hover hover:text-ink"
      >
        <Search aria-hidden size={16} className="shrink-0" />
        {/* The name of the button, also where there is no room for it. */}
        <span className="mr-auto max-w-0 overflow-hidden whitespace-nowrap @min-[9rem]:max-w-none">Quick find</span>
        <span className="hidden @min-[10.75rem]:inline">
          <Kbd>{COMMAND_KEY} K</Kbd>
        </span>
      </button>
    </div>
  )
}

/** The user's name and role. The button opens their menu. */
function AccountButton({ me, ...button }: { me: Me } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="-mx-1.5 flex h-9 items-center gap-2.5 rounded-button px-1.5 transition-colors hover:bg-sunken data-[state=open]:bg-sunken"
    >
      <UserName name={me.fullName} />
      <MyRoleBadge me={me} />
      <ChevronDown aria-hidden size={15} className="-ml-1 shrink-0 text-ink-2" />
    </button>
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

/** 'Porchlight (Maple Demo Roofing)', with the tenant on a second line on narrow screens, or always if `isStacked`. */
export function ProductTitle({ tenant, isStacked = false }: { tenant: string | undefined; isStacked?: boolean }) {
  return (
    <span className={classNames('min-w-0 leading-tight', !isStacked && 'xl:flex xl:gap-1 xl:whitespace-nowrap')}>
      <span className="block text-[0.9375rem] font-[650] max-md:text-[1.0625rem]">Porchlight</span>
      {tenant && (
        <span
          className={classNames(
            'block truncate text-ink-2',
            isStacked ? 'text-small' : 'text-[0.9375rem] max-xl:text-small',
          )}
        >
          ({tenant})
        </span>
      )}
    </span>
  )
}

/** The effective role, in amber while a global admin views the app as another role. */
export function MyRoleBadge({ me }: { me: Me }) {
  return <RoleBadge role={me.effectiveRole} viewingAs={me.effectiveRole !== me.role} />
}
