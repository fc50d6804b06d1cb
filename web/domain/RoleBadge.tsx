import { Eye, Footprints, Globe, KeyRound, Shield } from 'lucide-react'
import type { Role } from '../gql/graphql.ts'
import { classNames } from '../ui/classNames.ts'
import { roleLabels } from './roles.ts'

const displays = {
  SALES_REP: { glyph: Footprints, colors: 'bg-teal-tint text-teal' },
  ADMIN: { glyph: Shield, colors: 'bg-info-tint text-info' },
  OWNER: { glyph: KeyRound, colors: 'bg-accent-tint text-accent-ink' },
  GLOBAL_ADMIN: { glyph: Globe, colors: 'bg-plum-tint text-plum' },
}

/** A role as icon, label and color; amber with an eye while viewing as that role. */
export function RoleBadge({ role, viewingAs = false }: { role: Role; viewingAs?: boolean }) {
  const { glyph: RoleGlyph, colors } = displays[role]
  const Glyph = viewingAs ? Eye : RoleGlyph
  return (
    <span
      className={classNames(
        'inline-flex h-[22px] items-center gap-1.5 rounded-badge px-2 text-badge font-semibold whitespace-nowrap max-md:h-[26px]',
        viewingAs ? 'bg-accent text-on-accent' : colors,
      )}
    >
      <Glyph aria-hidden size={14} />
      {viewingAs ? `Viewing as: ${roleLabels[role]}` : roleLabels[role]}
    </span>
  )
}
