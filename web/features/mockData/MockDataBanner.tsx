import { FlaskConical } from 'lucide-react'
import { setMockDataEnabled } from '../../session/person/mockData.ts'

/** The banner on every screen while mock data is on, with a button that switches it off. 44 px high. */
export function MockDataBanner() {
  return (
    <section aria-label="Mock data" className="sticky top-0 z-30 bg-warn-fill text-on-accent">
      <div className="mx-auto flex h-11 max-w-[1440px] items-center justify-between gap-3 px-4 md:px-6 lg:px-10">
        <p role="status" className="flex min-w-0 items-center gap-2 text-small leading-4 md:text-body">
          <FlaskConical aria-hidden size={18} className="shrink-0" />
          <span className="min-w-0">
            <strong className="font-[650]">Mock data is on.</strong>{' '}
            <span className="max-md:hidden">Properties, leads, and dashboard metrics are made up. </span>
            Nothing is saved.
          </span>
        </p>
        <button
          type="button"
          onClick={() => setMockDataEnabled(false)}
          className="relative h-[30px] shrink-0 rounded-button bg-on-accent px-3 text-small font-semibold whitespace-nowrap text-warn-fill outline-on-accent after:absolute after:-inset-y-1 after:inset-x-0 max-md:h-9"
        >
          Switch off
        </button>
      </div>
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 h-[3px] bg-[repeating-linear-gradient(135deg,var(--color-on-accent)_0_8px,transparent_8px_16px)]"
      />
    </section>
  )
}
