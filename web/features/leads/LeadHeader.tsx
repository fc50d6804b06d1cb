import { ListChecks, Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { MenuButton, useAppMenu } from '../../ui/AppMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LeadCount } from './LeadCount.tsx'

interface LeadHeaderProps {
  phone: boolean
  count: ComponentProps<typeof LeadCount>
  isSelecting: boolean
  onSelecting: (selecting: boolean) => void
  isSearching: boolean
  onSearching: (searching: boolean) => void
}

/** The title of the leads screen with the number of leads; on a phone the only header, of 56 px, with the menu. */
export function LeadHeader({ phone, count, ...phoneProps }: LeadHeaderProps) {
  if (phone) return <PhoneHeader {...phoneProps} />
  return (
    <header className="mb-4 flex min-h-8 items-center justify-between gap-3">
      <h1 className="text-title">Leads</h1>
      <LeadCount {...count} />
    </header>
  )
}

function PhoneHeader({ isSelecting, onSelecting, isSearching, onSearching }: Omit<LeadHeaderProps, 'phone' | 'count'>) {
  const { note } = useAppMenu()
  return (
    <header className="-mx-4 -mt-6 flex h-14 items-center border-b border-line bg-surface px-1">
      <MenuButton />
      <h1 className="mr-auto text-dialog">Leads</h1>
      {note}
      <Button
        variant="quiet"
        aria-pressed={isSelecting}
        icon={<ListChecks aria-hidden size={18} />}
        onClick={() => onSelecting(!isSelecting)}
        className="px-2"
      >
        {isSelecting ? 'Done' : 'Select'}
      </Button>
      <IconButton
        label={isSearching ? 'Hide search' : 'Search leads'}
        aria-expanded={isSearching}
        icon={<Search aria-hidden size={22} />}
        onClick={() => onSearching(!isSearching)}
      />
    </header>
  )
}
