import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive' | 'destructive-solid'
export type ButtonSize = 'small' | 'normal' | 'large'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows the ring and `busyLabel`, refuses clicks, and is never narrower than at rest. */
  busy?: boolean
  busyLabel?: string
  icon?: ReactNode
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent-hover bg-accent text-on-accent shadow-[inset_0_1px_0_rgb(255_255_255/.28),var(--control-shadow)] enabled:hover:bg-accent-hover enabled:active:bg-accent-press',
  secondary:
    'border-line-2 bg-surface text-ink shadow-control enabled:hover:bg-hover enabled:active:bg-sunken dark:enabled:hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-2 enabled:hover:bg-sunken enabled:active:bg-pressed',
  destructive: 'border-line-2 bg-surface text-bad shadow-control enabled:hover:bg-bad-tint enabled:active:bg-bad-tint',
  // Only inside its own confirmation.
  'destructive-solid':
    'border-bad-fill bg-bad-fill text-on-fill enabled:hover:brightness-95 enabled:active:brightness-90',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-[30px] px-2.5 text-small max-md:min-h-11 max-md:px-3.5',
  normal: 'min-h-9 px-3.5 text-body max-md:min-h-12',
  large: 'min-h-10 px-4 text-body max-md:min-h-12',
}

const disabledClasses = 'border-line bg-sunken text-ink-3 shadow-none'

/** A button that names its result. `type` is 'button' unless given, so that only a submit button submits. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  busy = false,
  busyLabel,
  icon,
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(
        'inline-flex items-center justify-center rounded-button border font-semibold whitespace-nowrap transition-[background-color,border-color,color,filter]',
        sizes[size],
        disabled && !busy ? disabledClasses : variants[variant],
        className,
      )}
    >
      <span
        data-rest={busy && typeof children === 'string' ? children : ''}
        // The label at rest keeps its room, out of sight, so that nothing moves when the button becomes busy.
        className={classNames(
          'inline-flex flex-col items-center after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-rest)]',
          busy && Boolean(icon) && 'after:pl-6',
        )}
      >
        <span className="inline-flex items-center gap-2 [&_svg]:shrink-0">
          {busy ? <Spinner /> : icon}
          {busy ? (busyLabel ?? children) : children}
        </span>
      </span>
    </button>
  )
}
