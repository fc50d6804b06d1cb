import type { FunctionComponent } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { type Abilities, useAbilities } from '../session/person/MeProvider.tsx'
import { paths } from './paths.ts'

type BooleanAbility = { [Name in keyof Abilities]: Abilities[Name] extends boolean ? Name : never }[keyof Abilities]

/** The module exports the screen alone. Whoever lacks the ability is redirected home (spec §2). */
const screen = (path: string, load: () => Promise<Record<string, FunctionComponent>>, ability?: BooleanAbility) => ({
  ...{ path, load, ability },
  Screen: lazyNamed(async () => Object.values(await load())[0]!),
})

/** The screens behind the sign-in (spec §2). They are loaded on navigation, so that only /map downloads the map library. */
const screens = [
  screen(paths.home, () => import('../screens/HomeScreen.tsx')),
  screen(paths.map, () => import('../screens/MapScreen.tsx')),
  screen(paths.properties, () => import('../screens/PropertiesScreen.tsx')),
  screen(paths.leads, () => import('../screens/LeadsScreen.tsx')),
  screen(paths.lead, () => import('../screens/LeadScreen.tsx')),
  screen(paths.duplicates, () => import('../screens/DuplicatesScreen.tsx'), 'mergeLeads'),
  screen(paths.mixUps, () => import('../screens/MixUpsScreen.tsx'), 'mergeLeads'),
  screen(paths.territories, () => import('../screens/TerritoriesScreen.tsx'), 'manageTerritories'),
  screen(paths.passes, () => import('../screens/PassesScreen.tsx'), 'manageTerritories'),
  screen(paths.admin, () => import('../screens/AdminScreen.tsx'), 'isAdmin'),
  screen(paths.templates, () => import('../screens/TemplatesScreen.tsx'), 'isAdmin'),
  screen(paths.users, () => import('../screens/UsersScreen.tsx')),
  screen(paths.invitations, () => import('../screens/InvitationsScreen.tsx'), 'listUsers'),
  screen(`${paths.reps}/:id`, () => import('../screens/RepScreen.tsx')),
  screen(paths.tenants, () => import('../screens/TenantsScreen.tsx'), 'manageTenants'),
  screen(paths.mails, () => import('../screens/MailsScreen.tsx'), 'readMails'),
  screen(paths.account, () => import('../screens/AccountScreen.tsx')),
  screen(paths.recorded, () => import('../screens/RecordedScreen.tsx')),
  screen(paths.apiKeys, () => import('../screens/ApiKeysScreen.tsx')),
  screen(`${paths.import}/:jobId?`, () => import('../screens/ImportScreen.tsx'), 'importData'),
  screen(paths.webhooks, () => import('../screens/WebhooksScreen.tsx'), 'manageWebhooks'),
  screen(paths.jobs, () => import('../screens/JobsScreen.tsx'), 'exportData'),
  screen(paths.companySettings, () => import('../screens/CompanySettingsScreen.tsx'), 'changeTenantSettings'),
  screen(paths.parcels, () => import('../screens/ParcelsScreen.tsx'), 'changeTenantSettings'),
  screen(paths.doNotKnock, () => import('../screens/DoNotKnockScreen.tsx'), 'manageDoNotKnock'),
  screen(paths.activity, () => import('../screens/ActivityScreen.tsx'), 'readActivity'),
  screen(paths.legacyFlyer, () => import('../screens/LegacyFlyerScreen.tsx')),
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
