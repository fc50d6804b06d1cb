import { Navigate, Route, Routes } from 'react-router-dom'
import { lazyNamed } from '../lib/lazyNamed.ts'
import { RequireAbility } from './RequireAbility.tsx'
import { paths } from './paths.ts'

// Loaded on navigation, so that only /map downloads the map library.
const HomeScreen = lazyNamed('HomeScreen', () => import('../screens/HomeScreen.tsx'))
const MapScreen = lazyNamed('MapScreen', () => import('../screens/MapScreen.tsx'))
const PropertiesScreen = lazyNamed('PropertiesScreen', () => import('../screens/PropertiesScreen.tsx'))
const LeadsScreen = lazyNamed('LeadsScreen', () => import('../screens/LeadsScreen.tsx'))
const AdminDashboardScreen = lazyNamed('AdminDashboardScreen', () => import('../screens/AdminDashboardScreen.tsx'))
const TemplatesScreen = lazyNamed('TemplatesScreen', () => import('../screens/TemplatesScreen.tsx'))
const UsersScreen = lazyNamed('UsersScreen', () => import('../screens/UsersScreen.tsx'))
const TenantsScreen = lazyNamed('TenantsScreen', () => import('../screens/TenantsScreen.tsx'))
const ApiKeysScreen = lazyNamed('ApiKeysScreen', () => import('../screens/ApiKeysScreen.tsx'))
const ActivityScreen = lazyNamed('ActivityScreen', () => import('../screens/ActivityScreen.tsx'))
const LegacyFlyerScreen = lazyNamed('LegacyFlyerScreen', () => import('../screens/LegacyFlyerScreen.tsx'))

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
