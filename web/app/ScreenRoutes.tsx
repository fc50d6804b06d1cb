import type { FunctionComponent } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { type Abilities, useAbilities } from '../session/person/MeProvider.tsx'
import { paths } from './paths.ts'

type BooleanAbility = { [Name in keyof Abilities]: Abilities[Name] extends boolean ? Name : never }[keyof Abilities]

/** Whoever lacks the ability is redirected home (spec §2). */
const screen = (path: string, load: () => Promise<FunctionComponent>, ability?: BooleanAbility) => ({
  ...{ path, load, ability },
  Screen: lazyNamed(load),
})

/** The screens behind the sign-in (spec §2). They are loaded on navigation, so that only /map downloads the map library. */
const screens = [
  screen(paths.home, async () => (await import('../screens/HomeScreen.tsx')).HomeScreen),
  screen(paths.map, async () => (await import('../screens/MapScreen.tsx')).MapScreen),
  screen(paths.properties, async () => (await import('../screens/PropertiesScreen.tsx')).PropertiesScreen),
  screen(paths.leads, async () => (await import('../screens/LeadsScreen.tsx')).LeadsScreen),
  screen(paths.lead, async () => (await import('../screens/LeadScreen.tsx')).LeadScreen),
  screen(
    paths.duplicates,
    async () => (await import('../screens/DuplicatesScreen.tsx')).DuplicatesScreen,
    'mergeLeads',
  ),
  screen(paths.mixUps, async () => (await import('../screens/MixUpsScreen.tsx')).MixUpsScreen, 'mergeLeads'),
  screen(
    paths.territories,
    async () => (await import('../screens/TerritoriesScreen.tsx')).TerritoriesScreen,
    'manageTerritories',
  ),
  screen(paths.passes, async () => (await import('../screens/PassesScreen.tsx')).PassesScreen, 'manageTerritories'),
  screen(
    paths.admin,
    async () => (await import('../screens/AdminDashboardScreen.tsx')).AdminDashboardScreen,
    'isAdmin',
  ),
  screen(paths.templates, async () => (await import('../screens/TemplatesScreen.tsx')).TemplatesScreen, 'isAdmin'),
  screen(paths.users, async () => (await import('../screens/UsersScreen.tsx')).UsersScreen),
  screen(
    paths.invitations,
    async () => (await import('../screens/InvitationsScreen.tsx')).InvitationsScreen,
    'listUsers',
  ),
  screen(`${paths.reps}/:id`, async () => (await import('../screens/RepScreen.tsx')).RepScreen),
  screen(paths.tenants, async () => (await import('../screens/TenantsScreen.tsx')).TenantsScreen, 'manageTenants'),
  screen(paths.mails, async () => (await import('../screens/MailsScreen.tsx')).MailsScreen, 'readMails'),
  screen(paths.account, async () => (await import('../screens/AccountScreen.tsx')).AccountScreen),
  screen(paths.recorded, async () => (await import('../screens/RecordedScreen.tsx')).RecordedScreen),
  screen(paths.apiKeys, async () => (await import('../screens/ApiKeysScreen.tsx')).ApiKeysScreen),
  screen(
    `${paths.import}/:jobId?`,
    async () => (await import('../screens/ImportScreen.tsx')).ImportScreen,
    'importData',
  ),
  screen(paths.webhooks, async () => (await import('../screens/WebhooksScreen.tsx')).WebhooksScreen, 'manageWebhooks'),
  screen(paths.jobs, async () => (await import('../screens/JobsScreen.tsx')).JobsScreen, 'exportData'),
  screen(
    paths.companySettings,
    async () => (await import('../screens/CompanySettingsScreen.tsx')).CompanySettingsScreen,
    'changeTenantSettings',
  ),
  screen(
    paths.parcels,
    async () => (await import('../screens/ParcelsScreen.tsx')).ParcelsScreen,
    'changeTenantSettings',
  ),
  screen(
    paths.doNotKnock,
    async () => (await import('../screens/DoNotKnockScreen.tsx')).DoNotKnockScreen,
    'manageDoNotKnock',
  ),
  screen(paths.activity, async () => (await import('../screens/ActivityScreen.tsx')).ActivityScreen, 'readActivity'),
  screen(paths.legacyFlyer, async () => (await import('../screens/LegacyFlyerScreen.tsx')).LegacyFlyerScreen),
]

/** Downloads the script of a path's screen before it is rendered. A failure is ignored, because rendering tries again. */
export function preloadScreen(pathname: string): void {
  void screens
    .find(({ path }) => path === pathname)
    ?.load()
    .catch(() => undefined)
}

/** The routes behind the sign-in. Unknown paths redirect home. */
export function ScreenRoutes() {
  const abilities = useAbilities()
  return (
    <Routes>
      {screens.map(({ path, ability, Screen }) => (
        <Route
          key={path}
          path={path}
          element={ability && !abilities[ability] ? <Navigate to={paths.home} replace /> : <Screen />}
        />
      ))}
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  )
}
