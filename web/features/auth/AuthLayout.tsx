import type { ReactNode } from 'react'
import { classNames } from '../../ui/classNames.ts'
import { Logo } from '../../ui/Logo.tsx'

/** Layout of the public screens: the form next to the night picture; on a phone the form is a sheet below it. */
export function AuthLayout({
  title,
  subtitle,
  subtitleOnPhone = true,
  isMessage = false,
  footer,
  children,
}: {
  title: string
  subtitle: ReactNode
  /** False hides the subtitle on phones. */
  subtitleOnPhone?: boolean
  /** Without a form: on a phone the picture takes the space that is left, and the buttons the width. */
  isMessage?: boolean
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh bg-surface max-md:flex-col">
      <main
        className={classNames(
          'relative flex w-full flex-col md:w-[clamp(440px,41.7vw,640px)] md:shrink-0 md:px-[7.5vw] md:py-10 xl:px-[108px] max-md:order-2 max-md:-mt-8 max-md:rounded-t-[28px] max-md:bg-surface max-md:px-5 max-md:pt-7 max-md:pb-6',
          isMessage
            ? 'max-md:[&+.night]:max-h-none max-md:[&+.night]:bg-cover max-md:[&_a,&_button]:w-full'
            : 'max-md:flex-1',
        )}
      >
        <Brand className="text-ink max-md:hidden" />
        <div className="flex flex-1 flex-col justify-center md:py-10">
          <h1 className="text-display max-md:text-[1.75rem] max-md:leading-9">
            {/* Headings have no full stop, but messages of the server do. */}
            {title.replace(/\.$/, '')}
          </h1>
          <p
            className={classNames(
              'mt-1 text-[0.9375rem] leading-6 text-pretty text-ink-2',
              !subtitleOnPhone && 'max-md:hidden',
            )}
          >
            {subtitle}
          </p>
          <div className="mt-8 max-md:mt-5">{children}</div>
          <div className="max-md:flex-1" />
        </div>
        {footer}
      </main>
      <aside aria-label="Porchlight" className="night relative overflow-hidden max-md:order-1">
        <Brand className="absolute top-5 left-5 text-on-fill md:hidden" />
        <p className="absolute bottom-11 left-12 text-[1.875rem] leading-[1.22] font-semibold tracking-[-0.02em] text-on-fill max-md:hidden">
          Know every door
          <br />
          before you knock.
        </p>
      </aside>
    </div>
  )
}

function Brand({ className }: { className: string }) {
  return (
    <div className={`flex items-center gap-2.5 text-[1.125rem] font-[620] tracking-[-0.01em] ${className}`}>
      <Logo size={32} />
      Porchlight
    </div>
  )
}
