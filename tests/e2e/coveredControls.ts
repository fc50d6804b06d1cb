import type { Page } from '@playwright/test'

/** The names of the controls that a toast covers, in whole or in part; not of those behind a drawer. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll<HTMLElement>('[data-toast-bar]')]
    const boxes = toasts.map((toast) => toast.getBoundingClientRect())
    for (const toast of toasts) toast.style.visibility = 'hidden'
    const covered = [...document.querySelectorAll('a[href], button, input')].filter((control) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (!hit || !(control.contains(hit) || hit.contains(control))) return false
      return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
    })
    for (const toast of toasts) toast.style.removeProperty('visibility')
    return covered.map((control) => control.getAttribute('aria-label') ?? control.textContent)
  })
