declare module 'vitest' {
  interface ProvidedContext {
    timeLimitFactor: number
  }
}

import { cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterAll, inject } from 'vitest'

// Tests of components wait as long as other tests do: on a busy machine, a part that is loaded when it is needed takes seconds.
configure({ asyncUtilTimeout: 10_000 * inject('timeLimitFactor') })

// The files of this group share a window and a list of toasts. Each leaves them as they were.
afterAll(() => {
  cleanup()
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  // user-event keeps on an element whether it takes clicks. A body that had a dialog does not.
  for (const symbol of Object.getOwnPropertySymbols(document.body))
    if (symbol.description === 'Last check for pointer-events') Reflect.deleteProperty(document.body, symbol)
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  history.replaceState(null, '', '/')
})
