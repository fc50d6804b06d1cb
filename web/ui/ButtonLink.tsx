import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './classNames.ts'

/** A link to another screen, styled as a secondary button. */
export function ButtonLink({ className, ...link }: LinkProps & { className?: string }) {
  return (
    <Link
      {...link}
      className={classNames(
        'inline-flex min-h-9 items-center justify-center gap-2 rounded-button border border-line-2 bg-surface px-3.5 text-body font-semibold whitespace-nowrap text-ink shadow-control transition-colors hover:bg-hover active:bg-sunken max-md:min-h-12',
        className,
      )}
    />
  )
}
