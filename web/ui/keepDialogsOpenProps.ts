import type { SyntheticEvent } from 'react'

export const keepHere = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * Props for an element that stays usable while a dialog or menu is open: clicks on it close nothing. If it also has
 * `aria-live`, Radix does not hide it from screen readers. It must be in the DOM before the dialog opens, because Radix
 * hides elements that are added later.
 */
export const keepDialogsOpenProps = { onPointerDown: keepHere }
