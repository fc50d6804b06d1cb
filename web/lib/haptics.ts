/** A short tick in the hand, where the phone can. */
export function tickHaptically(): void {
  navigator.vibrate?.(12)
}
