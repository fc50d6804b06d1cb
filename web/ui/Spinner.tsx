import { classNames } from './classNames.ts'

/** A turning ring of `size` pixels in the colour of the text around it. Says nothing by itself: its words stand beside it. */
export function Spinner({ size = 15, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      className={classNames('shrink-0 animate-turn', className)}
    >
      <path d="M12.6 12.6a6.5 6.5 0 1 1 0-9.2" />
    </svg>
  )
}
