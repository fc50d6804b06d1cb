import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsPhone } from '../lib/useMediaQuery.ts'
import { useAppMenu } from './AppMenu.tsx'
import { IconButton } from './IconButton.tsx'

interface RecordPageProps {
  title: string
  actions?: ReactNode
  /** Stays visible at the bottom while the content scrolls. */
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A record on a page of its own, with the parts of a drawer. The title is its name; on a phone, its kind, in place of the top bar. */
export function RecordPage({ title, actions, footer, onClose, children }: RecordPageProps) {
  const { note } = useAppMenu()
  const isPhone = useIsPhone()
  return (
    <div className="mx-auto max-w-[1120px] max-md:-mx-4 max-md:-mt-4 md:rounded-card md:border md:border-line md:bg-surface">
      <header className="flex min-h-14 items-center gap-1 border-b border-line bg-surface px-2 md:rounded-t-card md:pr-5">
        <IconButton label="Back" icon={ArrowLeft} iconSize={20} onClick={onClose} size="large" />
        <h1 className="mr-auto min-w-0 truncate text-dialog md:py-3 md:text-title md:whitespace-normal">{title}</h1>
        {isPhone && note}
        {actions}
      </header>
      {children}
      {footer && (
        <footer className="covers-bottom-on-phone sticky bottom-0 z-20 flex gap-2.5 max-md:fixed max-md:inset-x-0 border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:rounded-b-card md:px-5 [&>*]:flex-1">
          {footer}
        </footer>
      )}
    </div>
  )
}
