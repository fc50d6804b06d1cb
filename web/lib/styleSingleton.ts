import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton`, with which dialogs and menus lock the scrolling of the page. The package
 * inserts `<style>` elements, which the Content Security Policy forbids; a constructed style sheet is allowed. Returns a
 * component: the `styles` of its first instance apply while any instance is mounted.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let instances = 0
  return function Sheet({ styles }: { styles: string }): null {
    useEffect(() => {
      instances += 1
      if (instances === 1) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        instances -= 1
        if (instances === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }, [styles])
    return null
  }
}
