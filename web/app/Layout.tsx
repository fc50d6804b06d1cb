import { Suspense, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { usePhone } from '../lib/useMediaQuery.ts'
import { AppMenuProvider } from '../ui/AppMenu.tsx'
import { ThemeChoice } from '../ui/ThemeChoice.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { paths } from './paths.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenRoutes } from './ScreenRoutes.tsx'
import { TopBar } from './TopBar.tsx'

/** Top bar, screen, footer. On a phone the map has the whole screen, and opens the menu from its search box. */
export function Layout() {
  const phone = usePhone()
  const { pathname } = useLocation()
  const mapOnly = phone && pathname === paths.map
  const menu = useMenuState(phone)
  return (
    <AppMenuProvider value={menu}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-button bg-bar px-4 py-2 text-on-bar focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        {!mapOnly && <TopBar />}
        <main
          id="main"
          tabIndex={-1}
          className={
            mapOnly
              ? 'h-dvh outline-none'
              : 'mx-auto w-full max-w-[1440px] flex-1 px-4 pt-6 outline-none md:px-6 lg:px-10'
          }
        >
          <ScreenBoundary key={pathname}>
            <Suspense>
              <ScreenRoutes />
            </Suspense>
          </ScreenBoundary>
        </main>
        {!mapOnly && <Footer />}
      </div>
      {phone && <PhoneMenu />}
    </AppMenuProvider>
  )
}

/** The menu is for a phone; where the bar has room for its items it is never open. */
function useMenuState(phone: boolean) {
  const [asked, setAsked] = useState(false)
  return useMemo(
    () => ({ open: asked && phone, openMenu: () => setAsked(true), closeMenu: () => setAsked(false) }),
    [asked, phone],
  )
}

function Footer() {
  return (
    <footer className="mx-auto grid w-full max-w-[1440px] grid-cols-[1fr_auto_1fr] items-center px-4 py-6 text-micro text-ink-2 max-md:grid-cols-1 max-md:text-center md:px-6 lg:px-10">
      <p className="col-start-2 max-md:col-start-1">© 2024 Porchlight. All rights reserved.</p>
      <ThemeChoice className="justify-self-end text-micro max-md:hidden" />
    </footer>
  )
}
