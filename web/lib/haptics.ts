/** A short tick that a hand feels, where the device can: says without a look that something was recorded. */
export function tick(): void {
  if ('vibrate' in navigator) navigator.vibrate(15)
}
