import { Footprints, Globe, KeyRound, Shield } from 'lucide-react'
import type { Role } from '../gql/graphql.ts'
import { ChoiceCard, ChoiceGroup } from '../ui/ChoiceCard.tsx'
import { roleLabels } from './roles.ts'

const displays = {
  SALES_REP: { glyph: Footprints, description: 'Knocks and leads' },
  ADMIN: { glyph: Shield, description: 'Leads and printing' },
  OWNER: { glyph: KeyRound, description: 'Team, costs, users' },
  GLOBAL_ADMIN: { glyph: Globe, description: 'Every tenant' },
}

interface RoleChoiceProps {
  roles: readonly Role[]
  value: Role
  onChange: (role: Role) => void
}

/** Chooses one of the assignable roles. */
export function RoleChoice({ roles, value, onChange }: RoleChoiceProps) {
  return (
    <ChoiceGroup
      label="Role"
      isRequired
      value={value}
      onChange={(role) => role && onChange(role)}
      className={roles.length === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2'}
    >
      {roles.map((role) => {
        const { glyph: Glyph, description } = displays[role]
        return (
          <ChoiceCard
            key={role}
            value={role}
            icon={<Glyph aria-hidden size={18} className="shrink-0" />}
            description={description}
          >
            {roleLabels[role]}
          </ChoiceCard>
        )
      })}
    </ChoiceGroup>
  )
}
