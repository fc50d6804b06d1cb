import { Navigate, Route, Routes } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { RequireAbility } from './RequireAbility.tsx'
import { paths } from './paths.ts'

// Loaded on navigation, so that only /map downloads the map library.
const HomeScreen = lazyNamed(async () => (await import('../screens/HomeScreen.tsx')).HomeScreen)
const MapScreen = lazyNamed(async () => (await import('../screens/MapScreen.tsx')).MapScreen)
const PropertiesScreen = lazyNamed(async () => (await import('../screens/PropertiesScreen.tsx')).PropertiesScreen)
const LeadsScreen = lazyNamed(async () => (await import('../screens/LeadsScreen.tsx')).LeadsScreen)
const AdminDashboardScreen = lazyNamed(
  async () => (await import('../screens/AdminDashboardScreen.tsx')).AdminDashboardScreen,
)
const TemplatesScreen = lazyNamed(async () => (await import('../screens/TemplatesScreen.tsx')).TemplatesScreen)
const UsersScreen = lazyNamed(async () => (await import('../screens/UsersScreen.tsx')).UsersScreen)
const TenantsScreen = lazyNamed(async () => (await import('../screens/TenantsScreen.tsx')).TenantsScreen)
const ApiKeysScreen = lazyNamed(async () => (await import('../screens/ApiKeysScreen.tsx')).ApiKeysScreen)
const ActivityScreen = lazyNamed(async () => (await import('../screens/ActivityScreen.tsx')).ActivityScreen)
const LegacyFlyerScreen = lazyNamed(async () => (await import('../screens/LegacyFlyerScreen.tsx')).LegacyFlyerScreen)

/** The routes behind the sign-in (spec §2). Unknown paths redirect home. */
export function ScreenRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomeScreen />} />
      <Route path={paths.map} element={<MapScreen />} />
      <Route path={paths.properties} element={<PropertiesScreen />} />
      <Route path={paths.leads} element={<LeadsScreen />} />
      <Route path={paths.users} element={<UsersScreen />} />
      <Route path={paths.apiKeys} element={<ApiKeysScreen />} />
      <Route path={paths.legacyFlyer} element={<LegacyFlyerScreen />} />
      <Route element={<RequireAbility ability="isAdmin" />}>
        <Route path={paths.admin} element={<AdminDashboardScreen />} />
        <Route path={paths.templates} element={<TemplatesScreen />} />
      </Route>
      <Route element={<RequireAbility ability="manageTenants" />}>
        <Route path={paths.tenants} element={<TenantsScreen />} />
      </Route>
      <Route element={<RequireAbility ability="readActivity" />}>
        <Route path={paths.activity} element={<ActivityScreen />} />
      </Route>
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  )
}
