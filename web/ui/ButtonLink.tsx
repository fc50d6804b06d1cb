import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonSize, buttonSizes } from './Button.tsx'
import { classNames } from './classNames.ts'

/** A link to another screen, styled as a secondary button. */
export function ButtonLink({
  className,
  size = 'normal',
  ...link
}: LinkProps & { className?: string; size?: ButtonSize }) {
  return (
    <Link
      {...link}
      className={classNames(
        'inline-flex items-center justify-center gap-2 rounded-button border border-line-2 bg-surface font-semibold whitespace-nowrap text-ink shadow-control transition-colors hover:bg-hover active:bg-sunken',
        buttonSizes[size],
        className,
      )}
    />
  )
}
