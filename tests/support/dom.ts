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
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})
