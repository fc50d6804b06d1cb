import { Eraser } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ForgetHouseholdDialog, type ForgetHouseholdDialogProps } from './ForgetHouseholdDialog.tsx'

type ForgetHouseholdButtonProps = Omit<ForgetHouseholdDialogProps, 'onClose'> & { disabled?: boolean }

/** Opens the form with which an owner forgets a household. */
export function ForgetHouseholdButton({ disabled = false, ...dialog }: ForgetHouseholdButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="destructive"
        icon={Eraser}
        disabled={disabled}
        onClick={() => setIsOpen(true)}
        className="max-md:w-full"
      >
        Forget Household...
      </Button>
      {isOpen && <ForgetHouseholdDialog {...dialog} onClose={() => setIsOpen(false)} />}
    </>
  )
}
