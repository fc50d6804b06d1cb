import { Eye, Footprints, Globe, KeyRound, Shield } from 'lucide-react'
import type { Role } from '../gql/graphql.ts'
import { Badge } from '../ui/Badge.tsx'
import { roleLabels } from './roles.ts'

const displays = {
  SALES_REP: { glyph: Footprints, colors: 'bg-teal-tint text-teal' },
  ADMIN: { glyph: Shield, colors: 'bg-info-tint text-info' },
  OWNER: { glyph: KeyRound, colors: 'bg-accent-tint text-accent-ink' },
  GLOBAL_ADMIN: { glyph: Globe, colors: 'bg-plum-tint text-plum' },
}

/** A role as icon, label and color; amber with an eye while viewing as that role. */
export function RoleBadge({ role, viewingAs = false }: { role: Role; viewingAs?: boolean }) {
  const { glyph, colors } = displays[role]
  return (
    <Badge colors={viewingAs ? 'bg-accent text-on-accent' : colors} icon={viewingAs ? Eye : glyph}>
      {viewingAs ? `Viewing as: ${roleLabels[role]}` : roleLabels[role]}
    </Badge>
  )
}
