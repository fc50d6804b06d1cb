import { lazyPart } from '../../lib/lazyPart.ts'

// The map has no room for their scripts before they are needed.
/** Says why nobody may knock at a door, in the place of the outcomes. */
export const DoNotKnockNotice = lazyPart(async () => (await import('./DoNotKnockNotice.tsx')).DoNotKnockNotice)
/** Marks a door where nobody may knock. */
export const DoNotKnockButton = lazyPart(async () => (await import('./DoNotKnockButton.tsx')).DoNotKnockButton)
