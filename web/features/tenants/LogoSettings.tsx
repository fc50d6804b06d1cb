import { useMutation } from '@apollo/client/react'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { RemoveCompanyLogoDocument } from '../../gql/graphql.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { useRestClient } from '../../session/person/useRestClient.ts'
import { Button } from '../../ui/Button.tsx'

interface LogoSettingsProps {
  /** Null without a logo. */
  logoUrl: string | null
  /** Called when the company has another logo. */
  onChanged: () => Promise<unknown>
}

/** Shows, sets and removes the logo of the company. */
export function LogoSettings({ logoUrl, onChanged }: LogoSettingsProps) {
  const callRest = useRestClient()
  const input = useRef<HTMLInputElement>(null)
  const { busy: isUploading, run } = useBusy()
  const [remove, removing] = useMutation(RemoveCompanyLogoDocument)
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again after a refusal.
    target.value = ''
    if (!file) return
    const body = new FormData()
    body.set('file', file)
    const send = async () => {
      await callRest('/tenants/current/logo', { method: 'PUT', body })
      await onChanged()
    }
    const failure = 'The logo was not saved. Check the connection and try again.'
    await run(() => toastOutcome(send(), 'Logo saved', failure))
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {logoUrl && (
        <img
          src={logoUrl}
          alt="Logo of the company"
          // Most logos are made for white paper.
          className="h-16 max-w-48 rounded-button border border-line bg-white object-contain p-2"
        />
      )}
      <div className="min-w-0 flex-1 max-md:basis-full">
        <h3 className="font-[550]">Logo</h3>
        <p className="text-small text-ink-2">
          PNG, JPEG or SVG, at most 512 kB. Whoever has a link of your company can see it.
        </p>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml"
        aria-label="Logo file"
        tabIndex={-1}
        onChange={(event) => void upload(event)}
        className="sr-only"
      />
      <div className="flex gap-2">
        <Button icon={ImageUp} busy={isUploading} busyLabel="Uploading..." onClick={() => input.current?.click()}>
          {logoUrl ? 'Replace Logo' : 'Upload Logo'}
        </Button>
        {logoUrl && (
          <Button
            icon={Trash2}
            busy={removing.loading}
            onClick={() => void toastOutcome(remove(), 'Logo removed', 'Failed to remove the logo')}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}
