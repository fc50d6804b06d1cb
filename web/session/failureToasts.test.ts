// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { useToasterStore } from 'react-hot-toast/headless'
import { expect, it } from 'vitest'
import { TIMEOUT_MESSAGE } from '../lib/timeout.ts'
import { toastDetail } from '../lib/toasts.ts'
import { toastFailure } from './failureToasts.ts'

it('a failure is told for four seconds, also one that says what to do after a timeout', () => {
  toastFailure(new DOMException('', 'TimeoutError'), 'Failed to save property')
  const { toasts } = renderHook(() => useToasterStore()).result.current
  expect(toasts.map(({ id, message, duration }) => [message, toastDetail(id), duration])).toEqual([
    ['Failed to save property', TIMEOUT_MESSAGE, 4000],
  ])
})
