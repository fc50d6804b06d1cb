import { Ban } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DoNotKnockDialog } from './DoNotKnockDialog.tsx'

/** Opens the form that marks a door where nobody may knock. */
export function DoNotKnockButton({ id, address }: { id: string; address: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Ban} iconSize={18} className="w-full" onClick={() => setIsOpen(true)}>
        Do Not Knock...
      </Button>
      {isOpen && <DoNotKnockDialog id={id} address={address} onClose={() => setIsOpen(false)} />}
    </>
  )
}
