import { lazyPart } from '../../lib/lazyPart.ts'

// Seldom used, so that no screen loads their scripts before they are needed.
/** Erases a property with all that is kept of its household. */
export const ForgetHouseholdButton = lazyPart(
  async () => (await import('./ForgetHouseholdButton.tsx')).ForgetHouseholdButton,
)
/** Downloads the receipt of a household that was forgotten. */
export const ForgetReceiptButton = lazyPart(async () => (await import('./ForgetReceiptButton.tsx')).ForgetReceiptButton)
