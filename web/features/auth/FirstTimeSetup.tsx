import { Sparkles } from 'lucide-react'

const INSTRUCTIONS =
  'Create an account with the email address configured as the global admin. It becomes the admin immediately. You may need the set-up code that the server prints when it starts.'

/** How to create the first account of an installation. On a phone it is collapsed. */
export function FirstTimeSetup() {
  return (
    <>
      <details className="text-center text-small text-ink-2 md:hidden">
        <summary className="inline-flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-button px-3 font-[550] [&::-webkit-details-marker]:hidden">
          <Sparkles aria-hidden size={16} />
          First Time Setup?
        </summary>
        <p className="pb-2">{INSTRUCTIONS}</p>
      </details>
      <div className="border-t border-line pt-5 text-small text-ink-2 max-md:hidden">
        <p className="flex items-center gap-2 font-[550] text-ink">
          <Sparkles aria-hidden size={14} />
          First Time Setup?
        </p>
        <p className="mt-1">{INSTRUCTIONS}</p>
      </div>
    </>
  )
}
