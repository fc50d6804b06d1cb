import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { useAppMenu } from './AppMenu.tsx'

interface BreadcrumbProps {
  /** The screen above this one. */
  parent: { to: string; label: string }
  /** The name of this screen. */
  children: ReactNode
}

/**
 * Where a screen is. It stands above the title in the padding of the screen, so that the titles of all screens are at one height. On a
 * phone, where the title is in the bar above, it is only the way back.
 */
export function Breadcrumb({ parent, children }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb">
      <Link to={parent.to} className="rounded-badge hover:underline touch:-my-3.5 touch:py-3.5">
        {parent.label}
      </Link>
      <ChevronRight aria-hidden size={14} />
      <span aria-current="page" className="truncate text-ink">
        {children}
      </span>
    </nav>
  )
}

interface PageHeaderProps {
  title: string
  parent?: BreadcrumbProps['parent'] | undefined
  /** Beside the title: how many there are. */
  count?: ReactNode
  /** Below the title: one line about what is seen. */
  hint?: ReactNode
  /** On a phone icons in the top bar for what can be done here, so that no line of buttons stands above the rows. */
  barActions?: ReactNode
  /** What can be done here, the primary button last. */
  children?: ReactNode
}

/** The head of a screen, which names the page, too. On a phone its title is in the top bar, so that lists begin higher. */
export function PageHeader({ title, parent, count, hint, barActions, children }: PageHeaderProps) {
  const { titlePlace, actionPlace } = useAppMenu()
  const pageTitle = <title>{`${title} · Porchlight`}</title>
  const line = hint && <p className="min-h-5 text-body text-ink-2">{hint}</p>
  if (titlePlace) {
    return (
      <>
        {createPortal(
          <>
            <h1 className="truncate text-dialog">{title}</h1>
            {count}
          </>,
          titlePlace,
        )}
        {barActions && actionPlace && createPortal(barActions, actionPlace)}
        {pageTitle}
        {/* Without a line or a button it takes no room; a button that floats takes none either. */}
        <header className="mb-4 has-[>:only-child:empty]:hidden has-[>:only-child>.floats-on-phone:only-child]:mb-0">
          {parent && (
            <div className="-mt-1 mb-3 last:mb-0 has-[+:empty]:mb-0 has-[+*>.floats-on-phone:only-child]:mb-0 *:mt-0">
              <Breadcrumb parent={parent}>{title}</Breadcrumb>
            </div>
          )}
          {line}
          <div className="flex flex-wrap items-center gap-2 not-first:mt-2 empty:hidden has-[>.floats-on-phone:only-child]:mt-0">
            {children}
          </div>
        </header>
      </>
    )
  }
  return (
    <header className="mb-4">
      {pageTitle}
      {parent && <Breadcrumb parent={parent}>{title}</Breadcrumb>}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex min-h-9 flex-wrap content-center items-baseline gap-x-3">
            <h1 className="text-title wrap-anywhere">{title}</h1>
            {count}
          </div>
          {line}
        </div>
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
    </header>
  )
}
