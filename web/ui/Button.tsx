import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive' | 'destructive-solid'
export type ButtonSize = 'small' | 'normal' | 'large' | 'tall'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner and `busyLabel` and ignores clicks. The width does not shrink. */
  busy?: boolean
  busyLabel?: string
  icon?: LucideIcon | undefined
  /** Only where the icon is not as large as the text beside it. */
  iconSize?: number
}

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent-hover bg-accent text-on-accent shadow-[inset_0_1px_0_rgb(255_255_255/.28),var(--control-shadow)] enabled:hover:bg-accent-hover enabled:active:bg-accent-press',
  secondary:
    'border-line-2 bg-surface text-ink shadow-control enabled:hover:bg-hover enabled:active:bg-sunken dark:enabled:hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-2 enabled:hover:bg-sunken enabled:active:bg-pressed',
  destructive: 'border-line-2 bg-surface text-bad shadow-control enabled:hover:bg-bad-tint enabled:active:bg-bad-tint',
  // For confirmation dialogs only.
  'destructive-solid':
    'border-bad-fill bg-bad-fill text-on-fill enabled:hover:brightness-95 enabled:active:brightness-90',
}

export const buttonSizes: Record<ButtonSize, string> = {
  small: 'min-h-[30px] px-2.5 text-small max-md:min-h-11 max-md:px-3.5',
  normal: 'min-h-9 px-3.5 text-body max-md:min-h-12',
  large: 'min-h-10 px-4 text-body max-md:min-h-12',
  tall: 'min-h-[46px] px-4 text-[0.9375rem] max-md:min-h-[54px] max-md:text-[1rem]',
}

const disabledClasses = 'border-line bg-sunken text-ink-3 shadow-none'

/** A button. Its default `type` is 'button', so that it does not submit a form by accident. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  busy = false,
  busyLabel,
  icon: Icon,
  iconSize = size === 'small' ? 15 : 16,
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
        buttonSizes[size],
        disabled && !busy ? disabledClasses : variants[variant],
        className,
      )}
    >
      <span
        data-rest={busy && typeof children === 'string' ? children : ''}
        // The invisible idle label reserves its width, so that the layout does not shift when the button becomes busy.
        className={classNames(
          'inline-flex flex-col items-center after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-rest)]',
          busy && Icon !== undefined && 'after:pl-6',
        )}
      >
        <span className="inline-flex items-center gap-2 [&_svg]:shrink-0">
          {busy ? <Spinner /> : Icon && <Icon aria-hidden size={iconSize} />}
          {busy ? (busyLabel ?? children) : children}
        </span>
      </span>
    </button>
  )
}
