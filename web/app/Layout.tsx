import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { DebugConsoleKey } from '../features/debugConsole/DebugConsoleKey.tsx'
import { usePhone } from '../lib/useMediaQuery.ts'
import { useMe } from '../session/MeProvider.tsx'
import { useMockData } from '../session/mockData.ts'
import { AppMenuProvider } from '../ui/AppMenu.tsx'
import { classNames } from '../ui/classNames.ts'
import { ThemeChoice } from '../ui/ThemeChoice.tsx'
import { PhoneMenu } from './PhoneMenu.tsx'
import { paths } from './paths.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenRoutes } from './ScreenRoutes.tsx'
import { TopBar } from './TopBar.tsx'
import { KnockSender, WaitingNote } from './WaitingWork.tsx'

// Only a global admin has them.
const ViewStrip = lazy(async () => ({ default: (await import('../features/viewAs/ViewStrip.tsx')).ViewStrip }))
const MockDataSwitch = lazy(async () => ({
  default: (await import('../features/mockData/MockDataSwitch.tsx')).MockDataSwitch,
}))
const MockDataBanner = lazy(async () => ({
  default: (await import('../features/mockData/MockDataBanner.tsx')).MockDataBanner,
}))
const TenantWanted = lazy(async () => ({ default: (await import('../features/viewAs/TenantWanted.tsx')).TenantWanted }))

/** Strip of a global admin, mock-data banner, top bar, screen, footer; knocks that wait are sent from all of them. On a phone the map has the room of bar and footer, and opens the menu from its search box. */
export function Layout() {
  const me = useMe()
  const phone = usePhone()
  const { pathname } = useLocation()
  const mapOnly = phone && pathname === paths.map
  const menu = useMenuState(phone)
  const strip = me.abilities.viewAs
  const viewed = me.effectiveRole !== me.role
  const tenantWanted = viewed && !me.tenant
  const mock = useMockData()
  return (
    <AppMenuProvider value={menu}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-button bg-bar px-4 py-2 text-on-bar focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        {strip && (
          <Suspense fallback={<div className={classNames('h-11', viewed ? 'bg-accent' : 'bg-bar')} />}>
            <ViewStrip devMode={me.abilities.mockData && <MockDataSwitch />} />
          </Suspense>
        )}
        {mock && (
          <Suspense fallback={<div className="h-11 bg-warn-fill" />}>
            <MockDataBanner />
          </Suspense>
        )}
        {!mapOnly && <TopBar note={pathname !== paths.map && <WaitingNote />} />}
        <main
          id="main"
          tabIndex={-1}
          className={classNames(
            'outline-none',
            mapOnly && (strip ? '[&_.over-map]:h-full' : 'h-dvh'),
            mapOnly && strip && (mock ? 'h-[calc(100dvh-88px)]' : 'h-[calc(100dvh-44px)]'),
            !mapOnly && 'mx-auto w-full max-w-[1440px] flex-1 px-4 pt-6 md:px-6 lg:px-10',
          )}
        >
          {/* Another screen, role or tenant begins anew, and so does mock data; what one view has read is not for the other. */}
          <ScreenBoundary key={`${pathname} ${me.effectiveRole} ${me.tenant?.id} ${mock}`}>
            <Suspense>{tenantWanted ? <TenantWanted /> : <ScreenRoutes />}</Suspense>
          </ScreenBoundary>
        </main>
        {!mapOnly && <Footer />}
      </div>
      {phone && <PhoneMenu />}
      <KnockSender />
      <DebugConsoleKey />
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
    <footer className="mx-auto grid w-full max-w-[1440px] grid-cols-[1fr_auto_1fr] items-center px-4 py-6 text-micro text-ink-2 max-md:grid-cols-1 max-md:text-center max-md:[body:has(.floats-on-phone)_&]:pb-22 md:px-6 lg:px-10">
      <p className="col-start-2 max-md:col-start-1">© 2024 Porchlight. All rights reserved.</p>
      <ThemeChoice className="justify-self-end text-micro max-md:hidden" />
    </footer>
  )
}
