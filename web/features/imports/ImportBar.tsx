import type { ReactNode } from 'react'

/**
 * The buttons of an import at the lower edge of the window, after its rules, which a phone shows above them. All are in one
 * line. If it is too short, the text of the last button wraps.
 */
export function ImportBar({ rules, children }: { rules?: ReactNode; children: ReactNode }) {
  return (
    <div className="z-10 mt-4 gap-x-6 gap-y-3 max-md:contents md:sticky md:bottom-0 md:flex md:flex-wrap md:items-end md:rounded-t-card min-[1000px]:flex-nowrap md:border md:border-line md:bg-surface md:px-5 md:py-3 md:shadow-card">
      {rules && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-md:mt-4 md:max-[1400px]:gap-x-4 min-[1000px]:shrink-0 min-[1000px]:flex-nowrap">
          {rules}
        </div>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-3 max-lg:gap-2 min-[1000px]:flex-nowrap min-[1000px]:[&>:last-child]:whitespace-normal max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-4 max-md:mt-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:[&>:last-child]:grow max-md:[&>:last-child]:basis-36 max-md:[&>:last-child]:leading-5 max-md:[&>:last-child]:whitespace-normal">
        {children}
      </div>
    </div>
  )
}
