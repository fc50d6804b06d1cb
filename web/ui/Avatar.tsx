import { classNames } from './classNames.ts'
import { type Hue, tintClasses } from './hues.ts'

const hues: Hue[] = ['bad', 'good', 'teal', 'info', 'plum', 'orange', 'mute']

/** A person's initials on a color that depends on the name. */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.max(11, Math.round(size * 0.38)) }}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full leading-none font-bold',
        tintClasses[hueOf(name)],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** 'QE' for 'Quinn Example'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0]?.charAt(0) ?? ''
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : ''
  return (first + last).toUpperCase()
}

function hueOf(name: string): Hue {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return hues[sum % hues.length] ?? 'mute'
}
