import { type ReactNode, useId } from 'react'
import { classNames } from './classNames.ts'

/** A card. With a title it is a labeled region; `aside` is to the right of the title. */
export function Card({
  title,
  aside,
  className,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const titleId = useId()
  const surface = classNames('rounded-card bg-surface shadow-card max-md:rounded-phone-card', className)
  if (!title) return <div className={surface}>{children}</div>
  return (
    <section aria-labelledby={titleId} className={surface}>
      <header className="flex min-h-8 items-center justify-between gap-3 px-5 pt-4 max-md:px-4">
        <h2 id={titleId} className="text-section">
          {title}
        </h2>
        {aside && <div className="text-small text-ink-2">{aside}</div>}
      </header>
      {children}
    </section>
  )
}
