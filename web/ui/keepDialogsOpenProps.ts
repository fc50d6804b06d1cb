import type { SyntheticEvent } from 'react'

/** Keeps an event from what listens for it at the document. */
export const keepHere = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * For the element around what stays in use while a dialog, a menu or a list is open: pressing it closes none of them. With
 * an `aria-live` of its own, Radix does not hide it with the rest of the page either; for that it has to stand there
 * before there is anything in it, since what is open hides whatever comes later outside of it.
 */
export const keepDialogsOpenProps = { onPointerDown: keepHere }
