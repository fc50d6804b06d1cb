import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../../lib/rest.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'

const FILE_NAME = 'porchlight-recovery-codes.txt'

/** The recovery codes, which the server returns only once, with ways to keep them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false)
  const text = codes.join('\n')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // The browser refused access to the clipboard. The codes can still be saved, or selected.
    }
  }
  return (
    <div className="grid gap-4">
      <Note hue="warn">
        Keep these codes where you find them without your phone: they are not shown again. Each one signs you in once.
      </Note>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-button bg-sunken p-4">
        {codes.map((code) => (
          <li key={code} className="font-mono text-body whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={Download} onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), FILE_NAME)}>
          Download
        </Button>
      </div>
      <p role="status" className="sr-only">
        {isCopied && 'Recovery codes copied'}
      </p>
    </div>
  )
}
