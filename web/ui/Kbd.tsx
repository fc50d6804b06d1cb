import type { ReactNode } from 'react'
import { classNames } from './classNames.ts'

/** A key of the keyboard. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-badge border border-line bg-sunken px-1.5 font-sans text-micro font-[550] whitespace-nowrap text-ink-2',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
