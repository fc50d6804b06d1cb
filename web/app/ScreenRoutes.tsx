import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { type Abilities, useAbilities } from '../session/person/MeProvider.tsx'
import { paths } from './paths.ts'

// Loaded on navigation, so that only /map downloads the map library.
const screens = {
  [paths.home]: async () => (await import('../screens/HomeScreen.tsx')).HomeScreen,
  [paths.map]: async () => (await import('../screens/MapScreen.tsx')).MapScreen,
  [paths.properties]: async () => (await import('../screens/PropertiesScreen.tsx')).PropertiesScreen,
  [paths.leads]: async () => (await import('../screens/LeadsScreen.tsx')).LeadsScreen,
  [paths.lead]: async () => (await import('../screens/LeadScreen.tsx')).LeadScreen,
  [paths.duplicates]: async () => (await import('../screens/DuplicatesScreen.tsx')).DuplicatesScreen,
  [paths.mixUps]: async () => (await import('../screens/MixUpsScreen.tsx')).MixUpsScreen,
  [paths.admin]: async () => (await import('../screens/AdminDashboardScreen.tsx')).AdminDashboardScreen,
  [paths.templates]: async () => (await import('../screens/TemplatesScreen.tsx')).TemplatesScreen,
  [paths.users]: async () => (await import('../screens/UsersScreen.tsx')).UsersScreen,
  [paths.invitations]: async () => (await import('../screens/InvitationsScreen.tsx')).InvitationsScreen,
  [paths.reps]: async () => (await import('../screens/RepScreen.tsx')).RepScreen,
  [paths.tenants]: async () => (await import('../screens/TenantsScreen.tsx')).TenantsScreen,
  [paths.mails]: async () => (await import('../screens/MailsScreen.tsx')).MailsScreen,
  [paths.account]: async () => (await import('../screens/AccountScreen.tsx')).AccountScreen,
  [paths.apiKeys]: async () => (await import('../screens/ApiKeysScreen.tsx')).ApiKeysScreen,
  [paths.import]: async () => (await import('../screens/ImportScreen.tsx')).ImportScreen,
  [paths.webhooks]: async () => (await import('../screens/WebhooksScreen.tsx')).WebhooksScreen,
  [paths.jobs]: async () => (await import('../screens/JobsScreen.tsx')).JobsScreen,
  [paths.companySettings]: async () => (await import('../screens/CompanySettingsScreen.tsx')).CompanySettingsScreen,
  [paths.activity]: async () => (await import('../screens/ActivityScreen.tsx')).ActivityScreen,
  [paths.legacyFlyer]: async () => (await import('../screens/LegacyFlyerScreen.tsx')).LegacyFlyerScreen,
}
const HomeScreen = lazyNamed(screens[paths.home])
const MapScreen = lazyNamed(screens[paths.map])
const PropertiesScreen = lazyNamed(screens[paths.properties])
const LeadsScreen = lazyNamed(screens[paths.leads])
const LeadScreen = lazyNamed(screens[paths.lead])
const DuplicatesScreen = lazyNamed(screens[paths.duplicates])
const MixUpsScreen = lazyNamed(screens[paths.mixUps])
const AdminDashboardScreen = lazyNamed(screens[paths.admin])
const TemplatesScreen = lazyNamed(screens[paths.templates])
const UsersScreen = lazyNamed(screens[paths.users])
const InvitationsScreen = lazyNamed(screens[paths.invitations])
const RepScreen = lazyNamed(screens[paths.reps])
const TenantsScreen = lazyNamed(screens[paths.tenants])
const MailsScreen = lazyNamed(screens[paths.mails])
const AccountScreen = lazyNamed(screens[paths.account])
const ApiKeysScreen = lazyNamed(screens[paths.apiKeys])
const ImportScreen = lazyNamed(screens[paths.import])
const WebhooksScreen = lazyNamed(screens[paths.webhooks])
const JobsScreen = lazyNamed(screens[paths.jobs])
const CompanySettingsScreen = lazyNamed(screens[paths.companySettings])
const ActivityScreen = lazyNamed(screens[paths.activity])
const LegacyFlyerScreen = lazyNamed(screens[paths.legacyFlyer])

/** Downloads the script of a path's screen before it is rendered. A failure is ignored, because rendering tries again. */
export function preloadScreen(pathname: string): void {
  void (screens as Partial<Record<string, () => Promise<unknown>>>)[pathname]?.().catch(() => undefined)
}

/** The routes behind the sign-in (spec §2). Unknown paths redirect home. */
export function ScreenRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={paths.map} element={<MapScreen />} />
      <Route path={paths.properties} element={<PropertiesScreen />} />
      <Route path={paths.leads} element={<LeadsScreen />} />
      <Route path={paths.lead} element={<LeadScreen />} />
      <Route path={paths.users} element={<UsersScreen />} />
      <Route path={`${paths.reps}/:id`} element={<RepScreen />} />
      <Route path={paths.account} element={<AccountScreen />} />
      <Route path={paths.apiKeys} element={<ApiKeysScreen />} />
      <Route path={paths.legacyFlyer} element={<LegacyFlyerScreen />} />
      <Route element={<RequireAbility ability="isAdmin" />}>
        <Route path={paths.admin} element={<AdminDashboardScreen />} />
        <Route path={paths.templates} element={<TemplatesScreen />} />
      </Route>
      <Route element={<RequireAbility ability="mergeLeads" />}>
        <Route path={paths.duplicates} element={<DuplicatesScreen />} />
        <Route path={paths.mixUps} element={<MixUpsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="listUsers" />}>
        <Route path={paths.invitations} element={<InvitationsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="manageTenants" />}>
        <Route path={paths.tenants} element={<TenantsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="readMails" />}>
        <Route path={paths.mails} element={<MailsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="manageWebhooks" />}>
        <Route path={paths.webhooks} element={<WebhooksScreen />} />
      </Route>
      <Route element={<RequireAbility ability="changeTenantSettings" />}>
        <Route path={paths.companySettings} element={<CompanySettingsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="exportData" />}>
        <Route path={paths.jobs} element={<JobsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="readActivity" />}>
        <Route path={paths.activity} element={<ActivityScreen />} />
      </Route>
      <Route element={<RequireAbility ability="importData" />}>
        <Route path={`${paths.import}/:jobId?`} element={<ImportScreen />} />
      </Route>
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  )
}

type BooleanAbility = { [Name in keyof Abilities]: Abilities[Name] extends boolean ? Name : never }[keyof Abilities]

/**
 * A layout route that redirects home when the user lacks the ability. `isAdmin` guards the admin-only routes (spec §2).
 */
function RequireAbility({ ability }: { ability: BooleanAbility }) {
  return useAbilities()[ability] ? <Outlet /> : <Navigate to={paths.home} replace />
}
