import { Download, LogOut, Search, X } from 'lucide-react'
import { Close, Content, Portal, Root, Title as DialogTitle } from '@radix-ui/react-dialog'
import { Link } from 'react-router-dom'
import { useInstallPrompt } from '../lib/installPrompt.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useSession } from '../session/person/SessionProvider.tsx'
import { useAppMenu } from '../ui/AppMenu.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ThemeChoice } from '../ui/ThemeChoice.tsx'
import { useRestoreFocus } from '../ui/useRestoreFocus.ts'
import { accountItemsOf, menuItemsOf } from './menuItems.ts'
import { MenuNavLink } from './MenuNavLink.tsx'
import { useQuickFind } from './quickFindContext.ts'
import { MyRoleBadge, ProductTitle } from './TopBar.tsx'

const quietItemClasses = 'inline-flex min-h-12 items-center gap-2 text-body text-ink-2'

/** The full-screen menu of a phone. */
export function PhoneMenu() {
  const { open, closeMenu } = useAppMenu()
  const { signOut } = useSession()
  const me = useMe()
  const install = useInstallPrompt()
  const { openQuickFind } = useQuickFind()
  const focus = useRestoreFocus()
  return (
    <Root open={open} onOpenChange={(next) => !next && closeMenu()}>
      <Portal>
        <Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col bg-surface outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-popup-in"
        >
          <DialogTitle className="sr-only">Menu</DialogTitle>
          <div className="flex h-[70px] items-center gap-2.5 border-b border-line px-4 pl-5">
            <Logo size={32} />
            <ProductTitle tenant={me.tenant?.name} />
            <Close asChild>
              <IconButton label="Close menu" icon={X} iconSize={22} className="ml-auto" />
            </Close>
          </div>
          <button
            type="button"
            onClick={() => {
              closeMenu()
              openQuickFind()
            }}
            className="field-box mx-4 mt-4 flex h-12 shrink-0 items-center gap-3 px-4 text-ink-2"
          >
            <Search aria-hidden size={18} />
            Quick find
          </button>
          {/* One list, so that the screens of the account leave those of the work their room. */}
          <div className="min-h-0 flex-1 overflow-y-auto pb-3">
            <nav aria-label="Main" className="p-3">
              {menuItemsOf(me).map((item) => (
                <MenuNavLink
                  key={item.to}
                  item={item}
                  onClick={closeMenu}
                  className="relative flex h-14 items-center gap-4 rounded-card px-4 text-[1.125rem] text-ink aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:before:absolute aria-[current=page]:before:left-0 aria-[current=page]:before:h-7 aria-[current=page]:before:w-1 aria-[current=page]:before:rounded-full aria-[current=page]:before:bg-accent [&_svg]:text-ink-2 aria-[current=page]:[&_svg]:text-accent-ink"
                >
                  <item.icon aria-hidden size={21} />
                  {item.label}
                </MenuNavLink>
              ))}
            </nav>
            <div className="mx-4 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-x-1 border-t border-line pt-2 max-sm:grid-cols-[auto_auto]">
              {accountItemsOf(me).map(({ to, label, icon: Icon }) => (
                <Link key={to} to={to} onClick={closeMenu} className={quietItemClasses}>
                  <Icon aria-hidden size={18} />
                  {label}
                </Link>
              ))}
              {install && (
                <button type="button" onClick={install} className={quietItemClasses}>
                  <Download aria-hidden size={18} />
                  Install App
                </button>
              )}
            </div>
            <ThemeChoice className="mx-4 mt-3" />
          </div>
          <div className="border-t border-line p-4 pb-[max(16px,env(safe-area-inset-bottom))]">
            <div className="flex items-center gap-3">
              <Avatar name={me.fullName} size={44} />
              <div className="min-w-0 flex-1">
                <p className="truncate text-section">{me.fullName}</p>
                <p className="truncate text-small text-ink-2">{me.email}</p>
              </div>
              <MyRoleBadge me={me} />
            </div>
            <Button size="large" className="mt-3 w-full" icon={LogOut} iconSize={18} onClick={signOut}>
              Logout
            </Button>
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
