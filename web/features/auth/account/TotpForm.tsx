import { lazyPart } from '../../../lib/lazyPart.ts'
import { useFields } from '../../../lib/useFields.ts'
import { TextField } from '../../../ui/Field.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { TotpSecret } from './useTotpSetup.ts'

const QrCode = lazyPart(async () => (await import('../../../ui/QrCode.tsx')).QrCode, <Skeleton className="size-44" />)

/** The form state of the code that an authenticator app shows. `confirm` returns what is wrong with the code. */
export function useTotpForm(confirm: (code: string) => Promise<string | undefined>) {
  const { field, submit, isSubmitting, setError } = useFields({ code: '' })
  const send = submit(async ({ code }) => {
    const message = await confirm(code)
    if (message) setError('code', { message }, { shouldFocus: true })
  })
  const code = field('code', { validate: (code) => /^\d{6}$/.test(code.replaceAll(' ', '')) || 'Enter six digits' })
  return { submit: send, field: code, isSubmitting }
}

/** The secret for an authenticator app, as a QR code and as text, and the field for its first code. */
export function TotpFields({ secret, form }: { secret: TotpSecret; form: ReturnType<typeof useTotpForm> }) {
  return (
    <ol className="grid list-none gap-5">
      <Step number={1} title="Scan this with an authenticator app">
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={secret.url} label="QR code of the secret" />
          <div className="min-w-0 flex-1 basis-44">
            <p className="text-small text-ink-2">Or enter this secret in the app:</p>
            <p className="mt-1 font-mono text-small break-words select-all">
              {secret.secret.match(/.{4}/g)?.join(' ')}
            </p>
            <a href={secret.url} className="mt-2 link inline-flex min-h-12 items-center text-small md:hidden">
              Open in an app on this phone
            </a>
          </div>
        </div>
      </Step>
      <Step number={2} title="Enter the code that the app shows">
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={10}
          className="max-w-60"
          {...form.field}
        />
      </Step>
    </ol>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-tint text-small font-semibold text-accent-ink"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="mb-3 font-[550]">{title}</p>
        {children}
      </div>
    </li>
  )
}
