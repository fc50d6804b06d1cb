import { Archive, ArchiveRestore, ChartNoAxesColumn, Pencil } from 'lucide-react'
import type { TenantRowFragment } from '../../gql/graphql.ts'
import { useSession } from '../../session/person/SessionProvider.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { IconButton } from '../../ui/IconButton.tsx'

export interface TenantActionsProps {
  tenant: TenantRowFragment
  onStats: (tenant: TenantRowFragment) => void
  onEdit: (id: string) => void
  onArchive: (tenant: TenantRowFragment) => void
  className?: string
}

/** Selects a tenant for all screens, shows its stats, edits it, or archives and restores it. */
export function TenantActions({ tenant, onStats, onEdit, onArchive, className }: TenantActionsProps) {
  const { view, chooseTenant } = useSession()
  const chosen = view.tenantId === tenant.id
  return (
    <span className={classNames('inline-flex items-center gap-1', className)}>
      <Button
        size="small"
        aria-pressed={chosen}
        aria-label={chosen ? `Leave ${tenant.name}` : `Choose ${tenant.name}`}
        onClick={() => chooseTenant(chosen ? null : tenant.id)}
        className={classNames('mr-1 max-md:mr-auto', chosen && 'border-focus bg-accent-tint')}
      >
        {chosen ? 'Chosen' : 'Choose'}
      </Button>
      <IconButton
        size="small"
        label={`Stats of ${tenant.name}`}
        icon={ChartNoAxesColumn}
        onClick={() => onStats(tenant)}
      />
      <IconButton
        size="small"
        label={`Edit ${tenant.name}`}
        icon={Pencil}
        onClick={() => onEdit(tenant.id)}
        disabled={tenant.archivedAt !== null}
      />
      <IconButton
        size="small"
        label={`${tenant.archivedAt ? 'Restore' : 'Archive'} ${tenant.name}`}
        icon={tenant.archivedAt ? ArchiveRestore : Archive}
        onClick={() => onArchive(tenant)}
      />
    </span>
  )
}
