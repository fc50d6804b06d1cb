import { useEffect } from 'react'

/**
 * Names a screen without the head of the application in the title of the page. It changes the title of index.html, because
 * nothing takes that one away there and two titles are read as one of them.
 */
export function usePublicTitle(name: string): void {
  useEffect(() => {
    const title = document.querySelector('title')!
    const before = title.text
    title.text = `${name} · ${before}`
    return () => void (title.text = before)
  }, [name])
}
