import { Navigate, Outlet } from 'react-router-dom'
import { type Abilities, useAbilities } from '../session/person/MeProvider.tsx'
import { paths } from './paths.ts'

type BooleanAbility = { [Name in keyof Abilities]: Abilities[Name] extends boolean ? Name : never }[keyof Abilities]

/**
 * A layout route that redirects home when the user lacks the ability. `isAdmin` guards the admin-only routes (spec §2).
 */
export function RequireAbility({ ability }: { ability: BooleanAbility }) {
  return useAbilities()[ability] ? <Outlet /> : <Navigate to={paths.home} replace />
}
