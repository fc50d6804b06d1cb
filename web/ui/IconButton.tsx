import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import { Spinner } from './Spinner.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name and tooltip. */
  label: string
  icon: LucideIcon
  iconSize?: number
  variant?: 'quiet' | 'secondary' | 'destructive' | 'sunken' | 'on-bar'
  size?: 'small' | 'normal' | 'large'
  busy?: boolean
}

const variants = {
  quiet: 'border-transparent text-ink-2 enabled:hover:bg-sunken enabled:hover:text-ink enabled:active:bg-pressed',
  secondary: 'border-line-2 bg-surface text-ink shadow-control enabled:hover:bg-hover enabled:active:bg-sunken',
  destructive: 'border-transparent text-ink-2 enabled:hover:bg-bad-tint enabled:hover:text-bad',
  sunken: 'border-transparent bg-sunken text-ink enabled:hover:bg-pressed',
  'on-bar': 'border-transparent text-bar-2 outline-on-bar enabled:hover:bg-on-bar/14 enabled:hover:text-on-bar',
}

const sizes = { small: 'size-[30px] max-md:size-11', normal: 'size-9 max-md:size-12', large: 'size-12' }

/** A button with only an icon. */
export function IconButton({
  label,
  icon: Icon,
  iconSize = 16,
  variant = 'quiet',
  size = 'normal',
  busy = false,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-button border transition-colors disabled:text-ink-3',
        variants[variant],
        sizes[size],
        className,
      )}
    >
      {busy ? <Spinner /> : <Icon aria-hidden size={iconSize} />}
    </button>
  )
}
