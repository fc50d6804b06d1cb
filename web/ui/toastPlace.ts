/** What covers a part of an edge of the window, in pixels from the edge: toasts keep clear of it. */
export interface Covered {
  start: number
  end: number
}

/** Between a toast and what is beside it. */
const GAP_PX = 8
/** A toast farther from its edge than this part of the window would stand in the middle of the work. */
const FARTHEST = 0.75

/**
 * How far from the edge a toast of this height begins: at the first place from `from` on that no control and no other toast
 * covers. Behind the other toasts if there is no such place, so that no toast ever covers another.
 */
export function offsetWithoutCover(
  { from, height, windowHeight }: { from: number; height: number; windowHeight: number },
  controls: readonly Covered[],
  toasts: readonly Covered[],
): number {
  let start = from
  for (const covered of [...controls, ...toasts].toSorted((one, other) => one.start - other.start))
    if (covered.start < start + height + GAP_PX && covered.end > start) start = covered.end + GAP_PX
  if (start + height <= windowHeight * FARTHEST) return start
  return Math.max(from, ...toasts.map(({ end }) => end + GAP_PX))
}

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]'

/** Whether the control is in the window, and not behind a drawer or a dialog. */
function isOnTop(control: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && (control.contains(hit) || hit.contains(control))
}

/**
 * Places a toast where it covers no control that can be seen, counted from the edge at which its classes put it. It stays there
 * until it leaves, because a toast that moves is missed by the pointer.
 */
export function placeToast(toast: HTMLElement, edge: 'top' | 'bottom'): void {
  toast.style.removeProperty('top')
  toast.style.removeProperty('bottom')
  const own = toast.getBoundingClientRect()
  // Without a layout there is nothing to keep clear of.
  if (own.height === 0) return
  const from = Number.parseFloat(getComputedStyle(toast)[edge])
  const coveredBy = (elements: Iterable<Element>): Covered[] =>
    [...elements].flatMap((element) => {
      if (element === toast) return []
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0 || right <= own.left || left >= own.right) return []
      return [edge === 'top' ? { start: top, end: bottom } : { start: innerHeight - bottom, end: innerHeight - top }]
    })
  // The map keeps a place for toasts beside its sheet. Elsewhere on the map they would cover houses that a rep taps.
  const isPlaceKept = document.documentElement.style.getPropertyValue(`--toast-offset-${edge}`) !== ''
  // `isOnTop` must find the controls below the toast.
  toast.style.visibility = 'hidden'
  const controls = isPlaceKept
    ? []
    : [...document.querySelectorAll(CONTROLS)].filter((control) => !control.closest('[data-toast]') && isOnTop(control))
  toast.style.removeProperty('visibility')
  const offset = offsetWithoutCover(
    { from, height: own.height, windowHeight: innerHeight },
    coveredBy(controls),
    coveredBy(document.querySelectorAll('[data-toast-bar]')),
  )
  // At its edge it follows the sheet of the map.
  if (offset !== from) toast.style.setProperty(edge, `${offset}px`)
}
