import { Ellipsis, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { previewFormats } from '../../domain/previewFormats.ts'
import { streetOf } from '../../domain/streetOf.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { LeadRow } from './leadRanges.ts'

export type PreviewFormat = 'docx' | 'html'

export interface LeadActionsProps {
  lead: LeadRow
  onPreview: (lead: LeadRow, format: PreviewFormat) => unknown
  /** Undefined for users who may not delete leads. */
  onDelete: ((lead: LeadRow) => void) | undefined
}

/** The actions of a row: both previews as buttons, deletion in a menu; in a narrow list all in one menu. */
export const LeadActions = memo(function LeadActions(props: LeadActionsProps) {
  return (
    <>
      <WideActions {...props} />
      <span className="hidden justify-end @max-[1000px]:flex">
        <ActionMenu {...props} size="small" />
      </span>
    </>
  )
})

function WideActions({ lead, onPreview, onDelete }: LeadActionsProps) {
  const street = streetOf(lead.address)
  return (
    <span className="flex justify-end @max-[1000px]:hidden">
      {previewFormats.map(({ format, name, icon: Icon }) => (
        <Button
          key={format}
          variant="quiet"
          size="small"
          aria-label={`Preview ${street} as ${name}`}
          title={`Preview as ${name}`}
          icon={Icon}
          onClick={() => onPreview(lead, format)}
          className="font-medium! text-ink-2!"
        >
          <span className="hidden @min-[1240px]:inline">{name}</span>
        </Button>
      ))}
      {onDelete && (
        <Menu align="end" trigger={<MoreButton street={street} size="small" />}>
          <DeleteMenuItem onSelect={() => onDelete(lead)} />
        </Menu>
      )}
    </span>
  )
}

/** All actions of a card in one menu. */
export const LeadCardMenu = memo(function LeadCardMenu(props: LeadActionsProps) {
  return <ActionMenu {...props} size="normal" />
})

function ActionMenu({ lead, onPreview, onDelete, size }: LeadActionsProps & { size: 'small' | 'normal' }) {
  return (
    <Menu align="end" trigger={<MoreButton street={streetOf(lead.address)} size={size} />}>
      {previewFormats.map(({ format, name, icon: Icon }) => (
        <MenuItem key={format} icon={<Icon aria-hidden size={18} />} onSelect={() => onPreview(lead, format)}>
          Preview as {name}
        </MenuItem>
      ))}
      {onDelete && <DeleteMenuItem onSelect={() => onDelete(lead)} />}
    </Menu>
  )
}

function MoreButton({ street, size, ...rest }: { street: string; size: 'small' | 'normal' }) {
  return <IconButton {...rest} size={size} label={`More for ${street}`} icon={Ellipsis} iconSize={18} />
}

function DeleteMenuItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem destructive icon={<Trash2 aria-hidden size={16} />} onSelect={onSelect}>
      Delete Lead
    </MenuItem>
  )
}
