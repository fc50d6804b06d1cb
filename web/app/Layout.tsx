import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useOfflineSupport } from '../features/offline/useOfflineSupport.ts'
import { describeTimeZone } from '../lib/dates.ts'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { lazyPart } from '../lib/lazyPart.ts'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useTrackedJobs } from '../session/jobs/trackedJobs.ts'
import { RecordSequenceProvider, useOpenedRecord } from '../session/records.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { AppMenuProvider } from '../ui/AppMenu.tsx'
import { classNames } from '../ui/classNames.ts'
import { useFocusToastKey } from '../ui/useFocusToastKey.ts'
import { AgeNote } from './AgeNote.tsx'
import { paths } from './paths.ts'
import { QuickFindProvider } from './QuickFind.tsx'
import { ScreenErrorBoundary } from './ScreenErrorBoundary.tsx'
import { ScreenRoutes } from './ScreenRoutes.tsx'
import { TopBar } from './TopBar.tsx'
import { BackgroundWork, OutboxNote } from './Outbox.tsx'

// Loaded at once on a phone, but after the shell.
const PhoneMenu = lazyPart(async () => (await import('./PhoneMenu.tsx')).PhoneMenu)
// Needed when the user goes to another screen.
const RouteFocus = lazyPart(async () => (await import('./RouteFocus.tsx')).RouteFocus)
// Loaded when the user starts a job.
const JobToasts = lazyPart(async () => (await import('../features/jobs/JobToasts.tsx')).JobToasts)
// Loaded separately, because only global admins see them.
const ViewStrip = lazyNamed(async () => (await import('../features/viewAs/ViewAsBar.tsx')).ViewAsBar)
const MockDataSwitch = lazyNamed(async () => (await import('../features/mockData/MockDataSwitch.tsx')).MockDataSwitch)
const MockDataBanner = lazyPart(
  async () => (await import('../features/mockData/MockDataBanner.tsx')).MockDataBanner,
  <div className="h-11 bg-warn-fill" />,
)
const TenantPrompt = lazyPart(async () => (await import('../features/viewAs/TenantPrompt.tsx')).TenantPrompt)
const TenantWanted = lazyNamed(async () => (await import('../features/viewAs/TenantRequired.tsx')).TenantRequired)

/**
 * The frame around every screen: view-as bar, mock-data banner, top bar, footer and outbox. The map fills the
 * window below the top bar; on a phone it fills the screen, and its search box contains the menu button.
 */
export function Layout() {
  const me = useMe()
  const isPhone = useIsPhone()
  const { pathname } = useLocation()
  const isMap = pathname === paths.map
  const isFullScreenMap = isPhone && isMap
  const isLead = pathname.startsWith(`${paths.leads}/`) && pathname !== paths.duplicates
  const hasOwnHeader = isPhone && (pathname === paths.leads || isLead)
  const isDashboard = pathname === paths.home || pathname === paths.admin
  const note = useMemo(() => pathname !== paths.map && <OutboxNote />, [pathname])
  const menu = useMenuState(isPhone, note)
  const hasViewAsBar = me.abilities.viewAs
  const isViewingAs = me.effectiveRole !== me.role
  const needsTenant = isViewingAs && !me.tenant
  const isMockData = useMockData()
  useFocusToastKey()
  useOfflineSupport()
  const hasTrackedJobs = useTrackedJobs().length > 0
  // The drawer stands beside the screen where there is room for both, and over it elsewhere.
  const besideDrawer = useOpenedRecord() && 'min-[1280px]:pr-[420px] min-[1280px]:[&>main]:px-6'
  return (
    <AppMenuProvider value={menu}>
      <RecordSequenceProvider>
        <QuickFindProvider>
          <a
            href="#main"
            className="fixed top-2 left-2 z-60 -translate-y-20 rounded-button bg-bar px-4 py-2 text-on-bar focus:translate-y-0"
          >
            Skip to content
          </a>
          <div className="flex min-h-dvh flex-col">
            {hasViewAsBar && (
              <Suspense fallback={<div className={classNames('h-11', isViewingAs ? 'bg-accent' : 'bg-bar')} />}>
                <ViewStrip mockDataSwitch={me.abilities.mockData && <MockDataSwitch />} />
              </Suspense>
            )}
            {isMockData && <MockDataBanner />}
            {!isFullScreenMap && !hasOwnHeader && <TopBar note={note} />}
            <AgeNote isOverMap={isFullScreenMap} />
            <div className={classNames('flex flex-1 flex-col', besideDrawer)}>
              <main
                id="main"
                tabIndex={-1}
                data-shape={hasOwnHeader ? 'bar' : isDashboard ? 'dashboard' : undefined}
                className={classNames(
                  'outline-none',
                  isFullScreenMap && (hasViewAsBar ? '[&_.over-map]:h-full' : 'h-dvh'),
                  isFullScreenMap && hasViewAsBar && (isMockData ? 'h-[calc(100dvh-88px)]' : 'h-[calc(100dvh-44px)]'),
                  isMap && !isPhone && 'flex flex-1 flex-col',
                  !isMap && 'mx-auto w-full max-w-[1440px] flex-1 px-4 pt-4 md:px-6 md:pt-5 lg:px-10',
                )}
              >
                {/* A changed key resets the screen, so that data read as one role or tenant is never shown for another. */}
                <ScreenErrorBoundary key={`${pathname} ${me.effectiveRole} ${me.tenant?.id} ${isMockData}`}>
                  <Suspense>{needsTenant ? <TenantWanted /> : <ScreenRoutes />}</Suspense>
                </ScreenErrorBoundary>
              </main>
              {!isMap && <Footer />}
              {/* On a phone, what scrolls fades out below a floating button. */}
              <div
                aria-hidden
                className="pointer-events-none fixed inset-x-0 bottom-0 z-10 hidden h-24 bg-linear-to-t from-canvas from-60% to-canvas/0 max-md:[body:has(.floats-on-phone)_&]:block"
              />
            </div>
          </div>
          {/* The map fills the window; the footer follows below. */}
          {isMap && !isPhone && <Footer />}
          {isPhone && <PhoneMenu />}
          <RecordDrawer />
        </QuickFindProvider>
      </RecordSequenceProvider>
      {hasViewAsBar && <TenantPrompt />}
      <RouteFocus />
      <BackgroundWork />
      {hasTrackedJobs && <JobToasts />}
    </AppMenuProvider>
  )
}

/** The menu exists on phones only, so it counts as closed on wider screens. */
function useMenuState(isPhone: boolean, note: ReactNode) {
  const [isOpen, setIsOpen] = useState(false)
  const [place, setTitlePlace] = useState<HTMLElement | null>(null)
  const [actions, setActionPlace] = useState<HTMLElement | null>(null)
  const titlePlace = isPhone ? place : null
  const actionPlace = isPhone ? actions : null
  return useMemo(
    () => ({
      open: isOpen && isPhone,
      openMenu: () => setIsOpen(true),
      closeMenu: () => setIsOpen(false),
      note,
      titlePlace,
      setTitlePlace,
      actionPlace,
      setActionPlace,
    }),
    [isOpen, isPhone, note, titlePlace, actionPlace],
  )
}

/** Also says once, for the whole screen, in which time zone its times are. */
function Footer() {
  return (
    <footer className="mx-auto grid w-full max-w-[1440px] grid-cols-[1fr_auto_1fr] items-center px-4 py-6 text-micro text-ink-2 max-md:grid-cols-1 max-md:text-center max-md:[body:has(.floats-on-phone,.covers-bottom-on-phone)_&]:pb-22 md:px-6 lg:px-10">
      <p className="max-md:order-last max-md:mt-1">Times are in {describeTimeZone()}</p>
      <p className="max-md:col-start-1">© 2024 Porchlight. All rights reserved.</p>
    </footer>
  )
}

// Loaded when a record is opened.
const EventDrawer = lazyNamed(async () => (await import('../screens/EventDrawer.tsx')).EventDrawer)
const LeadDrawer = lazyNamed(async () => (await import('../screens/LeadDrawer.tsx')).LeadDrawer)
const PropertyDrawer = lazyNamed(async () => (await import('../screens/PropertyDrawer.tsx')).PropertyDrawer)

/** The drawer with the record that the URL names, over any screen. */
function RecordDrawer() {
  const record = useOpenedRecord()
  return (
    <Suspense>
      {record?.kind === 'lead' && <LeadDrawer id={record.id} />}
      {record?.kind === 'event' && <EventDrawer id={record.id} />}
      {record?.kind === 'property' && <PropertyDrawer id={record.id} />}
    </Suspense>
  )
}
