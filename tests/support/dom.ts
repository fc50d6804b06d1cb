declare module 'vitest' {
  interface ProvidedContext {
    timeLimitFactor: number
  }
}

import { cleanup, configure } from '@testing-library/react'
import { afterAll, inject } from 'vitest'

// Tests of components wait as long as other tests do: on a busy machine, a part that is loaded when it is needed takes seconds.
configure({ asyncUtilTimeout: 10_000 * inject('timeLimitFactor') })

// The files of this group share a window. Each leaves it as it was.
afterAll(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  history.replaceState(null, '', '/')
})
