import { CodeXml, Ellipsis, FileText, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { streetOf } from './leadText.ts'
import type { LeadRow } from './leadRanges.ts'

export type PreviewFormat = 'docx' | 'html'

export interface LeadActionsProps {
  lead: LeadRow
  onPreview: (lead: LeadRow, format: PreviewFormat) => unknown
  /** Undefined for users who may not delete leads. */
  onDelete: ((lead: LeadRow) => void) | undefined
}

/** The actions of a row: both previews as buttons, deletion in a menu. */
export const LeadActions = memo(function LeadActions({ lead, onPreview, onDelete }: LeadActionsProps) {
  const street = streetOf(lead)
  return (
    <span className="flex justify-end">
      <Button
        variant="quiet"
        size="small"
        aria-label={`Preview ${street} as DOCX`}
        icon={<FileText aria-hidden size={15} />}
        onClick={() => onPreview(lead, 'docx')}
        className="text-ink!"
      >
        DOCX
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Preview ${street} as HTML`}
        icon={<CodeXml aria-hidden size={15} />}
        onClick={() => onPreview(lead, 'html')}
        className="text-ink!"
      >
        HTML
      </Button>
      {onDelete && (
        <Menu align="end" trigger={<MoreButton street={street} size="small" />}>
          <DeleteMenuItem onSelect={() => onDelete(lead)} />
        </Menu>
      )}
    </span>
  )
})

/** All actions of a card in one menu. */
export const LeadCardMenu = memo(function LeadCardMenu({ lead, onPreview, onDelete }: LeadActionsProps) {
  return (
    <Menu align="end" trigger={<MoreButton street={streetOf(lead)} size="normal" />}>
      <MenuItem icon={<FileText aria-hidden size={18} />} onSelect={() => onPreview(lead, 'docx')}>
        Preview as DOCX
      </MenuItem>
      <MenuItem icon={<CodeXml aria-hidden size={18} />} onSelect={() => onPreview(lead, 'html')}>
        Preview as HTML
      </MenuItem>
      {onDelete && <DeleteMenuItem onSelect={() => onDelete(lead)} />}
    </Menu>
  )
})

function MoreButton({ street, size, ...rest }: { street: string; size: 'small' | 'normal' }) {
  return <IconButton {...rest} size={size} label={`More for ${street}`} icon={<Ellipsis aria-hidden size={18} />} />
}

function DeleteMenuItem({ onSelect }: { onSelect: () => void }) {
  return (
    <MenuItem destructive icon={<Trash2 aria-hidden size={16} />} onSelect={onSelect}>
      Delete Lead
    </MenuItem>
  )
}
