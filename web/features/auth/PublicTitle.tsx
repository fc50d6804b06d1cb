import { useEffect } from 'react'

/**
 * The title of a screen without the head of the application. It changes the title of index.html while it is rendered, because nothing
 * takes that one away there and two titles are read as one of them.
 */
export function PublicTitle({ children }: { children: string }) {
  useEffect(() => {
    const title = document.head.querySelector('title[data-placeholder]')
    if (!title) return undefined
    const before = title.textContent
    title.textContent = children
    return () => void (title.textContent = before)
  }, [children])
  return null
}
